import type { DiscussionEvent } from '@thirty/contracts/events/discussion.ts'
import type { JourneyEvent } from '@thirty/contracts/events/journey.ts'
import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import type { DeletionEvent, UserEvent } from '@thirty/contracts/events/user.ts'
import { journeyStream } from '@thirty/contracts/rules/journey.ts'
import { projectIn } from '@thirty/contracts/rules/subject.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { View } from '@thirty/infra/views/views.ts'
import { evolve, type Happening } from './happenings.ts'

/** A part of the feed: what happened lately in some of the streams, the latest last. */
export type FeedPart = { happenings: readonly Happening[] }

/**
 * Ids of the parts of the feed. Everything about one person, project or discussion goes into one part, where whatever
 * undoes it finds it again. Many parts with few happenings each are cheap to add to, and one flood stays in one part.
 */
export const parts: readonly string[] = Array.from({ length: 32 }, (_, at) => `part:${at}`)

/** What happened lately in a run of the challenge and around it: at most 512 happenings. */
export function activityView(run: number): View<FeedPart> {
  const journeys = journeyStream({ run, user: '' })
  return {
    name: `activity-r${run}`,
    version: 1,
    streams: ['user-', 'deleted-', 'project-', 'journey-', 'discussion-'],
    documents: (event) => (isTold(event, run, journeys) ? partOf(event.stream) : none),
    evolve: (part, event) => {
      const before = part?.happenings ?? nothing
      const happenings = evolve(before, event)
      return happenings === before ? part : { happenings }
    },
    indexes: () => noPlaces,
  }
}

const none: readonly string[] = []
const nothing: readonly Happening[] = []
const noPlaces = {}

/** Whether the feed tells of an event. Most are ratings by participants, and it does not. */
function isTold(event: RecordedEvent, run: number, journeys: string): boolean {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data } = event as RecordedEvent & (ProjectEvent | UserEvent)
  if (type === 'ProjectRated') return data.official && projectIn(event.stream, run) !== undefined
  if (type === 'UserRegistered') return data.role === 'participant'
  if (ofProjects.has(type)) return projectIn(event.stream, run) !== undefined
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
const lists = parts.map((part): readonly string[] => [part])

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
