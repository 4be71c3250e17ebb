import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { calibrationEvents, conflictEvents } from '@thirty/contracts/judging/events.ts'
import { lifeEvents } from '@thirty/contracts/projects/project-life.ts'
import { adminEvents } from '@thirty/contracts/team/events.ts'
import { deletionEvents, userEvents } from '@thirty/contracts/accounts/events.ts'
import type { RecordedEventOf } from '@thirty/infra/read-models/read-models.ts'

export const accountEvents = {
  ...pickEvents(userEvents, 'UserRegistered', 'AdminRightsGranted', 'UserStatusChanged'),
  ...pickEvents(adminEvents, 'AdminRoleChanged'),
  ...deletionEvents,
}
export const judgingEvents = { ...accountEvents, ...lifeEvents, ...conflictEvents, ...calibrationEvents }
export type JudgingEvent = RecordedEventOf<typeof judgingEvents>
