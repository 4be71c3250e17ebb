import { expect, test } from 'vitest'
import { anaRegistered, deactivated, monday, recorded } from '@thirty/command-api/testing/account-events.ts'
import { isAccount, users } from './account.ts'
import { toOwnUser } from '@thirty/contracts/accounts/recorded-account.ts'

test('a new account has the defaults of the product, and only a registration makes one', () => {
  const account = users.evolve(users.initial, recorded(anaRegistered))
  if (!isAccount(account)) throw new Error('A user who registered has an account.')
  expect(toOwnUser('id-of-ana', account, null)).toEqual({
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
  const picture = '0123456789abcdef0123456789abcdef.webp'
  expect(toOwnUser('a', { ...account, picture }, null)).toMatchObject({
    profileImage: `/uploads/${picture}`,
  })
  expect(
    users.evolve(users.initial, recorded({ type: 'BookmarkAdded', data: { url: 'https://one.example' } })),
  ).toEqual(users.initial)
  expect(users.evolve(users.initial, recorded(deactivated))).toEqual({ status: 'abandoned' })
})
