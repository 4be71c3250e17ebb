import { hash } from 'node:crypto'
import { signInProvider, type SignInProvider } from '@thirty/contracts/api/accounts/social-sign-in.ts'
import { canonicalEmail, canonicalUsername } from '@thirty/contracts/rules/text/names.ts'

export const userStream = (id: string): string => `user-${id}`
export const credentialsStream = (id: string): string => `credentials-${id}`

/** Stream that says of an account that it is gone. */
export const deletedStream = (id: string): string => `deleted-${id}`

/** The stream of who may act as an admin. */
export const adminsStream = 'admins'

/** Stream of an e-mail address; its name does not tell the address. */
export const emailStream = (email: string): string => `email-${hash('sha256', canonicalEmail(email))}`

export const usernameStream = (username: string): string => `username-${canonicalUsername(username)}`

/** Stream of who somebody is for a sign-in provider, by the id that stays; two providers may give the same one. */
export const identityStream = (provider: SignInProvider, subject: string): string =>
  `identity-${provider}-${hash('sha256', subject)}`

/** Streams of all identities that were linked to an account. */
export const identityStreams = (providers: Partial<Record<SignInProvider, string>>): string[] =>
  signInProvider.options.flatMap((provider) => {
    const subject = providers[provider]
    return subject === undefined ? [] : [identityStream(provider, subject)]
  })

/** Stream that says who signs in under a text; `undefined` for a text that can be no name. */
export function loginNameStream(emailOrUsername: string): string | undefined {
  if (emailOrUsername.includes('@')) return emailStream(emailOrUsername)
  return /^[a-z0-9_]{3,30}$/.test(canonicalUsername(emailOrUsername))
    ? usernameStream(emailOrUsername)
    : undefined
}
