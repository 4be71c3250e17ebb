import { expect, test } from 'vitest'
import { adminRoles } from '../team/admin-roles.ts'
import type { FactorChangeEvent } from './sign-in-events.ts'
import {
  evolveFactors,
  hasSecondFactor,
  noRecordedFactors,
  requiresTwoFactor,
  type RecordedFactors,
} from './two-factor.ts'

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

test('the second factors of an account follow from its events', () => {
  const [addedAt, createdAt] = ['2026-03-02T08:00:00.000Z', '2026-03-02T08:01:00.000Z']
  const [laptop, phone] = [
    { id: 'one', name: 'Laptop' },
    { id: 'two', name: 'Phone' },
  ]
  const passkey = ({ id, name }: typeof laptop) => ({ passkey: id, name })
  const steps: [FactorChangeEvent, Partial<RecordedFactors>][] = [
    [{ type: 'AuthenticatorAppAdded', data: { addedAt } }, { app: { addedAt } }],
    [
      { type: 'RecoveryCodesCreated', data: { createdAt, count: 10 } },
      { recoveryCodes: { createdAt, left: 10 } },
    ],
    [{ type: 'RecoveryCodeUsed', data: { left: 9 } }, { recoveryCodes: { createdAt, left: 9 } }],
    [{ type: 'PasskeyAdded', data: passkey(laptop) }, { passkeys: [laptop] }],
    [{ type: 'PasskeyAdded', data: passkey(phone) }, { passkeys: [laptop, phone] }],
    [
      { type: 'PasskeyRenamed', data: { ...passkey(laptop), name: 'Desktop' } },
      { passkeys: [phone, { ...laptop, name: 'Desktop' }] },
    ],
    [{ type: 'PasskeyRemoved', data: { passkey: 'one' } }, { passkeys: [phone] }],
    [{ type: 'AuthenticatorAppRemoved', data: {} }, { app: null }],
    [{ type: 'SecondFactorsReset', data: {} }, noRecordedFactors],
  ]
  let factors = noRecordedFactors
  for (const [event, changed] of steps) {
    const after = evolveFactors(factors, event)
    expect([event.type, after]).toEqual([event.type, { ...factors, ...changed }])
    factors = after
  }
})
