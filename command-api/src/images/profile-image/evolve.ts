import type { UserEvent } from '@thirty/contracts/events/user.ts'

/** As much of a user as a picture asks for; `image` is its name in the media store. Nobody is there without an account. */
export type Profile = { isRegistered: boolean; image: string | null }

export const noProfile: Profile = { isRegistered: false, image: null }

export function evolve(profile: Profile, event: UserEvent): Profile {
  if (event.type === 'UserRegistered') return { ...profile, isRegistered: true }
  return event.type === 'ProfileImageChanged' ? { ...profile, image: event.data.image } : profile
}
