import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { leaseDurationMs } from './lease-coordinator.ts'

/**
 * Forgets what older releases built of a view that is live now. A version that somebody still leads is left alone; for
 * that, it is led from here while it is forgotten.
 */
export async function dropOlderVersions(
  store: ReadModelStore,
  view: ReadModelKey,
  owner: string,
): Promise<void> {
  if (view.version === 1 || !(await store.liveBuild(view))) return
  for (let version = view.version - 1; version > 0; version--) {
    const older = { name: view.name, version }
    if (!(await store.liveBuild(older))) continue
    const lease = await store.acquireLease(older, owner, leaseDurationMs)
    if (!lease) continue
    await store.drop(older)
    await store.releaseLease(lease)
  }
}
