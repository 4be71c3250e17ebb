// Finds or creates the account of a social sign-in.
//
// A user is identified by provider and subject id, which is a reservation like a name: concurrent sign-ins make one
// account. The address matters at the first sign-in only. A local account never proved that its address belongs to its
// creator, so its password is removed before the provider is linked, and its sessions end; an email says so. An account
// that already has a provider loses nothing. Accounts of admins are not joined (another secret made them), nor are
// accounts with another identity of the same provider, because an address may change hands.

import { randomUUIDv7 } from 'node:crypto'
import { email as emailRule, fullName, username } from '@thirty/contracts/accounts/api.ts'
import type { SignInProvider } from '@thirty/contracts/accounts/social-sign-in-api.ts'
import { languageToStore, type AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import { refuse, Refusal, type RefusalCode } from '@thirty/contracts/endpoints/refusals.ts'
import { ProviderError, type VerifiedProfile } from '@thirty/infra/oauth/providers.ts'
import { nameCharacters, toOrdinaryName } from '@thirty/contracts/accounts/person-name.ts'
import { isForbiddenUsername } from '@thirty/contracts/accounts/canonical-names.ts'
import type { AccountParts } from '../../parts.ts'
import { newContext } from '../../idempotency.ts'
import { changeAccount, isAccount, type Account, type LoadedAccount, loadUser } from '../account.ts'
import {
  eraseNamesOfDeleted,
  findAccountByName,
  findNameHolder,
  reserveNames,
} from '../names/reserve-names.ts'
import type { UniqueName } from '../names/name-streams.ts'
import { removePassword, credentialStreams } from '../password/credentials.ts'
import { sendPasswordRemoved } from '../security-mails.ts'
import { createAccountWithoutPassword } from '../sign-up/sign-up.ts'
import { hasLinkedProvider, linkProvider, registerWithProvider, type Identity } from '../decide.ts'

/** `reader` is the language of the page. */
type SignIn = {
  provider: SignInProvider
  profile: VerifiedProfile
  correlation: string
  reader: AccountLanguage
}
/** A sign-in, with its identity and the name under which that is reserved. */
type Attempt = SignIn & { identity: Identity; name: UniqueName }

const maxRetries = 4
/** Refusals after which another attempt may succeed: a concurrent request used the same names. */
const retryableCodes: readonly RefusalCode[] = ['name-taken', 'conflict', 'not-found']

/**
 * Returns the account for a profile: the account with the linked identity, else the account with the same email address,
 * to which the identity is linked, else a new account. Concurrent sign-ins of one person return the same account.
 * Throws `account-inactive`, `admin-account`, `other-identity`, `name-taken` and, for an invalid email address,
 * `ProviderError`.
 */
export async function findOrCreateAccount(parts: AccountParts, signIn: SignIn): Promise<LoadedAccount> {
  const { provider, profile } = signIn
  const { email, subject } = profile
  if (!emailRule.safeParse(email).success)
    throw new ProviderError('invalid-email', 'The provider returned an invalid email address.')
  const name = parts.names.identity(provider, subject)
  const attempt = { ...signIn, identity: { provider, subject }, name }
  /** Erased users whose names are still reserved. */
  const removedUsers = new Set<string>()
  for (let tries = 0; tries <= maxRetries; tries += 1) {
    let newUser: string | undefined
    try {
      const holder = await findNameHolder(parts, name)
      const user = holder === undefined ? undefined : await loadUser(parts.commands, holder)
      if (holder && user && isAccount(user)) return await linkAccount(parts, attempt, holder, user)
      const byEmail = await findAccountByName(parts, parts.names.email(email))
      if (byEmail) return await linkAccount(parts, attempt, byEmail.id, byEmail.account)
      // A concurrent or interrupted sign-in reserved the same identity, so it belongs to the same person.
      newUser = holder && user?.status === 'none' && !removedUsers.has(holder) ? holder : randomUUIDv7()
      return await register(parts, attempt, newUser)
    } catch (error) {
      if (!(error instanceof Refusal && retryableCodes.includes(error.code))) throw error
      if (newUser !== undefined && error.code === 'not-found') removedUsers.add(newUser)
    }
  }
  refuse('name-taken', 'nameTaken')
}

/**
 * Links the identity and, if the email address was not verified before, removes the password. The password is removed
 * first: after an interruption only the owner of the address can sign in, and their next sign-in completes the rest.
 */
async function linkAccount(
  parts: AccountParts,
  { provider, identity, name, correlation, reader }: Attempt,
  id: string,
  account: Account,
): Promise<LoadedAccount> {
  const { commands } = parts
  // A new command for each attempt, so that events of a failed attempt do not count as its result.
  const context = newContext({ actor: id, correlation })
  // Throws before anything is written.
  const isNew = linkProvider(account, identity).length > 0
  await reserveNames(parts, { names: [name], user: id, context })
  let isPasswordRemoved = false
  if (isNew && !hasLinkedProvider(account)) {
    const { state: credentials } = await credentialStreams.change(commands, id, context, (current) =>
      removePassword(current, account.sessionVersion + 1),
    )
    // True also if an interrupted sign-in removed it.
    isPasswordRemoved = credentials?.hash === null
  }
  try {
    const linked = await changeAccount(commands, id, context, (user) => linkProvider(user, identity))
    if (isPasswordRemoved && linked.events.length > 0) sendPasswordRemoved(parts, account, provider, reader)
    return linked
  } finally {
    // A deletion that was recorded since the reservation did not see the identity.
    await eraseNamesOfDeleted(parts, [name], id)
  }
}

const register = (
  parts: AccountParts,
  { identity, name, profile, correlation, reader }: Attempt,
  user: string,
): Promise<LoadedAccount> => {
  // One that is invalid here is left out, as one that is taken is. The user can choose one later.
  const username = toUsername(profile.handle)
  return createAccountWithoutPassword(parts, {
    user,
    names: [name, parts.names.email(profile.email)],
    account: {
      fullName: toFullName(profile),
      email: profile.email.trim(),
      role: 'participant',
      ...(username !== undefined && { username }),
      ...languageToStore(reader),
    },
    context: newContext({ actor: user, correlation }),
    decide: (current, account) => registerWithProvider(current, identity, account),
  })
}

/** Full name if the provider returns nothing that is a valid name here. The user can change it. */
const fallbackName = 'New participant'

/** Returns a valid full name from a profile: its name, else its username, else the local part of the email address. */
export function toFullName(profile: { fullName?: string; handle?: string; email: string }): string {
  const localPart = profile.email.split('@')[0]?.replaceAll('.', ' ')
  const candidates = [profile.fullName, profile.handle, localPart].map((text) =>
    fullName.safeParse(keepLetters(text)),
  )
  return candidates.find(({ success }) => success)?.data ?? fallbackName
}

/** Returns the provider username if it is a valid username here that is not reserved, unchanged. */
export function toUsername(handle: string | undefined): string | undefined {
  const valid = username.safeParse(handle).data
  return valid === undefined || isForbiddenUsername(valid) ? undefined : valid
}

/** Replaces everything that cannot be part of a name by spaces. */
function keepLetters(text = ''): string {
  const characters = [...toOrdinaryName(text.slice(0, 1_000))]
  const letters = characters.map((character) => (nameCharacters.test(character) ? character : ' ')).join('')
  const words = letters.split(' ').filter((word) => /\p{L}/u.test(word))
  return [...words.join(' ')].slice(0, 120).join('').trim()
}
