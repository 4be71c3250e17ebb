// The log has a fingerprint of the key under which its names are reserved: it is recorded at the first start, compared at every later
// one, and replaced when the names were reserved again under another key.

import { reservationKeyEvents, type ReservationKeyEvent } from '@thirty/contracts/events/reservation-key.ts'
import { newContext } from '../../idempotency.ts'
import type { Fold } from '../../fold.ts'
import type { Commands } from '../../handle.ts'

/** The single stream of the reservation key. */
export const reservationKeyStream = 'reservation-key'

/** The key that this log was written under. `setAt` in milliseconds since 1970. */
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

/** Returns the key that the log was written under; undefined before its first start. */
export const storedReservationKey = async (commands: Commands): Promise<StoredKey> =>
  (await commands.load(reservationKeyStream, storedKeyFold)).state

const recordKey = (commands: Commands, fingerprint: string, isNeeded: (stored: StoredKey) => boolean) =>
  commands.handle({
    ...storedKeyFold,
    stream: reservationKeyStream,
    context: newContext(),
    decide: (stored): ReservationKeyEvent[] =>
      isNeeded(stored) ? [{ type: 'ReservationKeySet', data: { fingerprint } }] : [],
  })

/** Records that the names of a log are reserved under another key from now on. Call it once they are. */
export async function replaceReservationKey(commands: Commands, fingerprint: string): Promise<void> {
  await recordKey(commands, fingerprint, (stored) => stored?.fingerprint !== fingerprint)
}

/**
 * Records the fingerprint of the reservation key at the first start, and compares it at every later one. Returns when the
 * key was first used. Throws `WrongReservationKey`.
 */
export async function checkReservationKey(
  commands: Commands,
  fingerprint: string,
): Promise<NonNullable<StoredKey>> {
  const { state } = await recordKey(commands, fingerprint, (stored) => stored === undefined)
  if (state?.fingerprint !== fingerprint) throw new WrongReservationKey()
  return state
}
