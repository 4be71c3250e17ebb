import { randomUUID } from 'node:crypto'
import type { ProfileRequest } from '@thirty/contracts/api/profile.ts'
import { Refusal } from '@thirty/contracts/refusals.ts'
import { isCausedBy, type Asker } from '../idempotency.ts'
import { isAccount, type Account } from './evolve.ts'
import type { SignedIn } from './log-in.ts'
import { partOf } from './new-password.ts'
import { changeProfile, claim, isSameName, refuseGone } from './profile.ts'
import { reservationFold } from './reservation.ts'
import { releaseName, reserveName, userFold, type NameDeps } from './reserving.ts'
import { usernameStream, userStream } from './streams.ts'

type Change = { user: string; request: ProfileRequest; asker: Asker }

const claimOf = (asker: Asker): Asker => partOf(asker, 'claim')

/**
 * Changes the own profile. A new username is claimed in the user's own stream, reserved in its own, made the user's,
 * and only then the old one is given back: wherever this stops, both names belong to the user or are free again after a
 * minute. Throws `name-taken`, `conflict`.
 */
export async function changeOwnProfile(deps: NameDeps, change: Change): Promise<SignedIn> {
  const { user, request, asker } = change
  const { state, events } = await deps.commands.load(userStream(user), userFold)
  if (!isAccount(state)) refuseGone()
  const isDone = events.some(({ metadata }) => isCausedBy(asker.command, metadata.causation))
  const isRenamed = request.username !== undefined && !isSameName(request.username, state.username)
  return isDone || !isRenamed ? changed(deps, change) : renamed(deps, change, state)
}

async function changed({ commands }: NameDeps, { user, request, asker }: Change): Promise<SignedIn> {
  const { state, position } = await commands.handle({
    ...userFold,
    stream: userStream(user),
    asker,
    decide: (present) => changeProfile(present, request, claimOf(asker).command.id),
  })
  return isAccount(state) ? { id: user, account: state, position } : refuseGone()
}

async function renamed(deps: NameDeps, change: Change, before: Account): Promise<SignedIn> {
  const { user, asker, request } = change
  const { username = '' } = request
  const old = before.username === undefined ? undefined : await holdOf(deps, before.username, user)
  const taken = username === '' ? undefined : await takenName(deps, { user, username, asker })
  try {
    const answer = await changed(deps, change)
    if (old !== undefined) await giveBack(deps, { ...old, user, asker })
    return answer
  } catch (problem) {
    if (taken !== undefined && isNotStored(problem)) await giveBack(deps, { ...taken, user, asker })
    throw problem
  }
}

/**
 * Only what was refused is certain not to be stored, and then not by "in flight": that speaks of the same request, which
 * is still being stored. Any other name is free again after a minute, if nobody goes by it.
 */
const isNotStored = (problem: unknown): boolean => problem instanceof Refusal && problem.code !== 'in-flight'

type NameHold = { stream: string; position: bigint }

/** The hold of a user's present name. Whoever takes the name anew holds it in another way. */
async function holdOf({ commands }: NameDeps, username: string, user: string): Promise<NameHold | undefined> {
  const stream = usernameStream(username)
  const { state } = await commands.load(stream, reservationFold)
  return state.status === 'held' && state.user === user ? { stream, position: state.position } : undefined
}

async function takenName(
  deps: NameDeps,
  { user, username, asker }: { user: string; username: string; asker: Asker },
): Promise<NameHold | undefined> {
  const stream = usernameStream(username)
  await deps.commands.handle({
    ...userFold,
    stream: userStream(user),
    asker: claimOf(asker),
    decide: (present) => claim(present, { username, claim: claimOf(asker).command.id }),
  })
  // A command of its own: a hold that was given back since must not be answered once more.
  const reserving: Asker = { ...asker, command: { id: randomUUID() } }
  try {
    const position = await reserveName(deps, { stream, user, asker: reserving, renewed: true })
    return position === undefined ? undefined : { stream, position }
  } catch (problem) {
    if (!(problem instanceof Refusal) || problem.code !== 'name-taken') throw problem
    const message = 'This username is already taken'
    throw new Refusal('name-taken', message, { username: message })
  }
}

/** The change stands, or is refused, whether or not this succeeds: a name that nobody goes by is free after a minute. */
async function giveBack(deps: NameDeps, name: NameHold & { user: string; asker: Asker }): Promise<void> {
  await Promise.allSettled([releaseName(deps, name)])
}
