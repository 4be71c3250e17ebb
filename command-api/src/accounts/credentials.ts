import type { CredentialsEvent } from '@thirty/contracts/events/user.ts'
import type { Fold } from '../fold.ts'

/**
 * Hash of a user's password; `undefined` for a user who never had one, and signs in elsewhere; `null` for one whose
 * password was taken away, so that whoever chose it cannot choose it once more by repeating the sign-up.
 */
export type Credentials = string | null | undefined

export const credentialsFold: Fold<Credentials, CredentialsEvent> = {
  initial: undefined,
  evolve: (known, event) => {
    switch (event.type) {
      case 'PasswordSet':
        return event.data.hash
      case 'PasswordRemoved':
        return null
      default:
        return known
    }
  },
}

/** Sets the first password of a user. One that is there stays, and one that was taken away stays away. */
export const chooseFirst = (known: Credentials, hash: string): CredentialsEvent[] =>
  known === undefined ? [{ type: 'PasswordSet', data: { hash } }] : []

/** Takes a password away, and with it the sessions below this version. Without one there is nothing to take. */
export const takeAway = (known: Credentials, sessionVersion: number): CredentialsEvent[] =>
  typeof known === 'string' ? [{ type: 'PasswordRemoved', data: { sessionVersion } }] : []
