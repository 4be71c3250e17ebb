import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import webPush from 'web-push'
import { vapidKeysOf } from './vapid-keys.ts'

test('the public key belongs to the private one, such as the secrets that the product generates', () => {
  const { privateKey, publicKey } = webPush.generateVAPIDKeys()
  expect(vapidKeysOf(privateKey)).toEqual({ privateKey, publicKey })
  expect(vapidKeysOf(randomBytes(32).toString('base64url'))?.publicKey).toMatch(/^B[\w-]{86}$/)
})

test.each([
  '',
  'short',
  randomBytes(31).toString('base64url'),
  randomBytes(33).toString('base64url'),
  randomBytes(32).toString('hex'),
  `${'A'.repeat(42)}!`,
  Buffer.alloc(32).toString('base64url'),
  Buffer.alloc(32, 0xff).toString('base64url'),
])('%j is not a private key', (text) => {
  expect(vapidKeysOf(text)).toBeUndefined()
})
