import { fullName, username } from '@thirty/contracts/api/accounts/accounts.ts'

/** Stands where nothing that a provider says can be a name here; its owner can change it. */
const fallbackName = 'New participant'

/** A name by our rules for somebody whom a provider calls something: by name, else by handle, else by address. */
export function toFullName(given: { fullName?: string; handle?: string; email: string }): string {
  const [local] = given.email.split('@')
  const fitting = [given.fullName, given.handle, local].map((text) => fullName.safeParse(keepLetters(text)))
  return fitting.find(({ success }) => success)?.data ?? fallbackName
}

/** The handle, where it can be a username here as it is. */
export function toUsername(handle: string | undefined): string | undefined {
  return username.safeParse(handle).data
}

/** What is left of a text when everything that no name has becomes a blank. */
function keepLetters(text = ''): string {
  const letters = text
    .slice(0, 1_000)
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M} '’-]+/gu, ' ')
  const words = letters.split(/\s+/u).filter((word) => /\p{L}/u.test(word))
  return [...words.join(' ')].slice(0, 120).join('').trim()
}
