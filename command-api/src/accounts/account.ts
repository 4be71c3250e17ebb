// The streams of users and of deletions: what commands know of an account, and how they load and change it.

import {
  deletionEvents,
  userEvents,
  type DeletionEvent,
  type UserEvent,
} from '@thirty/contracts/accounts/events.ts'
import {
  evolveAccount,
  newAccount,
  type RecordedAccount,
} from '@thirty/contracts/accounts/recorded-account.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { type Recorded, type Commands, streamKind } from '../fold.ts'
import type { CommandContext } from '../idempotency.ts'

/** A user. `abandoned`: the sign-up took too long and another one took over its names; this id never becomes an account. */
export type User = { status: 'none' } | { status: 'abandoned' } | Account

/** What commands know of an account. */
export type Account = RecordedAccount & {
  /** The role of an invited admin. The current one is in the stream `admins`: see `loadRole`. */
  registeredRole?: AdminRole
  /** When all sessions were ended last, in milliseconds since 1970. */
  revokedAt?: number
  /** A username that the user is about to take, as typed, and the id of the attempt. */
  usernameClaim: { username: string; id: string } | undefined
  /** The user's ids at the sign-in providers. */
  providers: Readonly<Partial<Record<'github' | 'google', string>>>
  bookmarks: readonly string[]
}

/** An account, its user id, and the log position up to which it was read. */
export type LoadedAccount = { id: string; account: Account; position: bigint }

/** The data of a new account: that of `UserRegistered`. */
export type RegisterUser = Extract<UserEvent, { type: 'UserRegistered' }>['data']

/** The streams `user-<id>`. A stream may also have no account: `loadAccount` returns only accounts. */
export const users = streamKind<User, UserEvent>((id) => `user-${id}`, {
  events: userEvents,
  initial: { status: 'none' },
  evolve: (user, event) => {
    if (event.type === 'UserRegistered') return createAccount(event)
    if (isAccount(user)) return evolve(user, event)
    return event.type === 'UserStatusChanged' ? { status: 'abandoned' } : user
  },
})

/** Returns whether the user has an account. */
export const isAccount = (user: User): user is Account =>
  user.status !== 'none' && user.status !== 'abandoned'

const createAccount = (event: Recorded<Extract<UserEvent, { type: 'UserRegistered' }>>): Account => ({
  ...newAccount(event),
  ...(event.data.adminRole !== undefined && { registeredRole: event.data.adminRole }),
  usernameClaim: undefined,
  providers: {},
  bookmarks: [],
})

function evolve(account: Account, event: Exclude<Recorded<UserEvent>, { type: 'UserRegistered' }>): Account {
  if (event.type === 'UsernameClaimed')
    return { ...account, usernameClaim: { username: event.data.username, id: event.data.claim } }
  if (event.type === 'UsernameClaimDropped') return { ...account, usernameClaim: undefined }
  if (event.type === 'BookmarkAdded') return { ...account, bookmarks: [...account.bookmarks, event.data.url] }
  if (event.type === 'BookmarkRemoved')
    return { ...account, bookmarks: account.bookmarks.filter((url) => url !== event.data.url) }
  const changed = evolveAccount(account, event)
  if (event.type === 'ProfileChanged' && event.data.username !== undefined)
    return { ...changed, usernameClaim: undefined }
  if (event.type === 'SignInProviderLinked')
    return { ...changed, providers: { ...account.providers, [event.data.provider]: event.data.subject } }
  return event.type === 'SessionsRevoked' ? { ...changed, revokedAt: Date.parse(event.at) } : changed
}

/**
 * Streams with the deletion of an account, which are kept after the user's data is erased. Their state is whether the account was deleted:
 * a deleted account never comes back.
 */
export const deletions = streamKind<boolean, DeletionEvent>((id) => `deleted-${id}`, {
  events: deletionEvents,
  initial: false,
  evolve: (isDeleted, event) => isDeleted || event.type === 'AccountDeleted',
})

type Loading = Pick<Commands, 'load'>

/** Returns whether the deletion of an account was recorded, even if its data is not erased yet. */
export const isDeleted = async (commands: Loading, id: string): Promise<boolean> =>
  (await deletions.load(commands, id)).state

/** Returns a user; one whose deletion was recorded as abandoned, because this id never becomes an account again. */
export async function loadUser(commands: Loading, id: string): Promise<User> {
  const [{ state: user }, wasDeleted] = await Promise.all([users.load(commands, id), isDeleted(commands, id)])
  return wasDeleted ? { status: 'abandoned' } : user
}

/** Returns the account of a user; `undefined` if there is none or its deletion was recorded. */
export async function loadAccount(commands: Loading, id: string): Promise<Account | undefined> {
  const user = await loadUser(commands, id)
  return isAccount(user) ? user : undefined
}

/** Loads the name of the profile image of a user in the media store, null for none. */
export async function loadProfileImage(commands: Loading, id: string): Promise<string | null> {
  const { state: user } = await users.load(commands, id)
  return isAccount(user) ? user.picture : null
}

/** Changes or creates the account of a user. Returns it with the new events. Throws what `decide` throws, and `conflict` without an account. */
export async function changeAccount(
  commands: Pick<Commands, 'handle'>,
  id: string,
  context: CommandContext,
  decide: (user: User) => readonly UserEvent[],
): Promise<LoadedAccount & { events: readonly UserEvent[] }> {
  const { state, position, events } = await users.change(commands, id, context, decide)
  if (!isAccount(state)) refuse('conflict', 'signUpTookTooLong')
  return { id, account: state, position, events }
}
