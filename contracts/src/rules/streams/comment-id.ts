/** Id of the comment with a number, e.g. `c17`: the comments of a project are numbered from 1, in the order of its story. */
export const commentId = (number: number): string => `c${number}`

/** The number of a comment; `undefined` for a text that is no id. */
export function commentNumber(id: string): number | undefined {
  return /^c[1-9]\d{0,8}$/.test(id) ? Number(id.slice(1)) : undefined
}
