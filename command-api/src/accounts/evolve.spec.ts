import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { expect, test } from 'vitest'
import { noUser, userFold, type Account } from './evolve.ts'
import { anaRegistered, deactivated, monday, recorded } from '@thirty/command-api/testing/account-events.ts'
import { toOwnUser } from './own-user.ts'

const accountAfter = (...events: UserEvent[]): Account =>
  // A user who registered always has an account.
  [anaRegistered, ...events].map((event) => recorded(event)).reduce(userFold.evolve, noUser) as Account

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

test('a profile image is shown as a path of this site', () => {
  const image = '0123456789abcdef0123456789abcdef.webp'
  const account = accountAfter({ type: 'ProfileImageChanged', data: { image } })
  expect(toOwnUser('a', account, null).profileImage).toBe(`/uploads/${image}`)
})

test('events without a registration do not make an account', () => {
  expect(
    userFold.evolve(noUser, recorded({ type: 'BookmarkAdded', data: { url: 'https://one.example' } })),
  ).toEqual(noUser)
  expect(userFold.evolve(noUser, recorded(deactivated))).toEqual({ status: 'abandoned' })
})
