import type { Clock } from '../../clock.ts'
import { Fenced, readModelName, type Lease, type ReadModelKey } from '../read-models.ts'

type HeldLease = { owner: string; fence: number; until: number }

/** Leases of read models, in the memory of one process. */
export function memoryLeases(clock: Clock) {
  const held = new Map<string, HeldLease>()
  let lastFence = 0

  const isHolder = ({ readModel, owner, fence }: Lease): boolean => {
    const lease = held.get(readModelName(readModel))
    return lease?.owner === owner && lease.fence === fence
  }
  const current = (readModel: ReadModelKey): HeldLease | undefined => {
    const lease = held.get(readModelName(readModel))
    return lease && lease.until > clock() ? lease : undefined
  }

  return {
    acquire(
      { name, version }: ReadModelKey,
      owner: string,
      forMs: number,
      takesOver = false,
    ): Lease | undefined {
      const readModel = { name, version }
      const before = current(readModel)
      const isOwn = before?.owner === owner
      if (before && !isOwn && !takesOver) return undefined
      const fence = before && isOwn ? before.fence : ++lastFence
      held.set(readModelName(readModel), { owner, fence, until: clock() + forMs })
      return { readModel, owner, fence }
    },
    release(lease: Lease): void {
      if (isHolder(lease)) held.delete(readModelName(lease.readModel))
    },
    /** Throws `Fenced` unless this lease is the latest. Without a lease, throws while any owner holds one. */
    requireValid(readModel: ReadModelKey, lease: Lease | undefined): void {
      if (lease ? !isHolder(lease) : current(readModel)) throw new Fenced(readModel)
    },
  }
}
