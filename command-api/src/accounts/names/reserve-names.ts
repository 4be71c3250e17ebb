import { randomUUID } from 'node:crypto'
import { userEvents, type UserEvent } from '@thirty/contracts/events/user.ts'
import { Refusal } from '@thirty/contracts/refusals.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Fold } from '../../fold.ts'
import type { Commands } from '../../handle.ts'
import type { CommandContext } from '../../idempotency.ts'
import { abandon } from '../decide.ts'
import { evolve, isAccount, noUser, type Account, type User } from '../evolve.ts'
import { expiredHolder, release, reserve, reservationFold, type Holder } from './reservation.ts'
import { credentialsStream, emailStream, identityStreams, usernameStream, userStream } from '../streams.ts'

export const userFold: Fold<User, UserEvent> = { events: userEvents, initial: noUser, evolve }

export type ReservationDeps = { commands: Commands; log: Pick<EventLog, 'remove'>; clock: Clock }
type Names = { streams: readonly string[]; user: string; context: CommandContext }

/**
 * Reserves names for a user who is about to be: all or none. A crash in between costs a minute. What the user held before
 * is not given back: somebody who comes once more may be known under it by now. Throws `name-taken`.
 */
export async function reserveNames(deps: ReservationDeps, { streams, user, context }: Names): Promise<void> {
  const held: { stream: string; position: bigint }[] = []
  try {
    for (const stream of streams) {
      // In order, so that two who want the same two names never hold one each.
      const { position, isNew } = await tryReserve(deps, { stream, user, context })
      if (isNew && position !== undefined) held.push({ stream, position })
    }
  } catch (problem) {
    // What cannot be given back now is free again after a minute.
    await Promise.allSettled(held.map((name) => releaseName(deps, { ...name, user, context })))
    throw problem
  }
}

type Name = { stream: string; user: string; context: CommandContext }
type ReserveNameOptions = Name & { renew?: boolean }

/** Reserves one name. `renewed`: also when the user holds it already. Answers where it stands. Throws `name-taken`. */
export const reserveName = async (
  deps: ReservationDeps,
  name: ReserveNameOptions,
): Promise<bigint | undefined> => (await tryReserve(deps, name)).position

/** The hold of a name, and whether it was made just now. */
async function tryReserve(
  deps: ReservationDeps,
  { stream, user, context, renew: renewed = false }: ReserveNameOptions,
) {
  const { state } = await deps.commands.load(stream, reservationFold)
  const overdue = expiredHolder(state, { user, now: deps.clock() })
  const abandoned = overdue && (await isAbandoned(deps, overdue, { stream, context })) ? overdue : undefined
  const { state: reserved, events } = await deps.commands.handle({
    ...reservationFold,
    stream,
    context,
    decide: (reservation) => reserve(reservation, { user, abandoned, renew: renewed }),
  })
  return { position: reserved.status === 'held' ? reserved.position : undefined, isNew: events.length > 0 }
}

/** Gives a name back, or only the hold of it that was made at a position. */
export function releaseName(
  { commands }: Pick<ReservationDeps, 'commands'>,
  { stream, user, context, position }: Name & { position?: bigint },
) {
  return commands.handle({
    ...reservationFold,
    stream,
    // A command of its own: the ids of its events must not be those of the reservation.
    context: { ...context, command: { id: randomUUID() } },
    decide: (reservation) => release(reservation, { user, ...(position !== undefined && { position }) }),
  })
}

/**
 * Whether what a name was reserved for never came to its end. It is closed before we say so: if it is only slow, its
 * last step now fails, and there are never two accounts of one name.
 */
async function isAbandoned(
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
  } catch (problem) {
    // A removed stream was an account once, and is none for ever.
    if (!(problem instanceof Refusal && problem.code === 'not-found')) throw problem
  }
  await log.remove(credentialsStream(user))
  return true
}

/** Whether an account is known under the name of a reservation. */
const isKnownAs = ({ email, username, providers }: Account, stream: string): boolean =>
  emailStream(email) === stream ||
  (username !== undefined && usernameStream(username) === stream) ||
  identityStreams(providers).includes(stream)
