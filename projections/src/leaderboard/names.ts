import { searchable } from '@thirty/contracts/rules/searchable.ts'

/** Stands in no text that is searchable, so no search reaches from one part into the next. */
const border = '\n'

/** What a search compares of a participant, to stand behind the order in a tie: names cannot change any order. */
export const namesOf = (name: string, username: string | null): string =>
  [border, searchable(name), border, username === null ? '' : searchable(username)].join('')

/** The part of a tie that makes the order. */
export function orderIn(tie: string): string {
  const end = tie.indexOf(border)
  return end < 0 ? tie : tie.slice(0, end)
}

/** Whether a search finds somebody who stands there. `wanted` is `searchable`. */
export const isNamedIn = (tie: string, wanted: string): boolean => {
  const begin = tie.indexOf(border)
  return begin >= 0 && tie.includes(wanted, begin)
}
