import type {
  Document,
  RankedDocument,
  ReadModelKey,
  ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'

const lowest = -1_000
/** Scores have one decimal or none: less than half of that tells two of them apart. */
const smallestStep = 0.04

/**
 * How many of an index stand before a place, whether or not anybody stands there any more: by score first, then by
 * looking between equal ones, of which `isBefore` tells. A few reads, whatever the place.
 */
export async function countEntriesBefore<Doc extends Document>(
  { store, readModel: view }: { store: ReadModelStore; readModel: ReadModelKey },
  { index, score }: { index: string; score: number },
  isBefore: (one: RankedDocument<Doc>) => boolean,
): Promise<number> {
  let [low, high] = await Promise.all([
    store.countBetween(view, index, lowest, score - smallestStep),
    store.countBetween(view, index, lowest, score + smallestStep),
  ])
  while (low < high) {
    const middle = (low + high) >>> 1
    // One after the other: each look says where the next one is.
    const [found] = await store.range<Doc>(view, index, { offset: middle, limit: 1 })
    if (found && isBefore(found)) low = middle + 1
    else high = middle
  }
  return low
}
