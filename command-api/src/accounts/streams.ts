import { hash } from 'node:crypto'
import { signInProvider, type SignInProvider } from '@thirty/contracts/api/accounts/social-sign-in.ts'
import { canonicalEmail, canonicalUsername } from '@thirty/contracts/rules/text/names.ts'

export const userStream = (id: string): string => `user-${id}`
export const credentialsStream = (id: string): string => `credentials-${id}`

/** Stream with the deletion of an account; it is kept after the user's data is erased. */
export const deletedStream = (id: string): string => `deleted-${id}`

/** Stream of the admin list. */
export const adminsStream = 'admins'

/** Stream of an email address. Its name does not reveal the address. */
export const emailStream = (email: string): string => `email-${hash('sha256', canonicalEmail(email))}`

export const usernameStream = (username: string): string => `username-${canonicalUsername(username)}`

/** Stream of a user's identity at a sign-in provider. Two providers may use the same subject id for different people. */
export const identityStream = (provider: SignInProvider, subject: string): string =>
  `identity-${provider}-${hash('sha256', subject)}`

/** Returns the streams of all identities that are linked to an account. */
export const identityStreams = (providers: Partial<Record<SignInProvider, string>>): string[] =>
  signInProvider.options.flatMap((provider) => {
    const subject = providers[provider]
    return subject === undefined ? [] : [identityStream(provider, subject)]
  })

/** Returns the stream of the email address or username; `undefined` if the text can be neither. */
export function loginNameStream(emailOrUsername: string): string | undefined {
  if (emailOrUsername.includes('@')) return emailStream(emailOrUsername)
  return /^[a-z0-9_]{3,30}$/.test(canonicalUsername(emailOrUsername))
    ? usernameStream(emailOrUsername)
    : undefined
}
