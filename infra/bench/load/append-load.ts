import { randomUUID } from 'node:crypto'
import type { NewEvent } from '@thirty/infra/event-log/event-log.ts'

/** Callers that each wait for an answer before they append again. */
export const callerCount = 64

/** Events of one stream before a caller goes on to a new one; about as many as a project gets. */
const eventsPerStream = 8

export type AppendStep = { stream: string; revision: number; event: NewEvent }

const [project, participant, actor, correlation, causation] = Array.from({ length: 5 }, () => randomUUID())

/** What one caller appends: a rating at a time, stream after stream. Made before the clock runs. */
export function appendSteps(count: number): AppendStep[] {
  let stream = ''
  return Array.from({ length: count }, (_, index) => {
    const revision = index % eventsPerStream
    if (revision === 0) stream = `project-${randomUUID()}`
    return { stream, revision, event: rating() }
  })
}

function rating(): NewEvent {
  return {
    id: randomUUID(),
    type: 'ProjectRated',
    version: 1,
    at: '2026-11-20T10:00:00.000Z',
    data: {
      project,
      participant,
      day: 4,
      points: 7.5,
      feedback: 'A clear idea, carried through to the last detail.',
    },
    metadata: { actor: actor ?? '', run: 1, correlation: correlation ?? '', causation: causation ?? '' },
  }
}
