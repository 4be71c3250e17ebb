import type { CredentialsEvent } from '@thirty/contracts/events/user.ts'
import type { Fold } from '../fold.ts'

/** Hash of a user's password; `undefined` for a user without one, who signs in elsewhere. */
export type Credentials = string | undefined

export const credentialsFold: Fold<Credentials, CredentialsEvent> = {
  initial: undefined,
  evolve: (known, event) => (event.type === 'PasswordSet' ? event.data.hash : known),
}

/** Sets the first password of a user. One that is there stays. */
export const chooseFirst = (known: Credentials, hash: string): CredentialsEvent[] =>
  known === undefined ? [{ type: 'PasswordSet', data: { hash } }] : []
