// Changes the caller's profile: in one step, or in several with a new username.

import type { ProfileRequest } from '@thirty/contracts/accounts/profile-api.ts'
import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { isCausedBy, newContext, stepContext, type CommandContext } from '../../idempotency.ts'
import { refuseMissingAccount } from '../sessions/decide.ts'
import { isAccount, userFold, userStream, type Account, type LoadedAccount } from '../evolve.ts'
import { findReservations } from '../names/name-holders.ts'
import { releaseReservation } from '../names/release-name.ts'
import {
  refuseForbiddenUsername,
  reserveName,
  type ReservationParts,
  type ReservationRef,
} from '../names/reserve-names.ts'
import { changeProfile, claimUsername, isSameUsername } from './decide.ts'
import { changeUser } from '../load-account.ts'

type ChangeOwnProfile = { user: string; request: ProfileRequest; context: CommandContext }

const claimContext = (context: CommandContext): CommandContext => stepContext(context, 'claim')

/**
 * A new username is claimed in the user stream, reserved in the username stream and then set; only then the old one is released. After an
 * interruption at any point, each of the two names belongs to the user or is free again after a minute. Throws `name-taken`, `conflict`.
 */
export async function changeOwnProfile(
  deps: ReservationParts,
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
  { commands }: ReservationParts,
  { user, request, context }: ChangeOwnProfile,
): Promise<LoadedAccount> {
  const { state, position } = await changeUser(commands, user, context, (current) =>
    changeProfile(current, request, claimContext(context).command.id),
  )
  return isAccount(state) ? { id: user, account: state, position } : refuseMissingAccount()
}

async function changeUsername(
  deps: ReservationParts,
  change: ChangeOwnProfile,
  account: Account,
): Promise<LoadedAccount> {
  const { user, context, request } = change
  const { username = '' } = request
  refuseForbiddenUsername(username)
  const oldReservations =
    account.username === undefined
      ? []
      : await findReservations(deps, deps.names.username(account.username), user)
  const reserved = username === '' ? undefined : await claimAndReserve(deps, { user, username, context })
  try {
    const result = await applyChange(deps, change)
    await releaseQuietly(deps, oldReservations, user)
    return result
  } catch (error) {
    if (isNotStored(error) && reserved) await releaseQuietly(deps, [reserved], user)
    throw error
  }
}

/**
 * Only a refused change is certain not to be stored, except for `in-flight`: then the same request is still running. In
 * all other cases the name is free again after a minute unless the change was stored.
 */
const isNotStored = (error: unknown): boolean => error instanceof Refusal && error.code !== 'in-flight'

async function claimAndReserve(
  deps: ReservationParts,
  { user, username, context }: { user: string; username: string; context: CommandContext },
): Promise<ReservationRef | undefined> {
  await changeUser(deps.commands, user, claimContext(context), (current) =>
    claimUsername(current, { username, claim: claimContext(context).command.id }),
  )
  // A new command id: the result of an earlier reservation, released since, must not be returned again.
  const reserveContext = newContext(context)
  try {
    const name = deps.names.username(username)
    return await reserveName(deps, { name, user, context: reserveContext })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'name-taken') throw error
    const taken = say('usernameTaken')
    throw new Refusal('name-taken', taken, { username: taken })
  }
}

/** Releases reservations and ignores errors: the name is free again after a minute in any case. */
async function releaseQuietly(
  deps: ReservationParts,
  reservations: readonly ReservationRef[],
  user: string,
): Promise<void> {
  await Promise.allSettled(reservations.map((ref) => releaseReservation(deps, { ...ref, user })))
}
