import { parseProjectId, projectIdFromStream, userIdFromStream } from '../projects/project-id.ts'

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
