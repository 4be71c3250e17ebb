import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { leaseDurationMs, type ProjectionLease } from './lease.ts'
import { retryUntilStopped, type RetryPolicy } from './retries.ts'

export type DropReplacedOptions = {
  store: ReadModelStore
  owner: string
  retryPolicy: RetryPolicy
  /** Returns further read models that it has replaced. Asked again at every try. */
  replacedBy(): readonly ReadModelKey[]
}

/** How long builds of older versions are kept: long enough to roll back to the previous release. */
const keepOlderVersionsMs = 600_000

/**
 * Drops older versions of a read model, and read models that it replaced, once it is live. Tries again and again while its lease
 * lasts: at first a process of the older release may still build them.
 */
export async function dropReplacedLater(
  lease: ProjectionLease,
  { store, owner, retryPolicy, replacedBy }: DropReplacedOptions,
): Promise<void> {
  const { readModel } = lease.storeLease
  const older = { ...readModel, version: readModel.version - 1 }
  for (;;) {
    await retryPolicy.pause(keepOlderVersionsMs)
    if (retryPolicy.isStopped() || lease.isExpired()) return
    await retryUntilStopped(retryPolicy, async () => {
      if (!(await store.liveBuild(readModel))) return
      for (const replaced of [older, ...replacedBy()].flatMap(allVersions))
        await dropUnlessBuilt(store, replaced, owner)
    })
  }
}

const allVersions = ({ name, version }: ReadModelKey): ReadModelKey[] =>
  Array.from({ length: version }, (_, index) => ({ name, version: version - index }))

/** One that another process still builds is left alone; for that, it is leased while it is dropped. */
async function dropUnlessBuilt(store: ReadModelStore, readModel: ReadModelKey, owner: string): Promise<void> {
  if (!(await store.liveBuild(readModel))) return
  const lease = await store.acquireLease(readModel, owner, leaseDurationMs)
  if (!lease) return
  await store.drop(readModel)
  await store.releaseLease(lease)
}
