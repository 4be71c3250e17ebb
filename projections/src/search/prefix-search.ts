import type {
  Document,
  RankedDocument,
  ReadModelKey,
  ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { scoredLetterCount, wordScore } from './search-words.ts'

export type PrefixQuery<Doc> = {
  index: string
  prefix: string
  limit: number
  /** The word by which a document stands in the index. */
  wordOf: (found: { id: string; document: Doc }) => string
}

/**
 * Documents whose word in an index begins so, in the order of the words. The score leads to words with the same first
 * letters; where the beginning is longer, the place is looked for among these by halves. Both are a few steps.
 */
export async function findByPrefix<Doc extends Document>(
  store: ReadModelStore,
  view: ReadModelKey,
  { index, prefix: beginning, limit, wordOf }: PrefixQuery<Doc>,
): Promise<RankedDocument<Doc>[]> {
  const lowest = wordScore(beginning)
  const [before, among] = await Promise.all([
    lowest === 0 ? 0 : store.countBetween(view, index, 0, lowest - 1),
    store.countBetween(view, index, lowest, wordScore(beginning, 65_535)),
  ])
  let [from, to] = [before, before + among]
  while (beginning.length > scoredLetterCount && from < to) {
    const middle = Math.floor((from + to) / 2)
    const [found] = await store.range<Doc>(view, index, { offset: middle, limit: 1 })
    if (found !== undefined && wordOf(found) < beginning) from = middle + 1
    else to = middle
  }
  const most = Math.min(limit, before + among - from)
  const found = most <= 0 ? [] : await store.range<Doc>(view, index, { offset: from, limit: most })
  return found.filter((one) => wordOf(one).startsWith(beginning))
}
