// Names the streams in which email addresses, usernames and identities of providers are reserved, by digests under a secret key.
//
// The log has no key, but a fingerprint of it: `processes/reservation-key.ts` has it recorded at the first start, compared at every later
// one, and replaced when the names were reserved again under another key (`rebuild-reservations.ts`).

import { createHmac, hash } from 'node:crypto'
import { domainToUnicode } from 'node:url'
import { signInProvider, type SignInProvider } from '@thirty/contracts/accounts/social-sign-in-api.ts'
import { canonicalEmail, canonicalUsername, typedEmail } from '@thirty/contracts/accounts/canonical-names.ts'
import { reservationKeyEvents, type ReservationKeyEvent } from '@thirty/contracts/accounts/sign-in-events.ts'
import { newContext } from '../../idempotency.ts'
import type { Fold, Commands } from '../../fold.ts'

/**
 * The streams in which a unique name is reserved. `stream` reveals nothing about the name. Logs older than the key reserve the name in
 * `olderStream`. Its name contains the username itself, or an unkeyed hash of the email address or identity, with which anyone can test a
 * guess. `streams`: all streams in which the name may be reserved. Earlier versions took the spellings of an international domain for
 * different addresses; the stream of the given spelling comes first, so that two people who have an account each, under one spelling
 * each, are found by their own.
 */
export type UniqueName = { stream: string; olderStream: string; streams: readonly string[] }

type Providers = Readonly<Partial<Record<SignInProvider, string>>>

export type NameStreams = ReturnType<typeof nameStreams>

/**
 * Names the streams of unique names under a key, which is not in the log. `key`: a secret of this installation, which must never change:
 * under another key, all names would be free.
 */
export function nameStreams(key: string) {
  // The purpose is part of the text, so that no digest of one purpose is ever one of another.
  const digest = (purpose: string, text: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, text]))
      .digest('hex')
  const name = (prefix: string, canonical: string, older: string): UniqueName => {
    const stream = `${prefix}-${digest(prefix, canonical)}`
    const olderStream = `${prefix}-${older}`
    return { stream, olderStream, streams: [stream, olderStream] }
  }
  const emailAs = (spelling: string): UniqueName => name('email', spelling, hash('sha256', spelling))
  const email = (address: string): UniqueName => {
    const canonical = canonicalEmail(address)
    const spellings = new Set([typedEmail(address), canonical, withUnicodeDomain(canonical)])
    return { ...emailAs(canonical), streams: [...spellings].flatMap((one) => emailAs(one).streams) }
  }
  const username = (given: string): UniqueName => {
    const canonical = canonicalUsername(given)
    return name('username', canonical, canonical)
  }
  const identity = (provider: SignInProvider, subject: string): UniqueName =>
    name(`identity-${provider}`, subject, hash('sha256', subject))

  return {
    email,
    username,
    /** A user's identity at a sign-in provider. Two providers may use the same subject id for different people. */
    identity,
    /** Returns the names of all identities that are linked to an account. */
    identities: (providers: Providers): UniqueName[] =>
      signInProvider.options.flatMap((provider) => {
        const subject = providers[provider]
        return subject === undefined ? [] : [identity(provider, subject)]
      }),
    /** Returns the name that is an email address or a username; `undefined` if the text can be neither. */
    loginName: (emailOrUsername: string): UniqueName | undefined => {
      if (emailOrUsername.includes('@')) return email(emailOrUsername)
      return /^[a-z0-9_]{3,30}$/.test(canonicalUsername(emailOrUsername))
        ? username(emailOrUsername)
        : undefined
    },
    /** Returns a digest of a login name, for keys outside the log. Without the key, it cannot be tried against guesses. */
    digest: (loginName: string): string => digest('login-name', canonicalEmail(loginName)),
    /** Identifies the key without revealing it. */
    keyFingerprint: digest('key-fingerprint', ''),
  }
}

const withUnicodeDomain = (address: string): string => {
  const domain = address.lastIndexOf('@') + 1
  return address.slice(0, domain) + domainToUnicode(address.slice(domain))
}

/** The single stream of the reservation key. */
export const reservationKeyStream = 'reservation-key'

/** What the log says of the key that it was written under. `setAt` in milliseconds since 1970. */
type StoredKey = { fingerprint: string; setAt: number } | undefined

const storedKeyFold: Fold<StoredKey, ReservationKeyEvent> = {
  events: reservationKeyEvents,
  initial: undefined,
  evolve: (_previous, { data: { fingerprint }, at }) => ({ fingerprint, setAt: Date.parse(at) }),
}

/** The key of this installation is not the one under which the names in its log are reserved. */
export class WrongReservationKey extends Error {
  override name = 'WrongReservationKey'
  constructor() {
    super(
      'RESERVATION_KEY, or reservation-key in DATA_DIR, is not the key under which the email addresses and usernames of this log are reserved: with another key all of them would be free, and nobody could log in. Restore the key from your backup. If it is lost, stop all other processes and start one with --new-reservation-key, which reserves all names again.',
    )
  }
}

/** Returns the fingerprint of the key that the log was written under; undefined before its first start. */
export const recordedFingerprint = async (commands: Commands): Promise<StoredKey> =>
  (await commands.load(reservationKeyStream, storedKeyFold)).state

/** Records the fingerprint of the key of a log that has none, or, with `isNew`, of another key. Call that once all names are reserved again. */
export const recordFingerprint = (commands: Commands, fingerprint: string, { isNew = false } = {}) =>
  commands.handle({
    ...storedKeyFold,
    stream: reservationKeyStream,
    context: newContext(),
    decide: (stored): ReservationKeyEvent[] => {
      const isNeeded = stored === undefined || (isNew && stored.fingerprint !== fingerprint)
      return isNeeded ? [{ type: 'ReservationKeySet', data: { fingerprint } }] : []
    },
  })

/**
 * Records the fingerprint of the reservation key at the first start, and compares it at every later one. Returns when the
 * key was first used. Throws `WrongReservationKey`.
 */
export async function checkFingerprint(commands: Commands, fingerprint: string) {
  const { state } = await recordFingerprint(commands, fingerprint)
  if (state?.fingerprint !== fingerprint) throw new WrongReservationKey()
  return state
}
