import { projectOfStream, projectParts, userOfStream } from './project-id.ts'

/** Whom or what a stream is about. */
export type Subject =
  { kind: 'user'; user: string } | { kind: 'project'; id: string; run: number; day: number; user: string }

const mostKnown = 10_000
const known = new Map<string, Subject | undefined>()

/**
 * The subject of a stream; `undefined` for streams about something else. Every view asks for every event, and events
 * of a stream stand close together, so the names that were taken apart last are kept.
 */
export function subjectOf(stream: string): Subject | undefined {
  const subject = known.get(stream)
  if (subject !== undefined || known.has(stream)) return subject
  if (known.size >= mostKnown) known.clear()
  const found = takenApart(stream)
  known.set(stream, found)
  return found
}

function takenApart(stream: string): Subject | undefined {
  const user = userOfStream(stream)
  if (user !== undefined) return { kind: 'user', user: ownText(user) }
  const id = projectOfStream(stream)
  const parts = id === undefined ? undefined : projectParts(id)
  if (id === undefined || parts === undefined) return undefined
  return { kind: 'project', ...parts, id: ownText(id), user: ownText(parts.user) }
}

/**
 * The same text, but one of its own. What is cut out of a text is only a view of it: as a key it takes half as long
 * again to be found, and whoever keeps it keeps the whole text in memory.
 */
const ownText = (part: string): string => [part.slice(0, 1), part.slice(1)].join('')

/** Id of the user whose stream it is; `undefined` for other streams. */
export function userIn(stream: string): string | undefined {
  const subject = subjectOf(stream)
  return subject?.kind === 'user' ? subject.user : undefined
}

/** The project of a run whose stream it is; `undefined` for other streams. */
export function projectIn(stream: string, run: number): (Subject & { kind: 'project' }) | undefined {
  const subject = subjectOf(stream)
  return subject?.kind === 'project' && subject.run === run ? subject : undefined
}
