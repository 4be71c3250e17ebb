// Makes a valid full name and username from the profile at an identity provider.

import { fullName, username } from '@thirty/contracts/accounts/api.ts'
import { nameCharacters, toOrdinaryName } from '@thirty/contracts/accounts/person-name.ts'
import { isForbiddenUsername } from '@thirty/contracts/accounts/forbidden-usernames.ts'

/** Full name if the provider returns nothing that is a valid name here. The user can change it. */
const fallbackName = 'New participant'

/** Returns a valid full name from a profile: its name, else its username, else the local part of the email address. */
export function toFullName(profile: { fullName?: string; handle?: string; email: string }): string {
  const localPart = profile.email.split('@')[0]?.replaceAll('.', ' ')
  const candidates = [profile.fullName, profile.handle, localPart].map((text) =>
    fullName.safeParse(keepLetters(text)),
  )
  return candidates.find(({ success }) => success)?.data ?? fallbackName
}

/** Returns the provider username if it is a valid username here that is not reserved, unchanged. */
export function toUsername(handle: string | undefined): string | undefined {
  const valid = username.safeParse(handle).data
  return valid === undefined || isForbiddenUsername(valid) ? undefined : valid
}

/** Replaces everything that cannot be part of a name by spaces. */
function keepLetters(text = ''): string {
  const characters = [...toOrdinaryName(text.slice(0, 1_000))]
  const letters = characters.map((character) => (nameCharacters.test(character) ? character : ' ')).join('')
  const words = letters.split(' ').filter((word) => /\p{L}/u.test(word))
  return [...words.join(' ')].slice(0, 120).join('').trim()
}
