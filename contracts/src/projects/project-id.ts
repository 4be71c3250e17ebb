// The ids of projects, users and comments: their forms, their parts, and the ids in names of streams, which say what a stream is about.
//
// A project id consists of what makes a project unique, `r<run>-d<day>-<user>`, and names its stream: "one project a day" is then
// the first revision of a stream, without a lock or a reservation that a crash could leave behind. A check against a read model would
// always lag. A project that is submitted again after a withdrawal continues its stream. Everybody who knows the id of a participant can
// guess ids of projects, so knowing one grants nothing. A restored run continues the projects of the runs before it under their ids: such
// a stream has events of several runs, and the metadata of each event names its run.

import { afterPrefix } from '../events/stream-names.ts'
import { totalDays } from '../challenge/challenge-day.ts'
import type { History } from '../challenge/history.ts'

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

/**
 * Returns the ids of all projects that a user may have in a history: one for each day of each of its runs. A project keeps
 * the id of the run in which it was submitted, so a day may have a withdrawn project of one run and a project of another.
 */
export const possibleProjectIds = (history: History, user: string): string[] =>
  history.flatMap(({ run }) =>
    Array.from({ length: totalDays }, (_, index) => projectId({ run, day: index + 1, user })),
  )

/** What a stream is about: a user, or a project of a run. */
export type StreamSubject =
  | { kind: 'user'; user: string }
  | { kind: 'project'; id: string; run: number; day: number; user: string }

const maxCached = 10_000
const cache = new Map<string, StreamSubject | undefined>()
let last: { stream: string; subject: StreamSubject | undefined } = { stream: '', subject: undefined }

/**
 * Returns the subject of a stream; `undefined` for streams about something else. Results are cached: each projection asks
 * for the subject of each event several times in a row, and without the cache a replay takes a third longer
 * (`npm run bench -- replay`).
 */
export function streamSubject(stream: string): StreamSubject | undefined {
  if (stream !== last.stream) last = { stream, subject: cachedSubject(stream) }
  return last.subject
}

function cachedSubject(stream: string): StreamSubject | undefined {
  const subject = cache.get(stream)
  if (subject !== undefined || cache.has(stream)) return subject
  if (cache.size >= maxCached) cache.clear()
  const parsed = parseSubject(stream)
  cache.set(stream, parsed)
  return parsed
}

function parseSubject(stream: string): StreamSubject | undefined {
  const user = userIdFromStream(stream)
  if (user !== undefined) return { kind: 'user', user: copyText(user) }
  const id = projectIdFromStream(stream)
  const parts = id === undefined ? undefined : parseProjectId(id)
  return id === undefined || parts === undefined
    ? undefined
    : { kind: 'project', ...parts, id: copyText(id), user: copyText(parts.user) }
}

/** A part of a text keeps the whole text in memory and is slow as a key of a Map (V8); a copy is neither. */
const copyText = (part: string): string => [part.slice(0, 1), part.slice(1)].join('')

/** Returns the id of the user that a stream belongs to; `undefined` for other streams. */
export function subjectUserId(stream: string): string | undefined {
  const subject = streamSubject(stream)
  return subject?.kind === 'user' ? subject.user : undefined
}

/** Returns the project that a stream is about; `undefined` for other streams. */
export function subjectProject(stream: string): (StreamSubject & { kind: 'project' }) | undefined {
  const subject = streamSubject(stream)
  return subject?.kind === 'project' ? subject : undefined
}
