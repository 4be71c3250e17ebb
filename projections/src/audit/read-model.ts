// The projection of the audit: one document, which is written again for every event of the audit and always says the same. The entries are
// in no read model: `search.ts` makes them from the log. The projection exists for its live updates and their position: they tell the admins
// which of their lists have changed, the audit, and the team and the backups, whose changes are entries of the audit. Clients load the
// lists again: only the server knows which entries match a filter, and only owners may read the invitations.

import { deletionEvents, userEvents } from '@thirty/contracts/accounts/events.ts'
import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { adminEvents } from '@thirty/contracts/team/events.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import type { DocumentChange, LiveUpdate } from '../registered-projection.ts'
import { auditedEvents, isAudited, subjectOf } from './audited-events.ts'
import { streamsWithEntries } from './subjects/subjects.ts'

type AuditMark = { hasEntries: true }

const markId = 'mark'

export const auditProjection: Projection<AuditMark, typeof auditedEvents> = {
  name: 'audit',
  version: 3,
  streams: streamsWithEntries,
  events: auditedEvents,
  documentIds: (event) => (isAudited(event) ? [markId] : []),
  // A new object: the runner publishes nothing for a document that is the same. Without positions, so that a rebuild
  // from a log from which an account was erased has the same result.
  evolve: () => ({ hasEntries: true }),
  indexEntries: () => ({}),
}

/** A change of the status or a deletion does not say whether the user is an admin: the same team is then loaded again. */
const teamEvents = {
  ...adminEvents,
  ...pickEvents(userEvents, 'UserRegistered', 'AdminRightsGranted', 'UserStatusChanged'),
  ...deletionEvents,
}

/** `prepareBackups` computes the statistics of a new backup before admins ask for it. Not awaited: the list computes what is missing, too. */
export const auditUpdates =
  (prepareBackups: () => Promise<void>) =>
  ({ event }: DocumentChange<AuditMark, typeof auditedEvents>): readonly LiveUpdate[] => {
    const room = rooms.admins
    const build = () => {
      prepareBackups().catch(() => undefined)
      return {}
    }
    return [
      { room, message: 'audit.changed' },
      ...(Object.hasOwn(teamEvents, event.type) ? [{ room, message: 'team.changed' } as const] : []),
      ...(subjectOf(event).kind === 'backup' ? [{ room, message: 'backups.changed', build } as const] : []),
    ]
  }
