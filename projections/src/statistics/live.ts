import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import type { DeletionEvent, UserEvent } from '@thirty/contracts/events/user.ts'
import { rooms, type ServerMessages } from '@thirty/contracts/live.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import type { LiveUpdate } from '../live-update.ts'
import type { DocumentChange } from '../registered-projection.ts'
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
export function statisticsUpdates(queries: StatisticsQueries, isHeard: HasListeners) {
  const ofProjects = newsOf(async () => ({ statistics: await queries.projectFigures() }))
  const ofPeople = newsOf(async () => ({ statistics: await queries.peopleFigures() }))
  const ifHeard = (news: readonly LiveUpdate[]) => (isHeard(rooms.admins) ? news : [])
  return {
    ofProjects: ({ event }: DocumentChange) =>
      countedOfProjects.has(event.type) || isOfficial(event) ? ifHeard(ofProjects) : [],
    ofPeople: ({ event }: DocumentChange) => (countedOfPeople.has(event.type) ? ifHeard(ofPeople) : []),
  }
}

const newsOf = (
  build: () => Promise<Pick<ServerMessages['statistics.changed'], 'statistics'>>,
): readonly LiveUpdate[] => [{ room: rooms.admins, message: 'statistics.changed', build }]

/** Most ratings are by participants and count nothing here. */
function isOfficial(event: RecordedEvent): boolean {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data } = event as RecordedEvent & ProjectEvent
  return type === 'ProjectRated' && data.official
}
