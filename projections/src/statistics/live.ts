// Sends new statistics to the admins. Projects and people are separate updates, because different processes may run the two projections, at
// different checkpoints.

import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { lifeEvents } from '@thirty/contracts/projects/project-life.ts'
import { deletionEvents, userEvents } from '@thirty/contracts/accounts/events.ts'
import { rooms, type ServerMessages } from '@thirty/contracts/live/live.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { LiveUpdate } from '../registered-projection.ts'

const countedPeopleEvents = {
  ...pickEvents(userEvents, 'UserRegistered', 'UserStatusChanged', 'AdminRightsGranted'),
  ...deletionEvents,
}

type Figures = () => Promise<ServerMessages['statistics.changed']['statistics']>

/** Returns what sends new figures after an event that changes them. */
const updatesAfter =
  (isCounted: (event: RecordedEvent) => boolean) =>
  (figures: Figures) =>
  ({ event }: { event: RecordedEvent }): readonly LiveUpdate[] => {
    const build = async () => ({ statistics: await figures() })
    return isCounted(event) ? [{ room: rooms.admins, message: 'statistics.changed', build }] : []
  }

/**
 * Sends new figures of the projects, of which ratings by participants are no part. They take about four hundred counts and sums, so they are
 * computed only when they are sent.
 */
export const projectStatisticsUpdates = updatesAfter(
  (event) => isEventOf(lifeEvents, event) && (event.type !== 'ProjectRated' || event.data.official),
)

/** Sends new figures of the accounts. */
export const peopleStatisticsUpdates = updatesAfter((event) => isEventOf(countedPeopleEvents, event))
