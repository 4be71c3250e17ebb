import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import { leaseFor } from './leadership.ts'

/**
 * Forgets what older releases built of a view that is live now. A version that somebody still leads is left alone; for
 * that, it is led from here while it is forgotten.
 */
export async function forgetOlderVersions(store: ViewStore, view: ViewKey, owner: string): Promise<void> {
  if (view.version === 1 || !(await store.live(view))) return
  for (let version = view.version - 1; version > 0; version--) {
    const older = { name: view.name, version }
    if (!(await store.live(older))) continue
    const lease = await store.lead(older, owner, leaseFor)
    if (!lease) continue
    await store.drop(older)
    await store.resign(lease)
  }
}
