import type {
  Document,
  RankedDocument,
  ReadModelKey,
  ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { scoredLetterCount, wordScore } from './search-words.ts'

const maxCharacterCode = 65_535

export type PrefixQuery<Doc> = {
  index: string
  prefix: string
  limit: number
  /** Returns the word under which a document is indexed. */
  wordOf: (found: { id: string; document: Doc }) => string
}

/**
 * Finds the documents whose word in an index starts with a prefix, sorted by word. Scores narrow the index down to the
 * words with the same first characters; a longer prefix is located among these by binary search.
 */
export async function findByPrefix<Doc extends Document>(
  store: ReadModelStore,
  readModel: ReadModelKey,
  { index, prefix, limit, wordOf }: PrefixQuery<Doc>,
): Promise<RankedDocument<Doc>[]> {
  const lowestScore = wordScore(prefix)
  const [before, matching] = await Promise.all([
    lowestScore === 0 ? 0 : store.countBetween(readModel, index, 0, lowestScore - 1),
    store.countBetween(readModel, index, lowestScore, wordScore(prefix, maxCharacterCode)),
  ])
  const end = before + matching
  let [low, high] = [before, end]
  while (prefix.length > scoredLetterCount && low < high) {
    const middle = Math.floor((low + high) / 2)
    const [entry] = await store.range<Doc>(readModel, index, { offset: middle, limit: 1 })
    if (entry !== undefined && wordOf(entry) < prefix) low = middle + 1
    else high = middle
  }
  const count = Math.min(limit, end - low)
  const found = count <= 0 ? [] : await store.range<Doc>(readModel, index, { offset: low, limit: count })
  return found.filter((entry) => wordOf(entry).startsWith(prefix))
}
