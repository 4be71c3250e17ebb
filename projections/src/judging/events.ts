import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { calibrationEvents, conflictEvents } from '@thirty/contracts/events/judging.ts'
import { projectEvents } from '@thirty/contracts/events/project.ts'
import { adminEvents, deletionEvents, userEvents } from '@thirty/contracts/events/user.ts'
import type { RecordedEventOf } from '@thirty/infra/read-models/read-models.ts'

export const accountEvents = {
  ...pickEvents(userEvents, 'UserRegistered', 'AdminRightsGranted', 'UserStatusChanged'),
  ...pickEvents(adminEvents, 'AdminRoleChanged'),
  ...deletionEvents,
}
export const judgedEvents = pickEvents(
  projectEvents,
  'ProjectSubmitted',
  'ProjectRevised',
  'ProjectWithdrawn',
  'ProjectApproved',
  'ProjectRejected',
  'ProjectRated',
)
export const judgingEvents = { ...accountEvents, ...judgedEvents, ...conflictEvents, ...calibrationEvents }
export type JudgingEvent = RecordedEventOf<typeof judgingEvents>
