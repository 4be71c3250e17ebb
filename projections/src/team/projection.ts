// The projection of the team: one document, which is written again whenever an admin joins, leaves or changes, and always says the same. It
// exists for the live updates: the admins are in the read model of people, and the invitations in the log.

import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { adminEvents } from '@thirty/contracts/team/events.ts'
import { deletionEvents, userEvents } from '@thirty/contracts/accounts/events.ts'
import { adminsStream } from '@thirty/contracts/events/stream-names.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'

/** Says that there were changes to the team. */
export type TeamMark = { hasChanges: true }

const teamEvents = {
  ...adminEvents,
  ...pickEvents(userEvents, 'AdminRightsGranted', 'UserStatusChanged'),
  ...deletionEvents,
}

const markId = 'mark'

/**
 * `UserStatusChanged` does not say whether the user is an admin, so a participant's change or deletion also causes a message; clients then
 * load the same team again.
 */
export const teamProjection: Projection<TeamMark, typeof teamEvents> = {
  name: 'team',
  version: 1,
  streams: [adminsStream, 'user-', 'deleted-'],
  events: teamEvents,
  documentIds: () => [markId],
  // A new object: the runner publishes nothing for a document that is the same.
  evolve: () => ({ hasChanges: true }),
  indexEntries: () => ({}),
}
