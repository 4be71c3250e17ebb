import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { email as emailRule } from '@thirty/contracts/api/accounts/accounts.ts'
import { refuse, Refusal, type RefusalCode } from '@thirty/contracts/refusals.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { ProviderError, type VerifiedProfile } from '@thirty/infra/oauth/oauth-provider.ts'
import type { Commands } from '../../handle.ts'
import type { CommandContext } from '../../idempotency.ts'
import { credentialsFold, removePassword } from '../password/credentials.ts'
import { isDeleted } from '../deletion/deletion.ts'
import { isAccount, type Account } from '../evolve.ts'
import type { LoadedAccount } from '../sessions/log-in.ts'
import { reservationFold } from '../names/reservation.ts'
import { reserveNames, userFold } from '../names/reserve-names.ts'
import type { Recipient } from '../password/password-mails.ts'
import { credentialsStream, emailStream, identityStream, usernameStream, userStream } from '../streams.ts'
import {
  hasProvenEmail,
  linkProvider,
  nextSessionVersion,
  registerWithProvider,
  type Identity,
} from './decide.ts'
import { toFullName, toUsername } from './provider-names.ts'

export type SocialAccountDeps = {
  commands: Commands
  log: Pick<EventLog, 'remove'>
  clock: Clock
  /** Tells the owner of an account that it has no password any more, since they came by this provider. */
  onPasswordRemoved?: (owner: Recipient, provider: Identity['provider']) => void
}
type Deps = SocialAccountDeps
type ProviderSignIn = { provider: Identity['provider']; person: VerifiedProfile; correlation: string }
type SignInAttempt = { identity: Identity; stream: string; person: VerifiedProfile; correlation: string }

const maxRetries = 4
/** Somebody else was at the same names at the same moment; looking again may show what they came to. */
const retryableCodes: readonly RefusalCode[] = ['name-taken', 'conflict', 'not-found']

/**
 * The account of somebody whom a provider knows: the one that the provider's id belongs to, else the one with the same
 * address, which they join, else a new one. Two sign-ins of one person at once come to the same account.
 * Throws `account-inactive`, `admin-account`, `other-identity`, `name-taken` and, for an address that is none,
 * `ProviderProblem`.
 */
export async function findOrCreateAccount(
  deps: Deps,
  { provider, person, correlation }: ProviderSignIn,
): Promise<LoadedAccount> {
  if (!emailRule.safeParse(person.email).success)
    throw new ProviderError('unverified-email', 'This is no address.')
  const identity = { provider, subject: person.subject }
  const coming = { identity, stream: identityStream(provider, person.subject), person, correlation }
  const gone = new Set<string>()
  for (let tries = 0; tries <= maxRetries; tries += 1) {
    try {
      // One try after the other: each sees what the one before ran into.
      return await attemptSignIn(deps, coming, gone)
    } catch (problem) {
      if (!(problem instanceof Refusal && retryableCodes.includes(problem.code))) throw problem
    }
  }
  refuse('name-taken', 'Email or username is already taken')
}

/** `gone` collects users who are there no longer, though their names still say so. */
async function attemptSignIn(deps: Deps, coming: SignInAttempt, gone: Set<string>): Promise<LoadedAccount> {
  const known = await findHolder(deps, coming.stream)
  if (known?.account) return linkAccount(deps, coming, { id: known.id, account: known.account })
  const sameAddress = await findHolder(deps, emailStream(coming.person.email))
  if (sameAddress?.account)
    return linkAccount(deps, coming, { id: sameAddress.id, account: sameAddress.account })
  // Somebody with this very identity is on the way in, or was when their process ended: it is the same person.
  const user = known?.isOpen && !gone.has(known.id) ? known.id : randomUUIDv7()
  try {
    return await register(deps, coming, user)
  } catch (problem) {
    if (problem instanceof Refusal && problem.code === 'not-found') gone.add(user)
    throw problem
  }
}

type Known = { id: string; account: Account }

/** Who holds a name. `isOpen`: there is no account behind it yet, and it may still come. One that was deleted is none. */
async function findHolder({ commands }: Deps, stream: string) {
  const { state } = await commands.load(stream, reservationFold)
  if (state.status !== 'held') return undefined
  const [{ state: user }, isGone] = await Promise.all([
    commands.load(userStream(state.user), userFold),
    isDeleted(commands, state.user),
  ])
  return {
    id: state.user,
    account: isAccount(user) && !isGone ? user : undefined,
    isOpen: user.status === 'none' && !isGone,
  }
}

/**
 * The password goes first: whatever stops this half-way, nobody but the owner of the address gets in again, and their
 * next sign-in does the rest.
 */
async function linkAccount(
  deps: Deps,
  { identity, stream, correlation }: SignInAttempt,
  { id, account }: Known,
): Promise<LoadedAccount> {
  const context = newContext(id, correlation)
  // Refuses before anything is written.
  const isNew = linkProvider(account, identity).length > 0
  await reserveNames(deps, { streams: [stream], user: id, context })
  let isPasswordGone = false
  if (isNew && !hasProvenEmail(account)) {
    const { state: left } = await deps.commands.handle({
      ...credentialsFold,
      stream: credentialsStream(id),
      context,
      decide: (known) => removePassword(known, nextSessionVersion(account)),
    })
    // Also when it was taken by a visit that went no further.
    isPasswordGone = left?.hash === null
  }
  const { state, position, events } = await deps.commands.handle({
    ...userFold,
    stream: userStream(id),
    context,
    decide: (user) => linkProvider(user, identity),
  })
  if (isPasswordGone && events.length > 0) deps.onPasswordRemoved?.(account, identity.provider)
  return signedIn(id, state, position)
}

async function register(
  deps: Deps,
  { identity, stream, person, correlation }: SignInAttempt,
  id: string,
): Promise<LoadedAccount> {
  const context = newContext(id, correlation)
  await reserveNames(deps, { streams: [stream, emailStream(person.email)], user: id, context })
  const username = await freeUsername(deps, person.handle, { user: id, context })
  const { state, position } = await deps.commands.handle({
    ...userFold,
    stream: userStream(id),
    context,
    decide: (user) =>
      registerWithProvider(user, identity, {
        fullName: toFullName(person),
        email: person.email.trim(),
        role: 'participant',
        ...(username !== undefined && { username }),
      }),
  })
  return signedIn(id, state, position)
}

/** The handle as username, if it can be one and nobody has it. Whoever goes without can choose one later. */
async function freeUsername(
  deps: Deps,
  handle: string | undefined,
  { user, context }: { user: string; context: CommandContext },
): Promise<string | undefined> {
  const username = toUsername(handle)
  if (username === undefined) return undefined
  try {
    await reserveNames(deps, { streams: [usernameStream(username)], user, context })
    return username
  } catch (problem) {
    if (problem instanceof Refusal && problem.code === 'name-taken') return undefined
    throw problem
  }
}

function signedIn(id: string, user: Parameters<typeof isAccount>[0], position: bigint): LoadedAccount {
  if (!isAccount(user)) refuse('conflict', 'Signing up took too long. Please try again.')
  return { id, account: user, position }
}

/** Each try is a command of its own: nothing of what failed is taken for done. */
const newContext = (actor: string, correlation: string): CommandContext => ({
  actor,
  correlation,
  command: { id: randomUUID() },
})
