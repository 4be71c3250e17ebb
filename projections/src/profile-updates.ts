import type { EventFamily } from '@thirty/contracts/events/event-definition.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import type { Document } from '@thirty/infra/read-models/read-models.ts'
import type { LiveUpdate } from './live-update.ts'
import type { DocumentChange } from './registered-projection.ts'

/**
 * Notifies the viewers of the public profiles of some users that the profiles changed. Several read models feed a profile, so each of
 * them sends this after its own change. `usersOf` returns the ids of the users whose profiles a change concerns.
 */
export const profileUpdates =
  <Doc extends Document, Family extends EventFamily>(
    usersOf: (change: DocumentChange<Doc, Family>) => readonly string[],
    hasListeners: HasListeners,
  ) =>
  (change: DocumentChange<Doc, Family>): readonly LiveUpdate[] =>
    usersOf(change)
      .map((user) => rooms.profile(user))
      .filter((room) => hasListeners(room))
      .map((room) => ({ room, message: 'profile.changed', build: () => ({}) }))
