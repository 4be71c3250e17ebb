import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Profile } from './evolve.ts'

/** Shows another profile image, or none (null). */
export function changeProfileImage(
  { isRegistered: isThere, image }: Profile,
  wanted: string | null,
): UserEvent[] {
  if (!isThere) refuse('user-not-found', 'User not found')
  return wanted === image ? [] : [{ type: 'ProfileImageChanged', data: { image: wanted } }]
}
