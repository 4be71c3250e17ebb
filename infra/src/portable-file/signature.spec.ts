import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { fileSignerOf, fingerprintOf, isSigned } from './signature.ts'

const signer = () => fileSignerOf(randomBytes(32).toString('base64url'))

test('a signature fits its text and its key only', () => {
  const [one, other] = [signer(), signer()]
  const signature = one?.sign('a history') ?? { key: '', value: '' }
  expect(isSigned('a history', signature)).toBe(true)
  expect(isSigned('another history', signature)).toBe(false)
  const { key = '', value = '' } = other?.sign('a history') ?? {}
  for (const change of [{ key }, { value }, { value: '' }, { key: 'x' }])
    expect(isSigned('a history', { ...signature, ...change })).toBe(false)
  expect(one?.fingerprint).toBe(fingerprintOf(signature.key))
  expect(one?.fingerprint).not.toBe(other?.fingerprint)
})

test('the same key signs the same text in the same way', () => {
  const key = randomBytes(32).toString('base64url')
  expect(fileSignerOf(key)?.sign('a history')).toEqual(fileSignerOf(key)?.sign('a history'))
})

test.each(['', 'x', 'ä'.repeat(32), randomBytes(31).toString('base64url'), randomBytes(32).toString('hex')])(
  '%j is not a private key',
  (text) => expect(fileSignerOf(text)).toBeUndefined(),
)
