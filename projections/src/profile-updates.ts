import { rooms } from '@thirty/contracts/live.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import type { LiveUpdateOf } from './live-update.ts'

/**
 * Tells those who watch the public profiles of these users that they changed. Several read models feed a profile, so each of
 * them sends this after its own change.
 */
export const profileUpdates = (
  users: readonly string[],
  hasListeners: HasListeners,
): LiveUpdateOf<'profile.changed'>[] =>
  users
    .map((user) => rooms.profile(user))
    .filter((room) => hasListeners(room))
    .map((room) => ({ room, message: 'profile.changed', build: () => ({}) }))
