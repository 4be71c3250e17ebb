import type { DeletionEvent, UserEvent } from '@thirty/contracts/events/user.ts'
import { namesSuffix } from '@thirty/contracts/rules/text/tiebreaker-names.ts'
import { sortablePosition } from '@thirty/contracts/rules/rank.ts'
import { addRevokedToken, type RevokedToken } from '@thirty/contracts/rules/sessions.ts'
import { subjectUserId } from '@thirty/contracts/rules/streams/stream-subject.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Projection } from '@thirty/infra/read-models/read-models.ts'

/** An account. `createdAt` is ISO time. */
export type Account = {
  fullName: string
  username: string | null
  email: string
  isAdmin: boolean
  status: 'active' | 'inactive' | 'pending'
  sessionVersion: number
  /** Tokens of this version that were given back before their time. */
  endedTokens: readonly RevokedToken[]
  picture: string | null
  bio: string
  location: string
  website: string
  theme: 'light' | 'dark' | 'system'
  notifications: { email: boolean; push: boolean; newsletter: boolean }
  createdAt: string
  position: string
}

/** When somebody registered: the order of all lists. */
export const registrationTime = ({ createdAt, position }: Account) => ({ at: createdAt, position })

/** How many of the names in a tie everybody may search: behind them stands the address. */
export const publicNameCount = 2

/**
 * All accounts, under the user's id, in `all` and their status by the time of registration. Name, username and address
 * are in the ties, so that a search reads the documents of those alone whom it finds.
 */
export const peopleProjection: Projection<Account> = {
  name: 'people',
  version: 1,
  streams: ['user-', 'deleted-'],
  documentIds: (event) => {
    const id = userEvents.has(event.type) ? subjectUserId(event.stream) : undefined
    return id === undefined ? [] : [id]
  },
  evolve,
  indexEntries: ({ createdAt, position, status, fullName, username, email }) => {
    const tiebreaker = `${position}${namesSuffix(fullName, username, email)}`
    const entry = { score: Date.parse(createdAt), tiebreaker }
    return { all: entry, [status]: entry }
  },
}

const userEvents: ReadonlySet<string> = new Set<(UserEvent | DeletionEvent)['type']>([
  'UserRegistered',
  'ProfileChanged',
  'ProfileImageChanged',
  'UserStatusChanged',
  'SessionsRevoked',
  'SessionEnded',
  'AccountDeleted',
  'PreferencesChanged',
])

function evolve(account: Account | undefined, event: RecordedEvent): Account | undefined {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data } = event as RecordedEvent & (UserEvent | DeletionEvent)
  if (type === 'UserRegistered') return registered(event, data)
  if (account === undefined || type === 'AccountDeleted') return undefined
  switch (type) {
    case 'ProfileChanged':
      return withProfile(account, data)
    case 'ProfileImageChanged':
      return { ...account, picture: data.image }
    case 'UserStatusChanged':
      return { ...account, status: data.status }
    case 'SessionsRevoked':
      return { ...account, sessionVersion: data.sessionVersion, endedTokens: [] }
    case 'SessionEnded':
      return { ...account, endedTokens: addRevokedToken(account.endedTokens, data, event.at) }
    case 'PreferencesChanged':
      return {
        ...account,
        theme: data.theme ?? account.theme,
        notifications: data.notifications ?? account.notifications,
      }
    case 'SignInProviderLinked':
    case 'UsernameClaimed':
    case 'UsernameClaimDropped':
    case 'BookmarkAdded':
    case 'BookmarkRemoved':
      return account
    default:
      return account
  }
}

function registered(event: RecordedEvent, data: (UserEvent & { type: 'UserRegistered' })['data']): Account {
  return {
    fullName: data.fullName,
    username: data.username ?? null,
    email: data.email,
    isAdmin: data.role === 'admin',
    status: 'active',
    sessionVersion: 0,
    endedTokens: [],
    picture: null,
    bio: '',
    location: '',
    website: '',
    theme: 'system',
    notifications: { email: true, push: true, newsletter: false },
    createdAt: event.at,
    position: sortablePosition(event.position),
  }
}

function withProfile(account: Account, data: (UserEvent & { type: 'ProfileChanged' })['data']): Account {
  return {
    ...account,
    fullName: data.fullName ?? account.fullName,
    username: data.username === undefined ? account.username : data.username || null,
    bio: data.bio ?? account.bio,
    location: data.location ?? account.location,
    website: data.website ?? account.website,
  }
}
