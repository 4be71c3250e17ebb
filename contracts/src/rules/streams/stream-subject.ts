import { parseProjectId, projectIdFromStream, userIdFromStream } from './project-id.ts'

/** What a stream is about: a user, or a project of a run. */
export type StreamSubject =
  { kind: 'user'; user: string } | { kind: 'project'; id: string; run: number; day: number; user: string }

/** Returns the subject of a stream; `undefined` for streams about something else. */
export function streamSubject(stream: string): StreamSubject | undefined {
  const user = userIdFromStream(stream)
  if (user !== undefined) return { kind: 'user', user }
  const id = projectIdFromStream(stream)
  if (id === undefined) return undefined
  const parts = parseProjectId(id)
  return parts && { kind: 'project', id, ...parts }
}

/** Returns the id of the user that a stream belongs to; `undefined` for other streams. */
export function subjectUserId(stream: string): string | undefined {
  const subject = streamSubject(stream)
  return subject?.kind === 'user' ? subject.user : undefined
}

/** Returns the project of this run which a stream is about; `undefined` for other streams. */
export function subjectProject(
  stream: string,
  run: number,
): (StreamSubject & { kind: 'project' }) | undefined {
  const subject = streamSubject(stream)
  return subject?.kind === 'project' && subject.run === run ? subject : undefined
}
