import type {
  Document,
  RankedDocument,
  ReadModelKey,
  ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'

const lowestScore = -1_000
/** Scores have at most one decimal, so a tolerance below 0.05 covers one score only. */
export const scoreTolerance = 0.04

/**
 * Counts the entries of an index before a position, even if its entry no longer exists. The position is given by a score
 * and, among entries with that score, by `isBefore`, which a binary search calls.
 */
export async function countEntriesBefore<Doc extends Document>(
  { store, readModel }: { store: ReadModelStore; readModel: ReadModelKey },
  { index, score }: { index: string; score: number },
  isBefore: (found: RankedDocument<Doc>) => boolean,
): Promise<number> {
  let [low, high] = await Promise.all([
    store.countBetween(readModel, index, lowestScore, score - scoreTolerance),
    store.countBetween(readModel, index, lowestScore, score + scoreTolerance),
  ])
  while (low < high) {
    const middle = (low + high) >>> 1
    const [found] = await store.range<Doc>(readModel, index, { offset: middle, limit: 1 })
    if (found && isBefore(found)) low = middle + 1
    else high = middle
  }
  return low
}
