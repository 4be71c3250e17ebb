// A user is identified by provider and subject id, which is a reservation like a name: concurrent sign-ins make one
// account. The address matters at the first sign-in only. A local account never proved that its address belongs to its
// creator, so its password is removed before the provider is linked, and its sessions end; an email says so. An account
// that already has a provider loses nothing. Accounts of admins are not joined (another secret made them), nor are
// accounts with another identity of the same provider, because an address may change hands.

import { randomUUIDv7 } from 'node:crypto'
import { email as emailRule } from '@thirty/contracts/accounts/api.ts'
import { languageToStore, type AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import { refuse, Refusal, type RefusalCode } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { ProviderError, type VerifiedProfile } from '@thirty/infra/oauth/oauth-provider.ts'
import type { Recipient } from '../../mail-template.ts'
import { newContext, type CommandContext } from '../../idempotency.ts'
import { isAccount, userFold, userStream, type Account, type LoadedAccount, type User } from '../evolve.ts'
import { isDeleted, changeUser } from '../load-account.ts'
import { eraseNamesOfDeleted } from '../names/erase-name.ts'
import type { UniqueName } from '../names/name-streams.ts'
import { findNameHolder } from '../names/name-holders.ts'
import { reserveNames, type ReservationParts, isTaken } from '../names/reserve-names.ts'
import { removePassword, changeCredentials } from '../password/credentials.ts'
import {
  hasLinkedProvider,
  linkProvider,
  nextSessionVersion,
  registerWithProvider,
  type Identity,
} from './decide.ts'
import { toFullName, toUsername } from './provider-names.ts'

export type SocialAccountParts = ReservationParts & {
  /** Informs the owner of an account that their first sign-in with this provider removed its password. */
  onPasswordRemoved?: (owner: Recipient, provider: Identity['provider'], reader: AccountLanguage) => void
}
/** `reader` is the language of the page. */
type AttemptDetails = { profile: VerifiedProfile; correlation: string; reader: AccountLanguage }
type ProviderSignIn = AttemptDetails & { provider: Identity['provider'] }
type SignInAttempt = AttemptDetails & { identity: Identity; name: UniqueName }

const maxRetries = 4
/** Refusals after which another attempt may succeed: a concurrent request used the same names. */
const retryableCodes: readonly RefusalCode[] = ['name-taken', 'conflict', 'not-found']

/**
 * Returns the account for a profile: the account with the linked identity, else the account with the same email address,
 * to which the identity is linked, else a new account. Concurrent sign-ins of one person return the same account.
 * Throws `account-inactive`, `admin-account`, `other-identity`, `name-taken` and, for an invalid email address,
 * `ProviderError`.
 */
export async function findOrCreateAccount(
  parts: SocialAccountParts,
  { provider, ...details }: ProviderSignIn,
): Promise<LoadedAccount> {
  const { profile } = details
  if (!emailRule.safeParse(profile.email).success)
    throw new ProviderError('unverified-email', 'The provider returned an invalid email address.')
  const identity = { provider, subject: profile.subject }
  const name = parts.names.identity(provider, profile.subject)
  const attempt = { identity, name, ...details }
  const removedUsers = new Set<string>()
  for (let tries = 0; tries <= maxRetries; tries += 1) {
    try {
      return await attemptSignIn(parts, attempt, removedUsers)
    } catch (error) {
      if (!(error instanceof Refusal && retryableCodes.includes(error.code))) throw error
    }
  }
  refuse('name-taken', say('nameTaken'))
}

/** `removedUsers` collects erased users whose names are still reserved. */
async function attemptSignIn(
  parts: SocialAccountParts,
  attempt: SignInAttempt,
  removedUsers: Set<string>,
): Promise<LoadedAccount> {
  const byIdentity = await findHolder(parts, attempt.name)
  if (byIdentity?.account) return linkAccount(parts, attempt, byIdentity.id, byIdentity.account)
  const byEmail = await findHolder(parts, parts.names.email(attempt.profile.email))
  if (byEmail?.account) return linkAccount(parts, attempt, byEmail.id, byEmail.account)
  // A concurrent or interrupted sign-in reserved the same identity, so it belongs to the same person.
  const user = byIdentity?.isOpen && !removedUsers.has(byIdentity.id) ? byIdentity.id : randomUUIDv7()
  try {
    return await register(parts, attempt, user)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not-found') removedUsers.add(user)
    throw error
  }
}

/** Returns the holder of a name. `isOpen`: the user has no account yet and may still get one. */
async function findHolder({ commands }: SocialAccountParts, name: UniqueName) {
  const id = await findNameHolder({ commands }, name)
  if (id === undefined) return undefined
  const [{ state: user }, wasDeleted] = await Promise.all([
    commands.load(userStream(id), userFold),
    isDeleted(commands, id),
  ])
  return {
    id,
    account: isAccount(user) && !wasDeleted ? user : undefined,
    isOpen: user.status === 'none' && !wasDeleted,
  }
}

/**
 * Links the identity and, if the email address was not verified before, removes the password. The password is removed
 * first: after an interruption only the owner of the address can sign in, and their next sign-in completes the rest.
 */
async function linkAccount(
  parts: SocialAccountParts,
  { identity, name, correlation, reader }: SignInAttempt,
  id: string,
  account: Account,
): Promise<LoadedAccount> {
  // A new command for each attempt, so that events of a failed attempt do not count as its result.
  const context = newContext({ actor: id, correlation })
  // Throws before anything is written.
  const isNew = linkProvider(account, identity).length > 0
  await reserveNames(parts, { names: [name], user: id, context })
  let isPasswordRemoved = false
  if (isNew && !hasLinkedProvider(account)) {
    const { state: credentials } = await changeCredentials(parts.commands, id, context, (current) =>
      removePassword(current, nextSessionVersion(account)),
    )
    // True also if an interrupted sign-in removed it.
    isPasswordRemoved = credentials?.hash === null
  }
  try {
    const { state, position, events } = await changeUser(parts.commands, id, context, (user) =>
      linkProvider(user, identity),
    )
    if (isPasswordRemoved && events.length > 0) parts.onPasswordRemoved?.(account, identity.provider, reader)
    return toLoadedAccount(id, state, position)
  } finally {
    // A deletion that was recorded since the reservation did not see the identity.
    await eraseNamesOfDeleted(parts, [name], id)
  }
}

async function register(
  parts: SocialAccountParts,
  { identity, name, profile, correlation, reader }: SignInAttempt,
  id: string,
): Promise<LoadedAccount> {
  const context = newContext({ actor: id, correlation })
  await reserveNames(parts, { names: [name, parts.names.email(profile.email)], user: id, context })
  const username = await reserveUsername(parts, profile.handle, { user: id, context })
  const { state, position } = await changeUser(parts.commands, id, context, (user) =>
    registerWithProvider(user, identity, {
      fullName: toFullName(profile),
      email: profile.email.trim(),
      role: 'participant',
      ...(username !== undefined && { username }),
      ...languageToStore(reader),
    }),
  )
  return toLoadedAccount(id, state, position)
}

/** Reserves the provider username; returns `undefined` if it is invalid here or taken. The user can choose one later. */
async function reserveUsername(
  parts: SocialAccountParts,
  handle: string | undefined,
  { user, context }: { user: string; context: CommandContext },
): Promise<string | undefined> {
  const username = toUsername(handle)
  if (username === undefined) return undefined
  const names = [parts.names.username(username)]
  return (await isTaken(reserveNames(parts, { names, user, context }))) ? undefined : username
}

function toLoadedAccount(id: string, user: User, position: bigint): LoadedAccount {
  if (!isAccount(user)) refuse('conflict', say('signUpTookTooLong'))
  return { id, account: user, position }
}
