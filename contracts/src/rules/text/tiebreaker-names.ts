import { normalizeForSearch } from './search-text.ts'

/** Stands in no text that is searchable, so no search reaches from one name into the next. */
const separator = '\n'

/** What a search compares of somebody, to stand behind the order in a tie: names cannot change any order. */
export const namesSuffix = (...names: readonly (string | null)[]): string =>
  ['', ...names.map((name) => (name === null ? '' : normalizeForSearch(name)))].join(separator)

/** The part of a tie that makes the order. */
export function tiebreakerWithoutNames(tie: string): string {
  const end = tie.indexOf(separator)
  return end < 0 ? tie : tie.slice(0, end)
}

/** Whether a search finds somebody by the first `most` names that stand there, by any when missing. `wanted` is `searchable`. */
export function tiebreakerHasName(tie: string, wanted: string, most = Infinity): boolean {
  const begin = tie.indexOf(separator)
  const at = begin < 0 ? -1 : tie.indexOf(wanted, begin)
  if (at < 0) return false
  return most === Infinity || tie.slice(begin, at).split(separator).length - 1 <= most
}
