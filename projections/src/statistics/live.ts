// Sends new statistics to the admins. Projects and people are separate updates, because different processes may run the two projections, at
// different checkpoints.

import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { lifeEvents } from '@thirty/contracts/projects/project-life.ts'
import { deletionEvents, userEvents } from '@thirty/contracts/accounts/events.ts'
import { rooms, type ServerMessages } from '@thirty/contracts/live/live.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { LiveUpdate } from '../live-update.ts'

const countedPeopleEvents = {
  ...pickEvents(userEvents, 'UserRegistered', 'UserStatusChanged', 'AdminRightsGranted'),
  ...deletionEvents,
}

type Figures = () => Promise<ServerMessages['statistics.changed']['statistics']>

/** Sends new figures of the projects. They take about four hundred counts and sums, so they are computed only when they are sent. */
export const projectStatisticsUpdates =
  (figures: Figures) =>
  ({ event }: { event: RecordedEvent }): readonly LiveUpdate[] =>
    isCountedOfProjects(event) ? [statisticsUpdate(figures)] : []

/** Sends new figures of the accounts. */
export const peopleStatisticsUpdates =
  (figures: Figures) =>
  ({ event }: { event: RecordedEvent }): readonly LiveUpdate[] =>
    isEventOf(countedPeopleEvents, event) ? [statisticsUpdate(figures)] : []

const statisticsUpdate = (figures: Figures): LiveUpdate => ({
  room: rooms.admins,
  message: 'statistics.changed',
  build: async () => ({ statistics: await figures() }),
})

/** Ratings by participants are not part of the statistics. */
const isCountedOfProjects = (event: RecordedEvent): boolean =>
  isEventOf(lifeEvents, event) && (event.type !== 'ProjectRated' || event.data.official)
