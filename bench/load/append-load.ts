// The events that the benchmark `append` stores, and the order of their appends.

import { randomUUID } from 'node:crypto'
import type { NewEvent } from '@thirty/infra/event-log/event-log.ts'

/** Callers, each of which waits for its result before it appends again. */
export const callerCount = 64

/** Events that a caller appends to one stream; about as many as a project has. */
const eventsPerStream = 8

export type AppendStep = { stream: string; revision: number; event: NewEvent }

const [project, participant, actor, correlation, causation] = Array.from({ length: 5 }, () => randomUUID())

/** Returns the appends of one caller: one rating each, stream after stream. Call it before the measurement. */
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
