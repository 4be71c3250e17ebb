import { randomUUID } from 'node:crypto'
import { Refusal } from '@thirty/contracts/refusals.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Commands } from '../../handle.ts'
import type { CommandContext } from '../../idempotency.ts'
import { isAccount, userFold, type Account } from '../evolve.ts'
import { credentialsStream, emailStream, identityStreams, usernameStream, userStream } from '../streams.ts'
import { abandon, expiredHolder, release, reserve, reservationFold, type Holder } from './reservation.ts'

export type ReservationDeps = { commands: Commands; log: Pick<EventLog, 'remove'>; clock: Clock }
type Names = { streams: readonly string[]; user: string; context: CommandContext }

/**
 * Reserves all names for a user, or none. After a crash in between, the names are free again after a minute. Names that
 * the user held before stay reserved: a concurrent attempt may have made an account with them. Throws `name-taken`.
 */
export async function reserveNames(deps: ReservationDeps, { streams, user, context }: Names): Promise<void> {
  const reserved: { stream: string; position: bigint }[] = []
  try {
    for (const stream of streams) {
      // In a fixed order, so that two users who want the same two names never hold one each.
      const { position, isNew } = await tryReserve(deps, { stream, user, context })
      if (isNew && position !== undefined) reserved.push({ stream, position })
    }
  } catch (error) {
    // A name that cannot be released now is free again after a minute.
    await Promise.allSettled(reserved.map((name) => releaseName(deps, { ...name, user, context })))
    throw error
  }
}

type Name = { stream: string; user: string; context: CommandContext }
type ReserveNameOptions = Name & { renew?: boolean }

/**
 * Reserves one name and returns the position of the reservation. With `renew`, reserves it again if the user holds it
 * already. Throws `name-taken`.
 */
export const reserveName = async (
  deps: ReservationDeps,
  name: ReserveNameOptions,
): Promise<bigint | undefined> => (await tryReserve(deps, name)).position

async function tryReserve(
  deps: ReservationDeps,
  { stream, user, context, renew = false }: ReserveNameOptions,
): Promise<{ position: bigint | undefined; isNew: boolean }> {
  const { state } = await deps.commands.load(stream, reservationFold)
  const expired = expiredHolder(state, { user, now: deps.clock() })
  const abandoned = expired && (await abandonHolder(deps, expired, { stream, context })) ? expired : undefined
  const { state: reservation, events } = await deps.commands.handle({
    ...reservationFold,
    stream,
    context,
    decide: (current) => reserve(current, { user, abandoned, renew }),
  })
  const position = reservation.status === 'held' ? reservation.position : undefined
  return { position, isNew: events.length > 0 }
}

/** Releases a name. With a `position`, only the reservation made at that position. */
export function releaseName(
  { commands }: Pick<ReservationDeps, 'commands'>,
  { stream, user, context, position }: Name & { position?: bigint },
) {
  return commands.handle({
    ...reservationFold,
    stream,
    // A new command id: the events must not have the ids of the reservation's events.
    context: { ...context, command: { id: randomUUID() } },
    decide: (reservation) => release(reservation, { user, ...(position !== undefined && { position }) }),
  })
}

/**
 * Abandons the request behind an expired reservation, and returns whether the name is now available. The user stream is
 * changed first: if the other request is only slow, its last step fails, and two accounts never share a name.
 */
async function abandonHolder(
  { commands, log }: ReservationDeps,
  { user }: Holder,
  { stream, context }: Pick<Name, 'stream' | 'context'>,
): Promise<boolean> {
  try {
    const { state } = await commands.handle({
      ...userFold,
      stream: userStream(user),
      context,
      decide: (holder) => abandon(holder, (username) => usernameStream(username) === stream),
    })
    if (isAccount(state)) return !isKnownAs(state, stream)
  } catch (error) {
    // A removed stream belonged to an account that was erased for good.
    if (!(error instanceof Refusal && error.code === 'not-found')) throw error
  }
  await log.remove(credentialsStream(user))
  return true
}

/** Returns whether the name of a reservation is one of the account's names. */
const isKnownAs = ({ email, username, providers }: Account, stream: string): boolean =>
  emailStream(email) === stream ||
  (username !== undefined && usernameStream(username) === stream) ||
  identityStreams(providers).includes(stream)
