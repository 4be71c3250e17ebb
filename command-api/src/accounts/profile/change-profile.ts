import { randomUUID } from 'node:crypto'
import type { ProfileRequest } from '@thirty/contracts/api/accounts/profile.ts'
import { Refusal } from '@thirty/contracts/refusals.ts'
import { isCausedBy, stepContext, type CommandContext } from '../../idempotency.ts'
import { refuseMissingAccount } from '../decide.ts'
import { isAccount, userFold, type Account, type LoadedAccount } from '../evolve.ts'
import { reservationFold } from '../names/reservation.ts'
import { releaseName, reserveName, type ReservationDeps } from '../names/reserve-names.ts'
import { usernameStream, userStream } from '../streams.ts'
import { changeProfile, claimUsername, isSameUsername } from './decide.ts'

type ChangeOwnProfile = { user: string; request: ProfileRequest; context: CommandContext }

const claimContext = (context: CommandContext): CommandContext => stepContext(context, 'claim')

/**
 * Changes the caller's profile. A new username is claimed in the user stream, reserved in the username stream and then set;
 * only then the old one is released. After an interruption at any point, each of the two names belongs to the user or is
 * free again after a minute. Throws `name-taken`, `conflict`.
 */
export async function changeOwnProfile(
  deps: ReservationDeps,
  change: ChangeOwnProfile,
): Promise<LoadedAccount> {
  const { user, request, context } = change
  const { state, events } = await deps.commands.load(userStream(user), userFold)
  if (!isAccount(state)) refuseMissingAccount()
  const isRetry = events.some(({ metadata }) => isCausedBy(context.command, metadata.causation))
  const isRenamed = request.username !== undefined && !isSameUsername(request.username, state.username)
  return isRetry || !isRenamed ? applyChange(deps, change) : changeUsername(deps, change, state)
}

async function applyChange(
  { commands }: ReservationDeps,
  { user, request, context }: ChangeOwnProfile,
): Promise<LoadedAccount> {
  const { state, position } = await commands.handle({
    ...userFold,
    stream: userStream(user),
    context,
    decide: (current) => changeProfile(current, request, claimContext(context).command.id),
  })
  return isAccount(state) ? { id: user, account: state, position } : refuseMissingAccount()
}

async function changeUsername(
  deps: ReservationDeps,
  change: ChangeOwnProfile,
  account: Account,
): Promise<LoadedAccount> {
  const { user, context, request } = change
  const { username = '' } = request
  const oldReservation =
    account.username === undefined ? undefined : await findReservation(deps, account.username, user)
  const newReservation =
    username === '' ? undefined : await claimAndReserve(deps, { user, username, context })
  try {
    const result = await applyChange(deps, change)
    if (oldReservation !== undefined) await releaseQuietly(deps, { ...oldReservation, user, context })
    return result
  } catch (error) {
    if (newReservation !== undefined && isNotStored(error))
      await releaseQuietly(deps, { ...newReservation, user, context })
    throw error
  }
}

/**
 * Only a refused change is certain not to be stored, except for `in-flight`: then the same request is still running. In
 * all other cases the name is free again after a minute unless the change was stored.
 */
const isNotStored = (error: unknown): boolean => error instanceof Refusal && error.code !== 'in-flight'

type ReservationRef = { stream: string; position: bigint }

/** Returns the reservation of the user's current name. Its position distinguishes it from a newer reservation. */
async function findReservation(
  { commands }: ReservationDeps,
  username: string,
  user: string,
): Promise<ReservationRef | undefined> {
  const stream = usernameStream(username)
  const { state } = await commands.load(stream, reservationFold)
  return state.status === 'held' && state.user === user ? { stream, position: state.position } : undefined
}

async function claimAndReserve(
  deps: ReservationDeps,
  { user, username, context }: { user: string; username: string; context: CommandContext },
): Promise<ReservationRef | undefined> {
  const stream = usernameStream(username)
  await deps.commands.handle({
    ...userFold,
    stream: userStream(user),
    context: claimContext(context),
    decide: (current) => claimUsername(current, { username, claim: claimContext(context).command.id }),
  })
  // A new command id: the result of an earlier reservation, released since, must not be returned again.
  const reserveContext: CommandContext = { ...context, command: { id: randomUUID() } }
  try {
    const position = await reserveName(deps, { stream, user, context: reserveContext, renew: true })
    return position === undefined ? undefined : { stream, position }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'name-taken') throw error
    const message = 'This username is already taken'
    throw new Refusal('name-taken', message, { username: message })
  }
}

/** Releases a reservation and ignores errors: the name is free again after a minute in any case. */
async function releaseQuietly(
  deps: ReservationDeps,
  name: ReservationRef & { user: string; context: CommandContext },
): Promise<void> {
  await Promise.allSettled([releaseName(deps, name)])
}
