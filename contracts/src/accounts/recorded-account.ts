// An account as the stream of its user records it: what commands and read models know of it alike, and what its own client is told.

import { fieldsOf } from '../endpoints/fields-of.ts'
import { withoutMissing } from '../given-fields.ts'
import { imagePath } from '../images/images.ts'
import type { AdminRole } from '../team/admin-roles.ts'
import { ownUser, type OwnUser } from './api.ts'
import { isSameEmail } from './canonical-names.ts'
import type { UserEvent } from './events.ts'
import { addRevokedToken, type RevokedToken } from './sessions.ts'
import { evolveFactors, noRecordedFactors, type RecordedFactors } from './two-factor.ts'

/** What an account says of itself, and what only the server knows. `picture` is the file name of the profile image. */
export type RecordedAccount = Omit<OwnUser, '_id' | 'role' | 'profileImage'> & {
  picture: string | null
  sessionVersion: number
  /** Tokens of the current session version that were revoked before they expired. */
  endedTokens: readonly RevokedToken[]
  secondFactors: RecordedFactors
}

/** An event of the stream of a user, and when it was appended (ISO). */
type OfType<Type extends UserEvent['type']> = Extract<UserEvent, { type: Type }> & { at: string }

/** Returns a new account. */
export const newAccount = ({ data, at }: OfType<'UserRegistered'>): RecordedAccount => ({
  status: 'active',
  fullName: data.fullName,
  username: data.username ?? null,
  email: data.email,
  emailConfirmed: false,
  isAdmin: data.role === 'admin',
  bio: '',
  location: '',
  website: '',
  publicFields: [],
  picture: null,
  theme: 'system',
  language: data.language ?? null,
  notifications: { email: true, push: true, newsletter: false },
  sessionVersion: 0,
  endedTokens: [],
  secondFactors: noRecordedFactors,
  createdAt: at,
})

/** What commands alone know: names that a user is about to take, and bookmarks. */
type OfCommands = 'UsernameClaimed' | 'UsernameClaimDropped' | 'BookmarkAdded' | 'BookmarkRemoved'
type AccountChange = OfType<Exclude<UserEvent['type'], OfCommands | 'UserRegistered'>>

/** Returns an account after an event of its stream. It may have more fields, which stay. */
export const evolveAccount = <Account extends RecordedAccount>(
  account: Account,
  event: AccountChange,
): Account => ({ ...account, ...changesBy(event, account) })

function changesBy(event: AccountChange, account: RecordedAccount): Partial<RecordedAccount> {
  switch (event.type) {
    case 'ProfileChanged': {
      const { username, ...others } = event.data
      // An empty username removes it.
      return { ...withoutMissing(others), ...(username !== undefined && { username: username || null }) }
    }
    case 'ProfileImageChanged':
      return { picture: event.data.image }
    case 'SignInProviderLinked':
      // The provider has verified the address by which the account was found or created.
      return { emailConfirmed: true }
    case 'EmailConfirmed':
      return { emailConfirmed: isSameEmail(event.data.email, account.email) }
    case 'UserStatusChanged':
      return { status: event.data.status }
    case 'AdminRightsGranted':
      return { isAdmin: true }
    case 'SessionsRevoked':
      return { sessionVersion: event.data.sessionVersion, endedTokens: [] }
    case 'SessionEnded':
      return { endedTokens: addRevokedToken(account.endedTokens, event.data, event.at) }
    case 'PreferencesChanged':
      return withoutMissing(event.data)
    case 'AuthenticatorAppAdded':
    case 'AuthenticatorAppRemoved':
    case 'PasskeyAdded':
    case 'PasskeyRenamed':
    case 'PasskeyRemoved':
    case 'RecoveryCodesCreated':
    case 'RecoveryCodeUsed':
    case 'SecondFactorsReset':
      return { secondFactors: evolveFactors(account.secondFactors, event) }
  }
}

/** Returns an account with the names of its fields in responses, which take what they show of it. */
export const accountFields = <Account extends RecordedAccount>(id: string, account: Account) => ({
  ...account,
  _id: id,
  profileImage: imagePath(account.picture),
})

/** Returns the data of a user for the user's own client. `role` is null for a participant. */
export const toOwnUser = (id: string, account: RecordedAccount, role: AdminRole | null): OwnUser =>
  fieldsOf(ownUser, { ...accountFields(id, account), role })
