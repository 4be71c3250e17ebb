import { userEvents, type UserEvent } from '@thirty/contracts/accounts/events.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import {
  evolveAccount,
  newAccount,
  type RecordedAccount,
} from '@thirty/contracts/accounts/recorded-account.ts'
import type { Fold, Recorded } from '../fold.ts'

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

export const noUser: User = { status: 'none' }

/** An account, its user id, and the log position up to which it was read. */
export type LoadedAccount = { id: string; account: Account; position: bigint }

/** The data of a new account: that of `UserRegistered`. */
export type RegisterUser = Extract<UserEvent, { type: 'UserRegistered' }>['data']

export const userStream = (id: string): string => `user-${id}`

export const userFold: Fold<User, UserEvent> = {
  events: userEvents,
  initial: noUser,
  evolve: (user, event) => {
    if (event.type === 'UserRegistered') return createAccount(event)
    if (isAccount(user)) return changeAccount(user, event)
    return event.type === 'UserStatusChanged' ? { status: 'abandoned' } : user
  },
}

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

function changeAccount(
  account: Account,
  event: Exclude<Recorded<UserEvent>, { type: 'UserRegistered' }>,
): Account {
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
