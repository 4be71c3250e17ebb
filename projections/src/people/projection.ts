// The projection of all accounts, by user id.

import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { adminEvents } from '@thirty/contracts/team/events.ts'
import { deletionEvents, userEvents } from '@thirty/contracts/accounts/events.ts'
import { roleWithoutEvent, type AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import type { ProfileField } from '@thirty/contracts/accounts/profile-fields.ts'
import { canonicalUsername, isSameEmail } from '@thirty/contracts/accounts/canonical-names.ts'
import {
  normalizeForSearch,
  searchTexts,
  addressWord,
  wordsToFind,
} from '@thirty/contracts/user-texts/search-text.ts'
import { sortablePosition } from '@thirty/contracts/leaderboard/rank.ts'
import { addRevokedToken, type RevokedToken } from '@thirty/contracts/accounts/sessions.ts'
import { adminsStream } from '@thirty/contracts/events/stream-names.ts'
import { evolveKnownFactors, noKnownFactors } from '@thirty/contracts/accounts/two-factor.ts'
import type { KnownFactors } from '@thirty/contracts/accounts/two-factor.ts'
import { subjectUserId } from '@thirty/contracts/events/stream-subject.ts'
import type { Projection, RecordedEventOf } from '@thirty/infra/read-models/projection.ts'

/** An account. `createdAt` is ISO time. */
export type Account = {
  fullName: string
  username: string | null
  email: string
  /** Whether a link in an email to this address was used, or a sign-in provider has verified it. */
  emailConfirmed: boolean
  isAdmin: boolean
  role: AdminRole | null
  status: 'active' | 'inactive' | 'pending'
  sessionVersion: number
  /** Tokens of this session version that were revoked before they expired. */
  endedTokens: readonly RevokedToken[]
  picture: string | null
  bio: string
  location: string
  website: string
  /** The fields above that all signed-in users may see. */
  publicFields: readonly ProfileField[]
  theme: 'light' | 'dark' | 'system'
  /** Code of the language of emails and push messages; null until one is chosen. */
  language: string | null
  notifications: { email: boolean; push: boolean; newsletter: boolean }
  secondFactors: KnownFactors
  createdAt: string
  position: string
}

export const accountEvents = {
  ...pickEvents(
    userEvents,
    'UserRegistered',
    'ProfileChanged',
    'ProfileImageChanged',
    'EmailConfirmed',
    'SignInProviderLinked',
    'UserStatusChanged',
    'AdminRightsGranted',
    'SessionsRevoked',
    'SessionEnded',
    'PreferencesChanged',
    'AuthenticatorAppAdded',
    'AuthenticatorAppRemoved',
    'PasskeyAdded',
    'PasskeyRemoved',
    'SecondFactorsReset',
  ),
  ...pickEvents(adminEvents, 'AdminRoleChanged'),
  ...deletionEvents,
}
type AccountEvent = RecordedEventOf<typeof accountEvents>
type DataOf<Type extends AccountEvent['type']> = Extract<AccountEvent, { type: Type }>['data']

/** The number of texts of an account that everybody may search. The last text is the email address, which only admins may search. */
export const publicNameCount = 2

/**
 * Indexes `all` and `<status>` are ordered by registration, `all:name`, `<status>:name` and `admins` by name. The texts are name, username
 * and email address. The tiebreaker of `username` is the canonical username alone, to find its account.
 */
export const peopleProjection: Projection<Account, typeof accountEvents> = {
  name: 'people',
  version: 9,
  streams: ['user-', 'deleted-', adminsStream],
  events: accountEvents,
  documentIds: (event) => {
    const id = event.type === 'AdminRoleChanged' ? event.data.user : subjectUserId(event.stream)
    return id === undefined ? [] : [id]
  },
  evolve,
  texts: ({ fullName, username, email }) => searchTexts(fullName, username, email),
  words: ({ fullName, username, email }) => [
    ...wordsToFind(`${fullName} ${username ?? ''}`),
    ...wordsToFind(email).map(addressWord),
  ],
  indexEntries: ({ createdAt, position, status, fullName, username, isAdmin }) => {
    const entry = { score: Date.parse(createdAt), tiebreaker: position }
    const byName = { score: 0, tiebreaker: `${nameKey(fullName)}${position}` }
    return {
      all: entry,
      [status]: entry,
      'all:name': byName,
      [`${status}:name`]: byName,
      ...(isAdmin && { admins: byName }),
      ...(username !== null && { username: { score: 0, tiebreaker: canonicalUsername(username) } }),
    }
  },
}

/** Cursors contain the key, so its length is limited. */
const maxKeyLength = 24

/** Returns a text that sorts like the beginning of a name, without regard to case and accents. U+0001 ends it. */
const nameKey = (name: string): string =>
  `${[...normalizeForSearch(name)].slice(0, maxKeyLength).join('')}\u0001`

function evolve(account: Account | undefined, event: AccountEvent): Account | undefined {
  if (event.type === 'UserRegistered') return newAccount(event)
  if (account === undefined) return undefined
  switch (event.type) {
    case 'ProfileChanged':
      return withProfile(account, event.data)
    case 'ProfileImageChanged':
      return { ...account, picture: event.data.image }
    case 'EmailConfirmed':
      return { ...account, emailConfirmed: isSameEmail(event.data.email, account.email) }
    case 'SignInProviderLinked':
      return { ...account, emailConfirmed: true }
    case 'UserStatusChanged':
      return { ...account, status: event.data.status }
    case 'AdminRightsGranted':
      return { ...account, isAdmin: true, role: roleWithoutEvent }
    case 'AdminRoleChanged':
      return { ...account, role: event.data.to }
    case 'SessionsRevoked':
      return { ...account, sessionVersion: event.data.sessionVersion, endedTokens: [] }
    case 'SessionEnded':
      return { ...account, endedTokens: addRevokedToken(account.endedTokens, event.data, event.at) }
    case 'PreferencesChanged':
      return {
        ...account,
        theme: event.data.theme ?? account.theme,
        language: event.data.language ?? account.language,
        publicFields: event.data.publicFields ?? account.publicFields,
        notifications: event.data.notifications ?? account.notifications,
      }
    case 'AuthenticatorAppAdded':
    case 'AuthenticatorAppRemoved':
    case 'PasskeyAdded':
    case 'PasskeyRemoved':
    case 'SecondFactorsReset':
      return { ...account, secondFactors: evolveKnownFactors(account.secondFactors, event) }
    case 'AccountDeleted':
      return undefined
  }
}

function newAccount({ data, at, position }: Extract<AccountEvent, { type: 'UserRegistered' }>): Account {
  return {
    fullName: data.fullName,
    username: data.username ?? null,
    email: data.email,
    emailConfirmed: false,
    isAdmin: data.role === 'admin',
    role: data.role === 'admin' ? (data.adminRole ?? roleWithoutEvent) : null,
    status: 'active',
    sessionVersion: 0,
    endedTokens: [],
    picture: null,
    bio: '',
    location: '',
    website: '',
    publicFields: [],
    theme: 'system',
    language: data.language ?? null,
    notifications: { email: true, push: true, newsletter: false },
    secondFactors: noKnownFactors,
    createdAt: at,
    position: sortablePosition(position),
  }
}

function withProfile(account: Account, data: DataOf<'ProfileChanged'>): Account {
  return {
    ...account,
    fullName: data.fullName ?? account.fullName,
    username: data.username === undefined ? account.username : data.username || null,
    bio: data.bio ?? account.bio,
    location: data.location ?? account.location,
    website: data.website ?? account.website,
  }
}
