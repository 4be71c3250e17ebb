import { credentialsEvents, type CredentialsEvent } from '@thirty/contracts/events/user.ts'
import type { Fold } from '../../fold.ts'

/**
 * The password of a user: `undefined` for a user who never had one, and signs in elsewhere. `hash` is null when it was
 * taken away, so that whoever chose it cannot choose it once more by repeating the sign-up. Sessions of a version below
 * `sessionVersion` were opened with another password.
 */
export type Credentials = { hash: string | null; sessionVersion: number } | undefined

export const credentialsFold: Fold<Credentials, CredentialsEvent> = {
  events: credentialsEvents,
  initial: undefined,
  evolve: (known, event) => {
    switch (event.type) {
      case 'PasswordSet':
        return { hash: event.data.hash, sessionVersion: event.data.sessionVersion ?? 0 }
      case 'PasswordRemoved':
        return { hash: null, sessionVersion: event.data.sessionVersion }
      default:
        return known
    }
  },
}

/** The hash to check a password against; `undefined` for who has no password. */
export const passwordHash = (known: Credentials): string | undefined => known?.hash ?? undefined

/** Sets the first password of a user. One that is there stays, and one that was taken away stays away. */
export const setInitialPassword = (known: Credentials, hash: string): CredentialsEvent[] =>
  known === undefined ? [{ type: 'PasswordSet', data: { hash } }] : []

/** Takes a password away, and with it the sessions below this version. Without one there is nothing to take. */
export const removePassword = (known: Credentials, sessionVersion: number): CredentialsEvent[] =>
  passwordHash(known) === undefined ? [] : [{ type: 'PasswordRemoved', data: { sessionVersion } }]

/** What is to be replaced: the hash, null where there is none. Ends the decision where another one came in between. */
export type ExpectedHash = { hash: string | null; onMismatch: () => never }

/** `instead`: what stood there when the right to replace it was checked; whatever is there when missing. */
type NewHash = { hash: string; sessionVersion: number; expected?: ExpectedHash | undefined }

/** Sets a new password, or the first. */
export function replacePassword(
  known: Credentials,
  { hash, sessionVersion, expected: instead }: NewHash,
): CredentialsEvent[] {
  if (instead !== undefined && (known?.hash ?? null) !== instead.hash) instead.onMismatch()
  return [{ type: 'PasswordSet', data: { hash, sessionVersion } }]
}
