// The events of a history that a backup file contains, and how they move to another run, such as in an import. Ids of users are the
// only data about people outside of texts.

import { challengeEvents, journeyEvents } from '../challenge/events.ts'
import { pickEvents, type EventOf } from '../events/event-definition.ts'
import { projectEvents, projectViewEvents } from '../projects/events.ts'
import { parseProjectId, projectId, projectIdFromStream, projectStream } from '../projects/project-id.ts'
import {
  challengeStream,
  journeyStream,
  legacyViewStream,
  parseJourneyStream,
} from '../events/stream-names.ts'

/** They belong to the history of a run, and not to the installation. */
export const portableEvents = {
  ...pickEvents(
    challengeEvents,
    'ChallengeStarted',
    'ChallengeScheduled',
    'ChallengeEndSet',
    'ScoringChanged',
  ),
  ...projectEvents,
  ...projectViewEvents,
  ...journeyEvents,
}
export type PortableEvent = EventOf<typeof portableEvents>

/** Prefixes of all streams that have such events. */
export const portableStreams = ['challenge', 'project-', 'views-', 'viewed-', 'journey-']

/** The run that all events of a backup file seem to belong to. */
export const runInFile = 1

type InStream = PortableEvent & { stream: string }

/** The events of the challenge itself: its start, its end and its scoring, which name their run. */
const isOfChallenge = <Event extends PortableEvent>(
  event: Event,
): event is Event & Extract<PortableEvent, { data: { run: number } }> => 'run' in event.data

/**
 * Returns stream and data of an event as if it had happened in another run; `undefined` for a stream that has no such events.
 * Every view gets its own stream, so that no stream is shared by several runs.
 */
export function moveToRun(event: InStream, run: number): Pick<InStream, 'stream' | 'data'> | undefined {
  const { type, data, stream } = event
  if (isOfChallenge(event))
    return stream === challengeStream ? { stream, data: { ...event.data, run } } : undefined
  if (type === 'DayCompleted' || type === 'DayReopened') {
    const journey = parseJourneyStream(stream)
    return journey && { stream: journeyStream({ run, user: journey.user }), data }
  }
  if (type === 'ProjectViewed') {
    const project = movedProject(data.project, run)
    return project === undefined
      ? undefined
      : { stream: legacyViewStream(project, data.by), data: { ...data, project } }
  }
  const project = movedProject(projectIdFromStream(stream), run)
  if (project === undefined) return undefined
  const inRun = projectStream(project)
  // Saved texts belong to the installation. Their uses were counted when the review was made, and not once more with every import.
  if (!('savedText' in data)) return { stream: inRun, data }
  const { savedText: _, ...rest } = data
  return { stream: inRun, data: rest }
}

function movedProject(id: string | undefined, run: number): string | undefined {
  const parts = id === undefined ? undefined : parseProjectId(id)
  return parts && projectId({ ...parts, run })
}
