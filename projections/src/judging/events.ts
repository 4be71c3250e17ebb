import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { calibrationEvents, conflictEvents } from '@thirty/contracts/events/judging.ts'
import { lifeEvents } from '@thirty/contracts/events/project-life.ts'
import { adminEvents, deletionEvents, userEvents } from '@thirty/contracts/events/user.ts'
import type { RecordedEventOf } from '@thirty/infra/read-models/read-models.ts'

export const accountEvents = {
  ...pickEvents(userEvents, 'UserRegistered', 'AdminRightsGranted', 'UserStatusChanged'),
  ...pickEvents(adminEvents, 'AdminRoleChanged'),
  ...deletionEvents,
}
export const judgingEvents = { ...accountEvents, ...lifeEvents, ...conflictEvents, ...calibrationEvents }
export type JudgingEvent = RecordedEventOf<typeof judgingEvents>
