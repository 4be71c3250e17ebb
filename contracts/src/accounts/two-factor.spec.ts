import { expect, test } from 'vitest'
import { adminRoles } from '../team/admin-roles.ts'
import { hasSecondFactor, requiresTwoFactor } from './two-factor.ts'

test('owners alone need two-factor sign-in, where it is required', () => {
  const needing = (ownersNeedTwoFactor: boolean) =>
    [...adminRoles, null].filter((role) => requiresTwoFactor(role, { ownersNeedTwoFactor }))
  expect([needing(true), needing(false)]).toEqual([['owner'], []])
})

test('an app or a passkey is a second factor', () => {
  expect(hasSecondFactor({ app: {}, passkeys: [] })).toBe(true)
  expect(hasSecondFactor({ app: null, passkeys: ['one'] })).toBe(true)
  expect(hasSecondFactor({ app: null, passkeys: [] })).toBe(false)
})
