import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { expect, test } from 'vitest'
import { evolve, noUser, type Account } from './evolve.ts'
import { anaRegistered, deactivated, monday, recorded } from '@thirty/command-api/testing/account-events.ts'
import { toOwnUser } from './own-user.ts'

const accountAfter = (...events: UserEvent[]): Account =>
  // A user who registered always has an account.
  [anaRegistered, ...events].map((event) => recorded(event)).reduce(evolve, noUser) as Account

test('a new account has the defaults of the product', () => {
  expect(toOwnUser('id-of-ana', accountAfter(), null)).toEqual({
    _id: 'id-of-ana',
    fullName: 'Ana Núñez',
    username: 'Ana_N',
    email: 'Ana@Example.org',
    emailConfirmed: false,
    isAdmin: false,
    role: null,
    status: 'active',
    profileImage: null,
    bio: '',
    location: '',
    website: '',
    theme: 'system',
    language: null,
    notifications: { email: true, push: true, newsletter: false },
    publicFields: [],
    createdAt: monday,
  })
})

test('a user who registers as an admin is an admin', () => {
  const registered = recorded({
    ...anaRegistered,
    data: { fullName: 'Ada', email: 'a@b.org', role: 'admin' },
  } as UserEvent)
  expect(evolve(noUser, registered)).toMatchObject({ isAdmin: true, username: undefined })
})

test('a profile change keeps the other fields', () => {
  const account = accountAfter(
    { type: 'ProfileChanged', data: { bio: 'Builds things.', username: 'ana2' } },
    {
      type: 'ProfileChanged',
      data: { fullName: 'Ana N.', location: 'Lima', website: 'https://ana.example' },
    },
  )
  expect(account).toMatchObject({
    fullName: 'Ana N.',
    username: 'ana2',
    bio: 'Builds things.',
    location: 'Lima',
    website: 'https://ana.example',
  })
})

test('an empty username removes the username', () => {
  expect(accountAfter({ type: 'ProfileChanged', data: { username: '' } }).username).toBeUndefined()
})

test('a profile image is shown as a path of this site', () => {
  const image = '0123456789abcdef0123456789abcdef.webp'
  const account = accountAfter({ type: 'ProfileImageChanged', data: { image } })
  expect(toOwnUser('a', account, null).profileImage).toBe(`/uploads/${image}`)
})

test('linked providers are stored with the user’s id there', () => {
  const account = accountAfter(
    { type: 'SignInProviderLinked', data: { provider: 'github', subject: '17' } },
    { type: 'SignInProviderLinked', data: { provider: 'google', subject: '18' } },
  )
  expect(account.providers).toEqual({ github: '17', google: '18' })
})

test('an account has its latest status', () => {
  expect(accountAfter(deactivated).status).toBe('inactive')
  expect(accountAfter(deactivated, { type: 'UserStatusChanged', data: { status: 'active' } }).status).toBe(
    'active',
  )
})

test('revoked sessions raise the session version', () => {
  expect(accountAfter().sessionVersion).toBe(0)
  expect(accountAfter({ type: 'SessionsRevoked', data: { sessionVersion: 3 } }).sessionVersion).toBe(3)
})

test('preferences change one by one', () => {
  const notifications = { email: false, push: true, newsletter: true }
  const account = accountAfter(
    { type: 'PreferencesChanged', data: { theme: 'dark' } },
    { type: 'PreferencesChanged', data: { notifications } },
  )
  expect(account).toMatchObject({ theme: 'dark', notifications })
})

test('the language is that of the sign-up until another one is chosen', () => {
  const german: UserEvent = { type: 'PreferencesChanged', data: { language: 'de' } }
  const dark: UserEvent = { type: 'PreferencesChanged', data: { theme: 'dark' } }
  expect(accountAfter(dark).language).toBeUndefined()
  expect(accountAfter(german, dark).language).toBe('de')
})

test('a bookmark stays until it is removed', () => {
  const [one, two] = ['https://one.example', 'https://two.example'] as const
  const added: UserEvent[] = [
    { type: 'BookmarkAdded', data: { url: one } },
    { type: 'BookmarkAdded', data: { url: two } },
  ]
  expect(accountAfter(...added).bookmarks).toEqual([one, two])
  expect(accountAfter(...added, { type: 'BookmarkRemoved', data: { url: one } }).bookmarks).toEqual([two])
})

test('events without a registration do not make an account', () => {
  expect(evolve(noUser, recorded({ type: 'BookmarkAdded', data: { url: 'https://one.example' } }))).toEqual(
    noUser,
  )
  expect(evolve(noUser, recorded(deactivated))).toEqual({ status: 'abandoned' })
})
