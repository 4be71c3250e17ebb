import { projectIdFromStream, parseProjectId, userIdFromStream } from './project-id.ts'

/** Whom or what a stream is about. */
export type StreamSubject =
  { kind: 'user'; user: string } | { kind: 'project'; id: string; run: number; day: number; user: string }

const maxCached = 10_000
const cache = new Map<string, StreamSubject | undefined>()

/**
 * The subject of a stream; `undefined` for streams about something else. Every view asks for every event, and events
 * of a stream stand close together, so the names that were taken apart last are kept.
 */
export function streamSubject(stream: string): StreamSubject | undefined {
  const subject = cache.get(stream)
  if (subject !== undefined || cache.has(stream)) return subject
  if (cache.size >= maxCached) cache.clear()
  const found = parseStream(stream)
  cache.set(stream, found)
  return found
}

function parseStream(stream: string): StreamSubject | undefined {
  const user = userIdFromStream(stream)
  if (user !== undefined) return { kind: 'user', user: copyText(user) }
  const id = projectIdFromStream(stream)
  const parts = id === undefined ? undefined : parseProjectId(id)
  if (id === undefined || parts === undefined) return undefined
  return { kind: 'project', ...parts, id: copyText(id), user: copyText(parts.user) }
}

/**
 * The same text, but one of its own. What is cut out of a text is only a view of it: as a key it takes half as long
 * again to be found, and whoever keeps it keeps the whole text in memory.
 */
const copyText = (part: string): string => [part.slice(0, 1), part.slice(1)].join('')

/** Id of the user whose stream it is; `undefined` for other streams. */
export function subjectUserId(stream: string): string | undefined {
  const subject = streamSubject(stream)
  return subject?.kind === 'user' ? subject.user : undefined
}

/** The project of a run whose stream it is; `undefined` for other streams. */
export function subjectProject(
  stream: string,
  run: number,
): (StreamSubject & { kind: 'project' }) | undefined {
  const subject = streamSubject(stream)
  return subject?.kind === 'project' && subject.run === run ? subject : undefined
}
