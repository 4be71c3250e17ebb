import type { DiscussionEvent } from '@thirty/contracts/events/discussion.ts'
import type { JourneyEvent } from '@thirty/contracts/events/journey.ts'
import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import type { DeletionEvent, UserEvent } from '@thirty/contracts/events/user.ts'
import { journeyStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { subjectProject } from '@thirty/contracts/rules/streams/stream-subject.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Projection } from '@thirty/infra/read-models/read-models.ts'
import { evolveActivities, type Activity } from './activities.ts'

/** A part of the feed: what happened lately in some of the streams, the latest last. */
export type FeedShard = { happenings: readonly Activity[] }

/**
 * Ids of the parts of the feed. Everything about one person, project or discussion goes into one part, where whatever
 * undoes it finds it again. Many parts with few happenings each are cheap to add to, and one flood stays in one part.
 */
export const feedShardIds: readonly string[] = Array.from({ length: 32 }, (_, at) => `part:${at}`)

/** What happened lately in a run of the challenge and around it: at most 512 happenings. */
export function activityProjection(run: number): Projection<FeedShard> {
  const journeys = journeyStream({ run, user: '' })
  return {
    name: `activity-r${run}`,
    version: 1,
    streams: ['user-', 'deleted-', 'project-', 'journey-', 'discussion-'],
    documentIds: (event) => (isTold(event, run, journeys) ? partOf(event.stream) : none),
    evolve: (part, event) => {
      const before = part?.happenings ?? nothing
      const happenings = evolveActivities(before, event)
      return happenings === before ? part : { happenings }
    },
    indexEntries: () => noPlaces,
  }
}

const none: readonly string[] = []
const nothing: readonly Activity[] = []
const noPlaces = {}

/** Whether the feed tells of an event. Most are ratings by participants, and it does not. */
function isTold(event: RecordedEvent, run: number, journeys: string): boolean {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data } = event as RecordedEvent & (ProjectEvent | UserEvent)
  if (type === 'ProjectRated') return data.official && subjectProject(event.stream, run) !== undefined
  if (type === 'UserRegistered') return data.role === 'participant'
  if (ofProjects.has(type)) return subjectProject(event.stream, run) !== undefined
  return ofJourneys.has(type) ? event.stream.startsWith(journeys) : ofNoRun.has(type)
}

const ofProjects: ReadonlySet<string> = new Set<ProjectEvent['type']>([
  'ProjectSubmitted',
  'ProjectWithdrawn',
  'ProjectApproved',
  'CommentPosted',
  'CommentRemoved',
])
const ofJourneys: ReadonlySet<string> = new Set<JourneyEvent['type']>(['DayCompleted', 'DayReopened'])
const ofNoRun: ReadonlySet<string> = new Set<DiscussionEvent['type'] | DeletionEvent['type']>([
  'DiscussionOpened',
  'DiscussionRemoved',
  'AccountDeleted',
])

/** Lists of one part each: they are asked for at every event. */
const lists = feedShardIds.map((part): readonly string[] => [part])

/** The part of a stream, by the last two hexadecimal digits of the id at its end. */
function partOf(stream: string): readonly string[] {
  const end = stream.length - 1
  const number = digitAt(stream, end) + 16 * digitAt(stream, end - 1)
  return lists[number % lists.length] ?? none
}

function digitAt(text: string, place: number): number {
  const code = text.charCodeAt(place)
  // `0` is 48 and `a` is 97.
  return code < 97 ? code - 48 : code - 87
}
