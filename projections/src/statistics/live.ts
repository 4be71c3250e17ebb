import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import type { DeletionEvent, UserEvent } from '@thirty/contracts/events/user.ts'
import { rooms } from '@thirty/contracts/live.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { IsHeard } from '@thirty/infra/live/live.ts'
import type { Announcement } from '../gather.ts'
import type { Change } from '../projection.ts'
import type { StatisticsQueries } from './query.ts'

const countedOfProjects: ReadonlySet<string> = new Set<ProjectEvent['type']>([
  'ProjectSubmitted',
  'ProjectRevised',
  'ProjectWithdrawn',
  'ProjectApproved',
  'ProjectRejected',
])
const countedOfPeople: ReadonlySet<string> = new Set<(UserEvent | DeletionEvent)['type']>([
  'UserRegistered',
  'UserStatusChanged',
  'AccountDeleted',
])

/**
 * Admins hear the new figures after whatever changed them. Each of the views that hold what is counted tells its own: the
 * two may be fed by different processes, and are at different positions. The projects' take a hundred counts, so they
 * are made only while an admin may hear them.
 */
export function statisticsNews(queries: StatisticsQueries, isHeard: IsHeard) {
  const ofProjects = newsOf(async () => ({ statistics: await queries.ofProjects() }))
  const ofPeople = newsOf(async () => ({ statistics: await queries.ofPeople() }))
  const ifHeard = (news: readonly Announcement[]) => (isHeard(rooms.admins) ? news : [])
  return {
    ofProjects: ({ event }: Change) =>
      countedOfProjects.has(event.type) || isOfficial(event) ? ifHeard(ofProjects) : [],
    ofPeople: ({ event }: Change) => (countedOfPeople.has(event.type) ? ifHeard(ofPeople) : []),
  }
}

const newsOf = (build: () => Promise<object>): readonly Announcement[] => [
  { room: rooms.admins, message: 'statistics.changed', build },
]

/** Most ratings are by participants and count nothing here. */
function isOfficial(event: RecordedEvent): boolean {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data } = event as RecordedEvent & ProjectEvent
  return type === 'ProjectRated' && data.official
}
