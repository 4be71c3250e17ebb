// The stream of a user's password, the check of a password that somebody who is logged in sends, and the decisions to set a first one and
// to remove it; `set-new-password.ts` replaces it. Second factors are in `two-factor/`.

import { credentialsEvents, type CredentialsEvent } from '@thirty/contracts/accounts/sign-in-events.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { say, type Text } from '@thirty/contracts/texts/text.ts'
import { streamKind } from '../../stream-kind.ts'
import type { PasswordHasher } from './password-hasher.ts'

/**
 * The password of a user; `undefined` if the user never had one. `hash` is null after the password was removed: repeating
 * the sign-up must not set it again. Sessions with a version below `sessionVersion` were opened with an older password.
 */
export type Credentials = { hash: string | null; sessionVersion: number } | undefined

export const credentialStreams = streamKind<Credentials, CredentialsEvent>((id) => `credentials-${id}`, {
  events: credentialsEvents,
  initial: undefined,
  evolve: (_credentials, event) => {
    switch (event.type) {
      case 'PasswordSet':
        return { hash: event.data.hash, sessionVersion: event.data.sessionVersion ?? 0 }
      case 'PasswordRemoved':
        return { hash: null, sessionVersion: event.data.sessionVersion }
    }
  },
})

/** Returns the hash to check a password against; `undefined` for a user without a password. */
export const passwordHash = (credentials: Credentials): string | undefined => credentials?.hash ?? undefined

/** Checks a password of somebody who is logged in. Throws `no-password`, and `wrong-credentials` at `field`. */
export async function requirePassword(
  passwords: Pick<PasswordHasher, 'matches'>,
  credentials: Credentials,
  password: string,
  { field, said }: { field: string; said: Text } = { field: 'password', said: say('wrongPassword') },
): Promise<void> {
  const storedHash = passwordHash(credentials)
  if (storedHash === undefined) refuse('no-password', say('noPasswordYet'))
  if (!(await passwords.matches(password, storedHash))) refuse('wrong-credentials', said, { [field]: said })
}

/** Sets the first password of a user. Does not replace a password, nor restore a removed one. */
export const setInitialPassword = (credentials: Credentials, hash: string): CredentialsEvent[] =>
  credentials === undefined ? [{ type: 'PasswordSet', data: { hash } }] : []

/** Removes the password, if there is one, and ends the sessions with a version below `sessionVersion`. */
export const removePassword = (credentials: Credentials, sessionVersion: number): CredentialsEvent[] =>
  passwordHash(credentials) === undefined ? [] : [{ type: 'PasswordRemoved', data: { sessionVersion } }]
