import { expect, test } from 'vitest'
import { anaRegistered, deactivated, monday, recorded } from '@thirty/command-api/testing/account-events.ts'
import { isAccount, noUser, userFold } from './evolve.ts'
import { toOwnUser } from '@thirty/contracts/accounts/recorded-account.ts'

test('a new account has the defaults of the product, and only a registration makes one', () => {
  const account = userFold.evolve(noUser, recorded(anaRegistered))
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
    userFold.evolve(noUser, recorded({ type: 'BookmarkAdded', data: { url: 'https://one.example' } })),
  ).toEqual(noUser)
  expect(userFold.evolve(noUser, recorded(deactivated))).toEqual({ status: 'abandoned' })
})
