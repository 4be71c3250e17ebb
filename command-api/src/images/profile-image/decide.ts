import { pickEvents, type EventOf } from '@thirty/contracts/events/event-definition.ts'
import { userEvents } from '@thirty/contracts/accounts/events.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { Fold } from '../../fold.ts'

const profileEvents = pickEvents(userEvents, 'UserRegistered', 'ProfileImageChanged')
type ProfileEvent = EventOf<typeof profileEvents>

/** The part of a user that profile images need. `image` is a name in the media store. */
export type Profile = { isRegistered: boolean; image: string | null }

export const profileImageFold: Fold<Profile, ProfileEvent> = {
  events: profileEvents,
  initial: { isRegistered: false, image: null },
  evolve: (profile, event) =>
    event.type === 'UserRegistered'
      ? { ...profile, isRegistered: true }
      : { ...profile, image: event.data.image },
}

/** Replaces the profile image; null removes it. */
export function changeProfileImage(
  { isRegistered, image }: Profile,
  requested: string | null,
): ProfileEvent[] {
  if (!isRegistered) refuse('user-not-found', say('userNotFound'))
  return requested === image ? [] : [{ type: 'ProfileImageChanged', data: { image: requested } }]
}
