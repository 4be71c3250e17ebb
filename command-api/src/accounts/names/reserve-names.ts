import { refuse, Refusal, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { isReservedUsername } from '@thirty/contracts/accounts/reserved-usernames.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { CommandContext } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import { isAccount, type Account } from '../evolve.ts'
import { loadAccount, changeUser } from '../load-account.ts'
import { credentialsStream } from '../password/credentials.ts'
import { eraseNamesOfDeleted, releaseReservation } from './erase-name.ts'
import type { NameStreams, UniqueName } from './name-streams.ts'
import {
  abandon,
  expiredHolder,
  reserve,
  reservationFold,
  type Holder,
  type Reservation,
} from './reservation.ts'

export type ReservationParts = With<'commands' | 'log' | 'clock' | 'names'>
type Names = { names: readonly UniqueName[]; user: string; context: CommandContext }

/** A reservation that a user made in a stream, at a log position. */
export type ReservationRef = { stream: string; position: bigint }

/**
 * Reserves all names for a user, or none. After a crash in between, the names are free again after a minute. Names that
 * the user held before stay reserved: a concurrent attempt may have made an account with them. Throws `name-taken`, and
 * `not-found` for a deleted user.
 */
export async function reserveNames(deps: ReservationParts, { names, user, context }: Names): Promise<void> {
  const reserved: ReservationRef[] = []
  try {
    // In a fixed order, so that two users who want the same two names never hold one each.
    for (const name of names) {
      const { ref, isNew } = await reserveIfFree(deps, { name, user, context })
      if (isNew && ref !== undefined) reserved.push(ref)
    }
    await refuseDeleted(deps, names, user)
  } catch (error) {
    // A name that cannot be released now is free again after a minute.
    await Promise.allSettled(reserved.map((ref) => releaseReservation(deps, { ...ref, user })))
    throw error
  }
}

/** Whether a reservation was refused because somebody else has the name. */
export async function isTaken(reservation: Promise<void>): Promise<boolean> {
  try {
    await reservation
    return false
  } catch (error) {
    if (error instanceof Refusal && error.code === 'name-taken') return true
    throw error
  }
}

type Name = { name: UniqueName; user: string; context: CommandContext }
type ReserveNameOptions = Name & { renew?: boolean }

/**
 * Reserves one name and returns its reservation. With `renew`, reserves it again if the user holds it already. Throws
 * `name-taken`, and `not-found` for a deleted user.
 */
export async function reserveName(
  deps: ReservationParts,
  options: ReserveNameOptions,
): Promise<ReservationRef | undefined> {
  const { ref } = await reserveIfFree(deps, options)
  await refuseDeleted(deps, [options.name], options.user)
  return ref
}

/** Checked after the reservation: a deletion that is recorded later erases the name itself. */
async function refuseDeleted(
  deps: ReservationParts,
  names: readonly UniqueName[],
  user: string,
): Promise<void> {
  if (await eraseNamesOfDeleted(deps, names, user)) refuse('not-found', say('noLongerExists'))
}

type ReservedStream = { ref: ReservationRef | undefined; isNew: boolean }

/** Reserves a name in its stream, unless another user holds it in another one of its streams. */
async function reserveIfFree(
  deps: ReservationParts,
  { name: { stream, streams }, ...options }: ReserveNameOptions,
): Promise<ReservedStream> {
  for (const other of streams) if (other !== stream) await refuseIfTaken(deps, { ...options, stream: other })
  return tryReserve(deps, { ...options, stream })
}

type InStream = { stream: string; user: string; context: CommandContext }

async function tryReserve(
  deps: ReservationParts,
  { stream, user, context, renew = false }: InStream & { renew?: boolean },
): Promise<ReservedStream> {
  const { state: before } = await deps.commands.load(stream, reservationFold)
  const abandoned = await findAbandoned(deps, before, { stream, user, context })
  const { state, events } = await deps.commands.handle({
    ...reservationFold,
    stream,
    context,
    decide: (current) => reserve(current, { user, abandoned, renew }),
  })
  const ref = state.status === 'held' ? { stream, position: state.position } : undefined
  return { ref, isNew: events.length > 0 }
}

/** Throws `name-taken` if another user holds the name in this stream, which is only read. */
async function refuseIfTaken(deps: ReservationParts, { stream, user, context }: InStream): Promise<void> {
  const { state } = await deps.commands.load(stream, reservationFold)
  reserve(state, { user, abandoned: await findAbandoned(deps, state, { stream, user, context }) })
}

/** Returns the holder of a reservation if it has expired and the request behind it was abandoned. */
async function findAbandoned(
  deps: ReservationParts,
  reservation: Reservation,
  { stream, user, context }: InStream,
): Promise<Holder | undefined> {
  const expired = expiredHolder(reservation, { user, now: deps.clock() })
  return expired && (await abandonHolder(deps, expired, { stream, context })) ? expired : undefined
}

/** Returns the reservations of a name that a user holds. Their positions distinguish them from newer ones. */
export async function findReservations(
  { commands }: With<'commands'>,
  { streams }: UniqueName,
  user: string,
): Promise<ReservationRef[]> {
  const refs: ReservationRef[] = []
  for (const one of streams) {
    const { state } = await commands.load(one, reservationFold)
    if (state.status === 'held' && state.user === user) refs.push({ stream: one, position: state.position })
  }
  return refs
}

/**
 * Returns the user who holds a name. Several users can hold it, in one of its streams each, if they reserved it at the same time or
 * under several spellings: then the first with an account, else the first.
 */
export async function findNameHolder(deps: With<'commands'>, name: UniqueName): Promise<string | undefined> {
  const holders = await findNameHolders(deps, name)
  // No account is loaded in the usual case: an unknown name must take the same steps as a known one.
  if (holders.length > 1)
    for (const holder of holders) if (await loadAccount(deps.commands, holder)) return holder
  return holders[0]
}

/** Returns the account that holds a name; `undefined` without one, also while somebody signs up with the name. */
export async function findNameOwner(
  deps: With<'commands'>,
  name: UniqueName,
): Promise<{ id: string; account: Account } | undefined> {
  const id = await findNameHolder(deps, name)
  const account = id === undefined ? undefined : await loadAccount(deps.commands, id)
  return id === undefined || account === undefined ? undefined : { id, account }
}

async function findNameHolders({ commands }: With<'commands'>, { streams }: UniqueName): Promise<string[]> {
  const reservations = await Promise.all(streams.map((one) => commands.load(one, reservationFold)))
  const users = reservations.flatMap(({ state }) => (state.status === 'held' ? [state.user] : []))
  return [...new Set(users)]
}

/**
 * Abandons the request behind an expired reservation, and returns whether the name is now available. The user stream is
 * changed first: if the other request is only slow, its last step fails, and two accounts never share a name.
 */
async function abandonHolder(
  { commands, log, names }: ReservationParts,
  { user }: Holder,
  { stream, context }: Pick<InStream, 'stream' | 'context'>,
): Promise<boolean> {
  const isIn = ({ streams }: UniqueName) => streams.includes(stream)
  try {
    const { state } = await changeUser(commands, user, context, (holder) =>
      abandon(holder, (username) => isIn(names.username(username))),
    )
    if (isAccount(state)) return !namesOf(names, state).some(isIn)
  } catch (error) {
    // A removed stream belonged to an account that was erased for good.
    if (!(error instanceof Refusal && error.code === 'not-found')) throw error
  }
  await log.remove(credentialsStream(user))
  return true
}

/** Returns the names of an account. */
export const namesOf = (names: NameStreams, { email, username, providers }: Account): UniqueName[] => [
  names.email(email),
  ...(username === undefined ? [] : [names.username(username)]),
  ...names.identities(providers),
]

/** Throws `invalid-fields` at `username` for a reserved username. Accounts that have one already keep it. */
export function refuseReservedUsername(username: string): void {
  if (!isReservedUsername(username)) return
  refuseField('username', say('usernameReserved'))
}
