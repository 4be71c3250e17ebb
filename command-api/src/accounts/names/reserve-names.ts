// Reserves email addresses, usernames and identities of providers for users, so that no two accounts have the same one. Also
// lists the names of an account, and refuses usernames that nobody may have.

import { refuse, Refusal, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { isForbiddenUsername } from '@thirty/contracts/accounts/forbidden-usernames.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { CommandContext } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import { isAccount, type Account } from '../evolve.ts'
import { eraseNamesOfDeleted } from './erase-name.ts'
import { releaseQuietly, type ReservationRef } from './name-holders.ts'
import type { NameStreams, UniqueName } from './name-streams.ts'
import {
  abandon,
  expiredHolder,
  reserve,
  reservations,
  type Holder,
  type Reservation,
} from './reservation.ts'
import { credentialStreams } from '../password/credentials.ts'
import { users } from '../load-account.ts'

export type ReservationParts = With<'commands' | 'log' | 'clock' | 'names'>

/** `renew`: also reserves again what the user holds already, so that no concurrent release of it has an effect. */
type Names = { names: readonly UniqueName[]; user: string; context: CommandContext; renew?: boolean }

/**
 * Reserves all names for a user, or none, and returns the reservations of names that the user did not hold. After a crash in between, the
 * names are free again after a minute. Names that the user held before stay reserved, also renewed: a concurrent attempt may have made an
 * account with them. Throws `name-taken`, and `not-found` for a deleted user.
 */
export async function reserveNames(
  deps: ReservationParts,
  { names, user, context, renew = false }: Names,
): Promise<readonly ReservationRef[]> {
  const { commands } = deps
  const reserved: ReservationRef[] = []
  try {
    // In a fixed order, so that two users who want the same two names never hold one each.
    for (const { stream, streams } of names) {
      // Another user may hold it under another spelling, or since an older release.
      for (const other of streams)
        if (other !== stream) {
          const { state, abandoned } = await abandonExpired(deps, other, { user, context })
          reserve(state, { user, abandoned })
        }
      const { abandoned } = await abandonExpired(deps, stream, { user, context })
      let wasHeld = false
      const { state } = await reservations.change(commands, stream, context, (current) => {
        wasHeld = current.status === 'held' && current.user === user
        return reserve(current, { user, abandoned, renew })
      })
      if (!wasHeld && state.status === 'held') reserved.push({ stream, user, position: state.position })
    }
    // Checked after the reservation: a deletion that is recorded later erases the names itself.
    if (await eraseNamesOfDeleted(deps, names, user)) refuse('not-found', say('noLongerExists'))
    return reserved
  } catch (error) {
    await releaseQuietly(deps, reserved)
    throw error
  }
}

/** Waits for a reservation, and returns whether it was refused because somebody else has the name. Throws any other error. */
export async function isTaken(reservation: Promise<unknown>): Promise<boolean> {
  try {
    await reservation
    return false
  } catch (error) {
    if (error instanceof Refusal && error.code === 'name-taken') return true
    throw error
  }
}

/**
 * Loads the reservation in a stream. If it has expired, abandons the request behind it, and returns its holder if the name is now
 * available.
 */
async function abandonExpired(
  deps: ReservationParts,
  stream: string,
  { user, context }: Pick<Names, 'user' | 'context'>,
): Promise<{ state: Reservation; abandoned: Holder | undefined }> {
  const { state } = await reservations.load(deps.commands, stream)
  const expired = expiredHolder(state, { user, now: deps.clock() })
  const isAbandoned = expired && (await abandonHolder(deps, expired.user, stream, context))
  return { state, abandoned: isAbandoned ? expired : undefined }
}

/** The user stream is changed first: if the other request is only slow, its last step fails, and two accounts never share a name. */
async function abandonHolder(
  { commands, log, names }: ReservationParts,
  user: string,
  stream: string,
  context: CommandContext,
): Promise<boolean> {
  const isIn = ({ streams }: UniqueName) => streams.includes(stream)
  try {
    const { state } = await users.change(commands, user, context, (holder) =>
      abandon(holder, (username) => isIn(names.username(username))),
    )
    if (isAccount(state)) return !namesOf(names, state).some(isIn)
  } catch (error) {
    // A removed stream belonged to an account that was erased for good.
    if (!(error instanceof Refusal && error.code === 'not-found')) throw error
  }
  await log.remove(credentialStreams.nameOf(user))
  return true
}

/** Returns the names of an account, or of one that somebody signs up for. */
export const namesOf = (
  names: NameStreams,
  { email, username, providers = {} }: Pick<Account, 'email'> & Partial<Account>,
): UniqueName[] => [
  names.email(email),
  ...(username === undefined ? [] : [names.username(username)]),
  ...names.identities(providers),
]

/** Throws `invalid-fields` at `username` for a forbidden username. Accounts that have one already keep it. */
export function refuseForbiddenUsername(username: string): void {
  if (!isForbiddenUsername(username)) return
  refuseField('username', say('usernameReserved'))
}
