import { createHash } from 'node:crypto'
import type { WorkerPresence, ReadModelKey } from '@thirty/infra/read-models/read-models.ts'

/** A read model and the workers that can build it. */
type Candidates = { readModel: ReadModelKey; key: string; owners: string[] }

/**
 * Assigns read models to workers by rendezvous hashing with a limit: each worker gets at most an equal share, rounded up,
 * of the read models that it can build. Workers that know the same others compute the same assignment without a
 * coordinator, and when a worker joins or leaves, most read models stay where they are. Returns the share of one owner.
 */
export function assignedReadModels(
  owner: string,
  workers: readonly WorkerPresence[],
): readonly ReadModelKey[] {
  const candidates = candidatesOf(workers).sort(fewestOwnersFirst)
  const maxShare = Math.ceil(candidates.length / Math.max(workers.length, 1))
  const counts = new Map<string, number>()
  return candidates.flatMap(({ readModel, key, owners }) => {
    const free = owners.filter((candidate) => (counts.get(candidate) ?? 0) < maxShare)
    const chosen = highestHash(key, free) ?? highestHash(key, owners)
    if (chosen === undefined) return []
    counts.set(chosen, (counts.get(chosen) ?? 0) + 1)
    return chosen === owner ? [readModel] : []
  })
}

function candidatesOf(workers: readonly WorkerPresence[]): Candidates[] {
  const candidates = new Map<string, Candidates>()
  for (const { owner, readModels } of workers) {
    for (const { name, version } of readModels) {
      const key = `${name} v${version}`
      const candidate = candidates.get(key) ?? { readModel: { name, version }, key, owners: [] }
      candidate.owners.push(owner)
      candidates.set(key, candidate)
    }
  }
  return [...candidates.values()]
}

/** During an upgrade few workers can build some read models; these are assigned first, while the workers have room. */
const fewestOwnersFirst = (left: Candidates, right: Candidates): number =>
  left.owners.length - right.owners.length || (left.key < right.key ? -1 : 1)

/** The owner with the highest hash for this key: the same for all workers, and another one for each read model. */
function highestHash(key: string, owners: readonly string[]): string | undefined {
  const hashOf = (owner: string) => createHash('sha256').update(`${key} ${owner}`).digest('hex')
  const hashed = owners.map((owner) => ({ owner, hash: hashOf(owner) }))
  return hashed.toSorted((left, right) => (left.hash < right.hash ? -1 : 1))[0]?.owner
}
