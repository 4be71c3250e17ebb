import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { lifeEvents } from '@thirty/contracts/projects/project-life.ts'
import { deletionEvents, userEvents } from '@thirty/contracts/accounts/events.ts'
import { rooms, type ServerMessages } from '@thirty/contracts/live/live.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import type { LiveUpdate } from '../live-update.ts'
import type { StatisticsQueries } from './query.ts'

const countedPeopleEvents = {
  ...pickEvents(userEvents, 'UserRegistered', 'UserStatusChanged', 'AdminRightsGranted'),
  ...deletionEvents,
}

type Statistics = Pick<ServerMessages['statistics.changed'], 'statistics'>

/**
 * Sends new figures of the projects to the admins. Projects and people are separate updates, because different processes may run the two
 * projections, at different checkpoints. The project figures take about four hundred counts and sums, so they are computed only if an
 * admin listens.
 */
export function projectStatisticsUpdates(
  { projectFigures }: Pick<StatisticsQueries, 'projectFigures'>,
  hasListeners: HasListeners,
) {
  const build = async () => ({ statistics: await projectFigures() })
  return ({ event }: { event: RecordedEvent }) =>
    statisticsUpdate(isCountedOfProjects(event), build, hasListeners)
}

/** Sends new figures of the accounts to the admins. */
export function peopleStatisticsUpdates(
  { peopleFigures }: Pick<StatisticsQueries, 'peopleFigures'>,
  hasListeners: HasListeners,
) {
  const build = async () => ({ statistics: await peopleFigures() })
  return ({ event }: { event: RecordedEvent }) =>
    statisticsUpdate(isEventOf(countedPeopleEvents, event), build, hasListeners)
}
const statisticsUpdate = (
  isCounted: boolean,
  build: () => Promise<Statistics>,
  hasListeners: HasListeners,
): readonly LiveUpdate[] =>
  isCounted && hasListeners(rooms.admins)
    ? [{ room: rooms.admins, message: 'statistics.changed', build }]
    : []

/** Ratings by participants are not part of the statistics. */
const isCountedOfProjects = (event: RecordedEvent): boolean =>
  isEventOf(lifeEvents, event) && (event.type !== 'ProjectRated' || event.data.official)
