import { searchable } from './searchable.ts'

/** Stands in no text that is searchable, so no search reaches from one name into the next. */
const border = '\n'

/** What a search compares of somebody, to stand behind the order in a tie: names cannot change any order. */
export const namesOf = (...names: readonly (string | null)[]): string =>
  ['', ...names.map((name) => (name === null ? '' : searchable(name)))].join(border)

/** The part of a tie that makes the order. */
export function orderIn(tie: string): string {
  const end = tie.indexOf(border)
  return end < 0 ? tie : tie.slice(0, end)
}

/** Whether a search finds somebody by the first `most` names that stand there, by any when missing. `wanted` is `searchable`. */
export function isNamedIn(tie: string, wanted: string, most = Infinity): boolean {
  const begin = tie.indexOf(border)
  const at = begin < 0 ? -1 : tie.indexOf(wanted, begin)
  if (at < 0) return false
  return most === Infinity || tie.slice(begin, at).split(border).length - 1 <= most
}
