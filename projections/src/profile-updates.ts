import type { EventFamily } from '@thirty/contracts/events/event-definition.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import type { Document } from '@thirty/infra/read-models/projection.ts'
import type { LiveUpdate } from './live-update.ts'
import type { DocumentChange } from './registered-projection.ts'

/**
 * Notifies the viewers of the public profiles of some users that the profiles changed. Several read models feed a profile, so each of
 * them sends this after its own change. `usersOf` returns the ids of the users whose profiles a change concerns.
 */
export const profileUpdates =
  <Doc extends Document, Family extends EventFamily>(
    usersOf: (change: DocumentChange<Doc, Family>) => readonly string[],
  ) =>
  (change: DocumentChange<Doc, Family>): readonly LiveUpdate[] =>
    usersOf(change).map((user) => ({
      room: rooms.profile(user),
      message: 'profile.changed',
      build: () => ({}),
    }))
