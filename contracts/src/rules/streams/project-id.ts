/** What a project's id says: "one project per participant, run and day" is the identity itself. */
export type ProjectIdParts = { run: number; day: number; user: string }

const pattern = /^r([1-9]\d{0,8})-d([1-9]|[12]\d|30)-([0-9a-f-]{36})$/

/** Id of the project that a participant hands in for a day of a run, e.g. `r1-d4-0198c0de-…`. */
export function projectId({ run, day, user }: ProjectIdParts): string {
  return `r${run}-d${day}-${user}`
}

/** The parts of a project's id; `undefined` for a text of another form. */
export function parseProjectId(id: string): ProjectIdParts | undefined {
  const match = pattern.exec(id)
  if (match === null) return undefined
  const [, run, day, user] = match
  return { run: Number(run), day: Number(day), user: String(user) }
}

/** Stream of a project. */
export const projectStream = (id: string): string => `project-${id}`

/** Project id of a stream; `undefined` for other streams. */
export const projectIdFromStream = (stream: string): string | undefined =>
  stream.startsWith('project-') ? stream.slice('project-'.length) : undefined

/** User id of a stream `user-<id>` or `deleted-<id>`; `undefined` for other streams. */
export const userIdFromStream = (stream: string): string | undefined => {
  if (stream.startsWith('user-')) return stream.slice('user-'.length)
  return stream.startsWith('deleted-') ? stream.slice('deleted-'.length) : undefined
}
