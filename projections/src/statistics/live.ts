import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents } from '@thirty/contracts/events/project.ts'
import { deletionEvents, userEvents } from '@thirty/contracts/events/user.ts'
import { rooms, type ServerMessages } from '@thirty/contracts/live.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import type { LiveUpdate } from '../live-update.ts'
import type { StatisticsQueries } from './query.ts'

const countedProjectEvents = pickEvents(
  projectEvents,
  'ProjectSubmitted',
  'ProjectRevised',
  'ProjectWithdrawn',
  'ProjectApproved',
  'ProjectRejected',
  'ProjectRated',
)
const countedPeopleEvents = {
  ...pickEvents(userEvents, 'UserRegistered', 'UserStatusChanged'),
  ...deletionEvents,
}

type Statistics = Pick<ServerMessages['statistics.changed'], 'statistics'>

/**
 * Sends new figures to the admins. Projects and people are separate updates, because different processes may run the two
 * projections, at different checkpoints. The project figures take about a hundred counts, so they are computed only if an
 * admin listens.
 */
export function statisticsUpdates(queries: StatisticsQueries, hasListeners: HasListeners) {
  const updatesIf = (isCounted: boolean, build: () => Promise<Statistics>): readonly LiveUpdate[] =>
    isCounted && hasListeners(rooms.admins)
      ? [{ room: rooms.admins, message: 'statistics.changed', build }]
      : []
  const projectFigures = async () => ({ statistics: await queries.projectFigures() })
  const peopleFigures = async () => ({ statistics: await queries.peopleFigures() })
  return {
    ofProjects: ({ event }: { event: RecordedEvent }) =>
      updatesIf(isCountedOfProjects(event), projectFigures),
    ofPeople: ({ event }: { event: RecordedEvent }) =>
      updatesIf(isEventOf(countedPeopleEvents, event), peopleFigures),
  }
}

/** Ratings by participants are not part of the statistics. */
const isCountedOfProjects = (event: RecordedEvent): boolean =>
  isEventOf(countedProjectEvents, event) && (event.type !== 'ProjectRated' || event.data.official)
