import type { RefusalCode } from '@thirty/contracts/endpoints/refusals.ts'
import { maxPasskeys } from '@thirty/contracts/accounts/two-factor.ts'
import { expect, test } from 'vitest'
import {
  acceptAppCode,
  acceptOnce,
  acceptPasskey,
  acceptRecoveryCode,
  addApp,
  addPasskey,
  removeApp,
  removePasskey,
  renamePasskey,
  renewCodes,
  kindsOf,
  noSecondFactors,
  type Passkey,
} from './decide.ts'

const now = Date.parse('2026-03-02T08:00:00Z')
const codes = { digests: ['one', 'two'], now }
const passkeyOf = (id: string): Passkey => ({
  id,
  name: id,
  credential: `credential of ${id}`,
  publicKey: 'key',
  counter: 3,
  transports: [],
  addedAt: '2026-03-02T08:00:00.000Z',
  lastUsedAt: null,
})
const withApp = addApp(noSecondFactors, { secret: 'sealed', lastStep: 10, codes })
const withBoth = addPasskey(withApp, passkeyOf('laptop'), { digests: ['other'], now })

const refusal = (code: RefusalCode, more: object = {}) => expect.objectContaining({ code, ...more })

test('the first second factor comes with recovery codes, later ones keep them, and they can be replaced', () => {
  const stored = (...digests: string[]) => ({ digests, createdAt: '2026-03-02T08:00:00.000Z' })
  expect(withApp.recoveryCodes).toEqual(stored('one', 'two'))
  expect(withBoth.recoveryCodes).toEqual(stored('one', 'two'))
  expect(renewCodes(withBoth, { digests: ['three'], now }).recoveryCodes).toEqual(stored('three'))
  expect([kindsOf(withBoth), kindsOf(noSecondFactors)]).toEqual([['app', 'passkey', 'recovery-code'], []])
})

test('recovery codes are removed with the last second factor, and alone are not a second factor', () => {
  const off = removePasskey(removeApp(withBoth, false), 'laptop', false)
  expect(off).toEqual(noSecondFactors)
  expect(removeApp(off, true)).toBe(off)
  expect(() => renewCodes(off, codes)).toThrow(refusal('no-second-factor'))
  expect(kindsOf({ ...noSecondFactors, recoveryCodes: { digests: ['one'], createdAt: '' } })).toEqual([])
})

test('the last second factor stays where one is required', () => {
  const onlyPasskey = removeApp(withBoth, true)
  expect(onlyPasskey.passkeys).toHaveLength(1)
  expect(() => removePasskey(onlyPasskey, 'laptop', true)).toThrow(refusal('last-factor'))
  expect(() => removeApp(withApp, true)).toThrow(refusal('last-factor'))
})

test('a code is accepted in increasing time steps only', () => {
  const used = acceptAppCode(withApp, 12)
  expect(used.app?.lastStep).toBe(12)
  for (const step of [11, 12, undefined])
    expect(() => acceptAppCode(used, step)).toThrow(refusal('wrong-credentials'))
  expect(() => acceptAppCode(noSecondFactors, 12)).toThrow(refusal('wrong-credentials'))
})

test('a recovery code is accepted once', () => {
  const used = acceptRecoveryCode(withApp, 'one')
  expect(used.recoveryCodes?.digests).toEqual(['two'])
  const atField = { errors: { recoveryCode: expect.anything() } }
  expect(() => acceptRecoveryCode(used, 'one')).toThrow(refusal('wrong-credentials', atField))
  const none = [noSecondFactors, { ...noSecondFactors, recoveryCodes: withApp.recoveryCodes }]
  for (const factors of [...none, { ...withApp, recoveryCodes: null }])
    expect(() => acceptRecoveryCode(factors, 'one')).toThrow(refusal('wrong-credentials'))
})

test('a value is accepted once, and forgotten when it has expired', () => {
  const first = acceptOnce(withApp, { digest: 'a', until: now + 1_000 }, now)
  expect(() => acceptOnce(first, { digest: 'a', until: now + 1_000 }, now)).toThrow(
    refusal('second-step-over'),
  )
  const later = acceptOnce(first, { digest: 'b', until: now + 9_000 }, now + 2_000)
  expect(later.used.map(({ digest }) => digest)).toEqual(['b'])
  const last = acceptOnce(later, { digest: 'c', until: now + 9_000 }, now + 8_999)
  expect(last.used.map(({ digest }) => digest)).toEqual(['b', 'c'])
  const over = acceptOnce(last, { digest: 'd', until: now + 10_000 }, now + 9_000)
  expect(over.used.map(({ digest }) => digest)).toEqual(['d'])
})

test('the use of a passkey is recorded, unless another one came first', () => {
  const use = { id: 'laptop', counterBefore: 3, counter: 4, now }
  const used = acceptPasskey(withBoth, use)
  expect(used.passkeys).toMatchObject([{ counter: 4, lastUsedAt: '2026-03-02T08:00:00.000Z' }])
  expect(() => acceptPasskey(used, use)).toThrow(refusal('wrong-credentials'))
  expect(() => acceptPasskey(withApp, use)).toThrow(refusal('wrong-credentials'))
})

test('a passkey is added once, and their number is limited', () => {
  expect(() => addPasskey(withBoth, passkeyOf('laptop'), codes)).toThrow(refusal('conflict'))
  const ids = Array.from({ length: maxPasskeys }, (_, index) => `key ${index}`)
  const full = ids.reduce((factors, id) => addPasskey(factors, passkeyOf(id), codes), noSecondFactors)
  expect(() => addPasskey(full, passkeyOf('one more'), codes)).toThrow(refusal('quota-reached'))
})

test('only a passkey that is there has a new name, and can be removed', () => {
  expect(renamePasskey(withBoth, 'laptop', 'Work').passkeys).toMatchObject([{ name: 'Work' }])
  expect(() => renamePasskey(withBoth, 'phone', 'Work')).toThrow(refusal('passkey-not-found'))
  expect(() => removePasskey(withBoth, 'phone', false)).toThrow(refusal('passkey-not-found'))
})

test('of several passkeys one is used, renamed and removed', () => {
  const two = addPasskey(withBoth, passkeyOf('phone'), codes)
  expect(renamePasskey(two, 'phone', 'Work').passkeys).toMatchObject([{ name: 'laptop' }, { name: 'Work' }])
  expect(removePasskey(two, 'laptop', true).passkeys).toMatchObject([{ id: 'phone' }])
  const used = acceptPasskey(two, { id: 'phone', counterBefore: 3, counter: 4, now })
  expect(used.passkeys).toMatchObject([
    { id: 'laptop', counter: 3, lastUsedAt: null },
    { id: 'phone', counter: 4 },
  ])
  const again = { id: 'phone', counterBefore: 3, counter: 5, now }
  expect(() => acceptPasskey(used, again)).toThrow(refusal('wrong-credentials'))
  expect(acceptPasskey(used, { ...again, id: 'laptop' }).passkeys).toMatchObject([
    { counter: 5 },
    { counter: 4 },
  ])
})
