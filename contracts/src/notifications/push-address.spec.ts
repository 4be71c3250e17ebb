import { expect, test } from 'vitest'
import { pushSubscription } from './api.ts'
import { isPushAddress, maxPushAddressLength } from './push-address.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc?x=1',
  'https://push.example:443/abc',
  'https://10.push.example/abc',
  'https://push.example.h2/abc',
  `https://push.example/${'a'.repeat(maxPushAddressLength - 'https://push.example/'.length)}`,
])('%s can be a push service', (address) => {
  expect(isPushAddress(address)).toBe(true)
})

test.each([
  'http://push.example/abc',
  'ftp://push.example/abc',
  'https://push.example:8443/abc',
  'https://user@push.example/abc',
  'https://:secret@push.example/abc',
  'https://localhost/abc',
  'https://localhost./abc',
  'https://redis/abc',
  'https://127.0.0.1/abc',
  'https://0x7f.1/abc',
  'https://2130706433/abc',
  'https://127.1./abc',
  'https://169.254.169.254/latest/meta-data/',
  'https://8.8.8.8/abc',
  'https://[::1]/abc',
  'https://[::ffff:127.0.0.1]/abc',
  'push.example/abc',
  '',
  `https://push.example/${'a'.repeat(maxPushAddressLength)}`,
])('%s cannot', (address) => {
  expect(isPushAddress(address)).toBe(false)
})

test('a subscription with the address of this machine is refused, also with valid keys', () => {
  const keys = { p256dh: `B${'a'.repeat(86)}`, auth: 'a'.repeat(22) }
  const isAccepted = (endpoint: string) => pushSubscription.safeParse({ endpoint, keys }).success
  expect([isAccepted('https://push.example/a'), isAccepted('https://127.0.0.1/a')]).toEqual([true, false])
})
