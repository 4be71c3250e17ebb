import type { Document, Ranked, ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import { scoredLetters, scoreOf } from './view-words.ts'

export type BeginningQuery<Doc> = {
  index: string
  beginning: string
  limit: number
  /** The word by which a document stands in the index. */
  wordOf: (found: { id: string; document: Doc }) => string
}

/**
 * Documents whose word in an index begins so, in the order of the words. The score leads to words with the same first
 * letters; where the beginning is longer, the place is looked for among these by halves. Both are a few steps.
 */
export async function beginningWith<Doc extends Document>(
  store: ViewStore,
  view: ViewKey,
  { index, beginning, limit, wordOf }: BeginningQuery<Doc>,
): Promise<Ranked<Doc>[]> {
  const lowest = scoreOf(beginning)
  const [before, among] = await Promise.all([
    lowest === 0 ? 0 : store.countBetween(view, index, 0, lowest - 1),
    store.countBetween(view, index, lowest, scoreOf(beginning, 65_535)),
  ])
  let [from, to] = [before, before + among]
  while (beginning.length > scoredLetters && from < to) {
    const middle = Math.floor((from + to) / 2)
    const [found] = await store.range<Doc>(view, index, { offset: middle, limit: 1 })
    if (found !== undefined && wordOf(found) < beginning) from = middle + 1
    else to = middle
  }
  const most = Math.min(limit, before + among - from)
  const found = most <= 0 ? [] : await store.range<Doc>(view, index, { offset: from, limit: most })
  return found.filter((one) => wordOf(one).startsWith(beginning))
}
