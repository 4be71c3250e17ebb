import { randomUUID } from 'node:crypto'
import type { ProfileRequest } from '@thirty/contracts/api/accounts/profile.ts'
import { Refusal } from '@thirty/contracts/refusals.ts'
import { isCausedBy, type CommandContext } from '../../idempotency.ts'
import { isAccount, type Account } from '../evolve.ts'
import type { LoadedAccount } from '../sessions/log-in.ts'
import { stepContext } from '../password/set-new-password.ts'
import { changeProfile, claimUsername, isSameUsername, refuseMissingAccount } from './decide.ts'
import { reservationFold } from '../names/reservation.ts'
import { releaseName, reserveName, userFold, type ReservationDeps } from '../names/reserve-names.ts'
import { usernameStream, userStream } from '../streams.ts'

type ChangeOwnProfile = { user: string; request: ProfileRequest; context: CommandContext }

const claimContext = (context: CommandContext): CommandContext => stepContext(context, 'claim')

/**
 * Changes the own profile. A new username is claimed in the user's own stream, reserved in its own, made the user's,
 * and only then the old one is given back: wherever this stops, both names belong to the user or are free again after a
 * minute. Throws `name-taken`, `conflict`.
 */
export async function changeOwnProfile(
  deps: ReservationDeps,
  change: ChangeOwnProfile,
): Promise<LoadedAccount> {
  const { user, request, context } = change
  const { state, events } = await deps.commands.load(userStream(user), userFold)
  if (!isAccount(state)) refuseMissingAccount()
  const isDone = events.some(({ metadata }) => isCausedBy(context.command, metadata.causation))
  const isRenamed = request.username !== undefined && !isSameUsername(request.username, state.username)
  return isDone || !isRenamed ? applyChange(deps, change) : changeUsername(deps, change, state)
}

async function applyChange(
  { commands }: ReservationDeps,
  { user, request, context }: ChangeOwnProfile,
): Promise<LoadedAccount> {
  const { state, position } = await commands.handle({
    ...userFold,
    stream: userStream(user),
    context,
    decide: (present) => changeProfile(present, request, claimContext(context).command.id),
  })
  return isAccount(state) ? { id: user, account: state, position } : refuseMissingAccount()
}

async function changeUsername(
  deps: ReservationDeps,
  change: ChangeOwnProfile,
  before: Account,
): Promise<LoadedAccount> {
  const { user, context, request } = change
  const { username = '' } = request
  const old = before.username === undefined ? undefined : await findReservation(deps, before.username, user)
  const taken = username === '' ? undefined : await claimAndReserve(deps, { user, username, context })
  try {
    const answer = await applyChange(deps, change)
    if (old !== undefined) await releaseQuietly(deps, { ...old, user, context })
    return answer
  } catch (problem) {
    if (taken !== undefined && isNotStored(problem)) await releaseQuietly(deps, { ...taken, user, context })
    throw problem
  }
}

/**
 * Only what was refused is certain not to be stored, and then not by "in flight": that speaks of the same request, which
 * is still being stored. Any other name is free again after a minute, if nobody goes by it.
 */
const isNotStored = (problem: unknown): boolean => problem instanceof Refusal && problem.code !== 'in-flight'

type ReservationRef = { stream: string; position: bigint }

/** The hold of a user's present name. Whoever takes the name anew holds it in another way. */
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
    decide: (present) => claimUsername(present, { username, claim: claimContext(context).command.id }),
  })
  // A command of its own: a hold that was given back since must not be answered once more.
  const reserving: CommandContext = { ...context, command: { id: randomUUID() } }
  try {
    const position = await reserveName(deps, { stream, user, context: reserving, renew: true })
    return position === undefined ? undefined : { stream, position }
  } catch (problem) {
    if (!(problem instanceof Refusal) || problem.code !== 'name-taken') throw problem
    const message = 'This username is already taken'
    throw new Refusal('name-taken', message, { username: message })
  }
}

/** The change stands, or is refused, whether or not this succeeds: a name that nobody goes by is free after a minute. */
async function releaseQuietly(
  deps: ReservationDeps,
  name: ReservationRef & { user: string; context: CommandContext },
): Promise<void> {
  await Promise.allSettled([releaseName(deps, name)])
}
