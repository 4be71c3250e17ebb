import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { leaseDurationMs, type Led } from './lease.ts'
import type { RetryPolicy } from './retry-policy.ts'

export type DropReplacedOptions = {
  store: ReadModelStore
  owner: string
  retryPolicy: RetryPolicy
  /** Returns the read models that it replaced; see `Projection.replaces`. Asked again at every try. */
  replacedBy(): readonly ReadModelKey[]
}

/** How long builds of older versions are kept: long enough to roll back to the previous release. */
const keepOlderVersionsMs = 600_000

/** Tries again and again while the lease lasts: at first a process of the older release may still be running. */
export async function dropReplacedLater(
  { readModel, lease }: Led,
  { store, owner, retryPolicy, replacedBy }: DropReplacedOptions,
): Promise<void> {
  const isLeased = () => !retryPolicy.isStopped() && !lease.isExpired()
  while (isLeased()) {
    await retryPolicy.pause(keepOlderVersionsMs)
    if (!isLeased()) return
    const older = { ...readModel, version: readModel.version - 1 }
    const replaced = [older, ...replacedBy()].flatMap(allVersions)
    await retryPolicy.retryUntilStopped(() => dropReplaced(store, { readModel, replaced, owner }))
  }
}

const allVersions = ({ name, version }: ReadModelKey): ReadModelKey[] =>
  Array.from({ length: version }, (_, index) => ({ name, version: version - index }))

/**
 * Drops the builds of older versions of a read model that is live, and of read models that it replaced. One that another
 * process still builds is left alone; for that, it is leased while it is dropped.
 */
async function dropReplaced(
  store: ReadModelStore,
  {
    readModel,
    replaced,
    owner,
  }: { readModel: ReadModelKey; replaced: readonly ReadModelKey[]; owner: string },
): Promise<void> {
  if (!(await store.liveBuild(readModel))) return
  for (const older of replaced) {
    if (!(await store.liveBuild(older))) continue
    const lease = await store.acquireLease(older, owner, leaseDurationMs)
    if (!lease) continue
    await store.drop(older)
    await store.releaseLease(lease)
  }
}
