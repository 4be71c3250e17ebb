import { expect, test } from 'vitest'
import { adminRoles } from '../team/admin-roles.ts'
import { hasSecondFactor, needsTwoFactor } from './two-factor.ts'

const required = { ownersNeedTwoFactor: true }
const owner = { role: 'owner', hasSecondFactor: false } as const

test('owners alone need two-factor sign-in where it is required, unless they have a second factor', () => {
  const needing = [...adminRoles, null].filter((role) => needsTwoFactor({ ...owner, role }, required))
  expect(needing).toEqual(['owner'])
  expect(needsTwoFactor({ ...owner, hasSecondFactor: true }, required)).toBe(false)
  expect(needsTwoFactor(owner, { ownersNeedTwoFactor: false })).toBe(false)
})

test('an app or a passkey is a second factor', () => {
  expect(hasSecondFactor({ app: {}, passkeys: [] })).toBe(true)
  expect(hasSecondFactor({ app: null, passkeys: ['one'] })).toBe(true)
  expect(hasSecondFactor({ app: null, passkeys: [] })).toBe(false)
})
