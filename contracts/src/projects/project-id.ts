// The ids of projects, users and comments: their forms, their parts, and the ids in names of streams.
//
// A project id consists of what makes a project unique, `r<run>-d<day>-<user>`, and names its stream: "one project a day" is then
// the first revision of a stream, without a lock or a reservation that a crash could leave behind. A check against a read model would
// always lag. A project that is submitted again after a withdrawal continues its stream. Everybody who knows the id of a participant can
// guess ids of projects, so knowing one grants nothing. A restored run continues the projects of the runs before it under their ids: such
// a stream has events of several runs, and the metadata of each event names its run.

import { afterPrefix } from '../events/stream-names.ts'

/** What a project id consists of. The id itself guarantees one project per participant, run and day. */
export type ProjectIdParts = { run: number; day: number; user: string }

const pattern = /^r([1-9]\d{0,8})-d([1-9]|[12]\d|30)-([0-9a-f-]{36})$/

/** Returns the id of a participant's project for a day of a run, e.g. `r1-d4-0198c0de-…`. */
export const projectId = ({ run, day, user }: ProjectIdParts): string => `r${run}-d${day}-${user}`

/** Returns the parts of a project id; `undefined` for a text of another form. */
export function parseProjectId(id: string): ProjectIdParts | undefined {
  const match = pattern.exec(id)
  if (match === null) return undefined
  const [, run, day, user] = match
  return { run: Number(run), day: Number(day), user: String(user) }
}

/** The form of the id of a user, as project ids contain it. */
export const userIdPattern = /^[0-9a-f-]{36}$/

/** Whether a text has the form of a user id. No username has: they are shorter. */
export const isUserId = (text: string): boolean => userIdPattern.test(text)

/** Stream of a project. */
export const projectStream = (id: string): string => `project-${id}`

/** Returns the project id of a stream; `undefined` for other streams. */
export const projectIdFromStream = (stream: string): string | undefined => afterPrefix(stream, 'project-')

/** Returns the user id of a stream `user-<id>` or `deleted-<id>`; `undefined` for other streams. */
export const userIdFromStream = (stream: string): string | undefined =>
  afterPrefix(stream, 'user-') ?? afterPrefix(stream, 'deleted-')

/** Returns the id of a comment, e.g. `c17`. The comments of a project are numbered from 1 in the order of its stream. */
export const commentId = (number: number): string => `c${number}`

/** Returns the number of a comment; `undefined` for a text of another form. */
export const commentNumber = (id: string): number | undefined =>
  /^c[1-9]\d{0,8}$/.test(id) ? Number(id.slice(1)) : undefined
