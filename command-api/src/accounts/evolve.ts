import { userEvents, type UserEvent } from '@thirty/contracts/accounts/events.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { isSameEmail } from '@thirty/contracts/accounts/canonical-names.ts'
import type { ProfileField } from '@thirty/contracts/accounts/profile-fields.ts'
import { addRevokedToken, type RevokedToken } from '@thirty/contracts/accounts/sessions.ts'
import type { Fold, Recorded } from '../fold.ts'
import { evolveFacts, noFactorFacts, type FactorFacts } from './two-factor/recorded-factors.ts'

/** A user. `abandoned`: the sign-up took too long and another one took over its names; this id never becomes an account. */
export type User = { status: 'none' } | { status: 'abandoned' } | Account

/** The data of an account that decisions and sign-in responses need. `createdAt` is ISO time, `profileImage` a file name. */
export type Account = {
  status: 'active' | 'inactive' | 'pending'
  fullName: string
  username: string | undefined
  email: string
  /** The address that was proven to be the user's; see `isEmailConfirmed`. */
  confirmedEmail: string | undefined
  isAdmin: boolean
  /** The role of an invited admin. The current one is in the stream `admins`: see `loadRole`. */
  registeredRole?: AdminRole
  bio: string
  location: string
  website: string
  /** The fields above that all signed-in users may see, in the order of `profileFields`. */
  publicFields: readonly ProfileField[]
  profileImage: string | undefined
  theme: 'light' | 'dark' | 'system'
  /** Code of the language of emails and push messages; `undefined` until one is chosen. */
  language: string | undefined
  notifications: { email: boolean; push: boolean; newsletter: boolean }
  sessionVersion: number
  /** When all sessions were ended last, in milliseconds since 1970. */
  revokedAt?: number
  /** Tokens of the current session version that were revoked before they expired. */
  endedTokens: readonly RevokedToken[]
  /** A username that the user is about to take, as typed, and the id of the attempt. */
  usernameClaim: { username: string; id: string } | undefined
  /** The user's ids at the sign-in providers. */
  providers: Readonly<Partial<Record<'github' | 'google', string>>>
  bookmarks: readonly string[]
  /** The second factors, without their secrets. */
  factorFacts: FactorFacts
  createdAt: string
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
    if (isAccount(user)) return evolveAccount(user, event)
    return event.type === 'UserStatusChanged' ? { status: 'abandoned' } : user
  },
}

/** Returns whether the user has an account. */
export const isAccount = (user: User): user is Account =>
  user.status !== 'none' && user.status !== 'abandoned'

/** Returns whether the present email address of the account is confirmed. Another address than that does not count. */
export const isEmailConfirmed = ({ email, confirmedEmail }: Account): boolean =>
  confirmedEmail !== undefined && isSameEmail(confirmedEmail, email)

/** Returns an object with the fields of a change that are set. */
export const withSet = <Whole extends object>(
  before: Whole,
  change: { readonly [Name in keyof Whole]?: Whole[Name] | undefined },
): Whole => ({
  ...before,
  ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
})

function createAccount({ data, at }: Recorded<Extract<UserEvent, { type: 'UserRegistered' }>>): Account {
  return {
    status: 'active',
    fullName: data.fullName,
    username: data.username,
    email: data.email,
    confirmedEmail: undefined,
    isAdmin: data.role === 'admin',
    ...(data.adminRole !== undefined && { registeredRole: data.adminRole }),
    bio: '',
    location: '',
    website: '',
    publicFields: [],
    profileImage: undefined,
    theme: 'system',
    language: data.language,
    notifications: { email: true, push: true, newsletter: false },
    sessionVersion: 0,
    endedTokens: [],
    usernameClaim: undefined,
    providers: {},
    bookmarks: [],
    factorFacts: noFactorFacts,
    createdAt: at,
  }
}

function evolveAccount(
  account: Account,
  event: Exclude<Recorded<UserEvent>, { type: 'UserRegistered' }>,
): Account {
  switch (event.type) {
    case 'ProfileChanged': {
      const { username, ...others } = event.data
      const changed = withSet(account, others)
      // An empty username removes it.
      return username === undefined
        ? changed
        : { ...changed, username: username || undefined, usernameClaim: undefined }
    }
    case 'ProfileImageChanged':
      return { ...account, profileImage: event.data.image ?? undefined }
    case 'SignInProviderLinked': {
      const { provider, subject } = event.data
      // The provider has verified the address by which the account was found or created.
      return {
        ...account,
        providers: { ...account.providers, [provider]: subject },
        confirmedEmail: account.email,
      }
    }
    case 'EmailConfirmed':
      return { ...account, confirmedEmail: event.data.email }
    case 'UserStatusChanged':
      return { ...account, status: event.data.status }
    case 'AdminRightsGranted':
      return { ...account, isAdmin: true }
    case 'SessionsRevoked':
      return {
        ...account,
        sessionVersion: event.data.sessionVersion,
        revokedAt: Date.parse(event.at),
        endedTokens: [],
      }
    case 'SessionEnded':
      return { ...account, endedTokens: addRevokedToken(account.endedTokens, event.data, event.at) }
    case 'PreferencesChanged':
      return withSet(account, event.data)
    case 'UsernameClaimed':
      return { ...account, usernameClaim: { username: event.data.username, id: event.data.claim } }
    case 'UsernameClaimDropped':
      return { ...account, usernameClaim: undefined }
    case 'BookmarkAdded':
      return { ...account, bookmarks: [...account.bookmarks, event.data.url] }
    case 'BookmarkRemoved':
      return { ...account, bookmarks: account.bookmarks.filter((url) => url !== event.data.url) }
    case 'AuthenticatorAppAdded':
    case 'AuthenticatorAppRemoved':
    case 'PasskeyAdded':
    case 'PasskeyRenamed':
    case 'PasskeyRemoved':
    case 'RecoveryCodesCreated':
    case 'RecoveryCodeUsed':
    case 'SecondFactorsReset':
      return { ...account, factorFacts: evolveFacts(account.factorFacts, event) }
  }
}
