import { normalizeForSearch } from './search-text.ts'

// Lists that can be searched by name keep the names at the end of the tiebreaker of each index entry. A search then scans
// the index alone, without loading a document per entry.

/** Separates the names. It occurs in no normalized text, so a query cannot match across two names. */
const separator = '\n'

/** Returns the names in searchable form, to be appended to a tiebreaker. The sort order does not depend on them. */
export const namesSuffix = (...names: readonly (string | null)[]): string =>
  ['', ...names.map((name) => (name === null ? '' : normalizeForSearch(name)))].join(separator)

/** Returns the part of a tiebreaker that determines the order. */
export function tiebreakerWithoutNames(tiebreaker: string): string {
  const end = tiebreaker.indexOf(separator)
  return end < 0 ? tiebreaker : tiebreaker.slice(0, end)
}

/**
 * Whether one of the first `maxNames` names in a tiebreaker contains the query. `query` is the result of
 * `normalizeForSearch`.
 */
export function tiebreakerHasName(tiebreaker: string, query: string, maxNames = Infinity): boolean {
  const begin = tiebreaker.indexOf(separator)
  const index = begin < 0 ? -1 : tiebreaker.indexOf(query, begin)
  if (index < 0) return false
  return maxNames === Infinity || tiebreaker.slice(begin, index).split(separator).length - 1 <= maxNames
}
