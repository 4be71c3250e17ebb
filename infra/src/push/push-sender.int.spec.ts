import { createPublicKey } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { afterAll, expect, test } from 'vitest'
import webPush from 'web-push'
import { startCanary } from '@thirty/infra/testing/canary.ts'
import { startFakePushService } from '@thirty/infra/testing/push/fake-push-service.ts'
import { publicLookup } from './public-lookup.ts'
import { pushSender } from './push-sender.ts'

const service = await startFakePushService()
afterAll(() => service.close())

const keys = webPush.generateVAPIDKeys()
const contact = 'mailto:operator@thirty.example'
const sender = (timeoutMs?: number) =>
  pushSender({ keys, contact, connection: service.connection, ...(timeoutMs !== undefined && { timeoutMs }) })
const message = { payload: JSON.stringify({ title: 'Żółw 🐢' }), ttlSeconds: 60 }

test('the browser decrypts the message, and the push service recognises the sender', async () => {
  const browser = service.browser()
  expect(await sender()(browser.subscription, message)).toBe('sent')
  const [received] = browser.received
  expect(received?.payload).toEqual({ title: 'Żółw 🐢' })
  expect(received?.headers).toMatchObject({ ttl: '60', 'content-encoding': 'aes128gcm' })
  const [, token = '', key = ''] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(received?.headers.authorization ?? '') ?? []
  expect(key).toBe(keys.publicKey)
  const point = Buffer.from(key, 'base64url')
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  expect(jwt.verify(token, publicKey)).toMatchObject({ aud: 'https://push.example', sub: contact })
})

test.each([
  [404, 'gone'],
  [410, 'gone'],
  [400, 'failed'],
  [429, 'failed'],
  [503, 'failed'],
])('a push service that answers with %i: %s', async (status, result) => {
  const browser = service.browser()
  browser.answer = { status }
  expect(await sender()(browser.subscription, message)).toBe(result)
})

test('a redirect is not followed', async () => {
  const browser = service.browser()
  // Back to itself, because only the browser of a message decrypts it.
  browser.answer = { status: 307, headers: { location: browser.subscription.endpoint } }
  expect(await sender()(browser.subscription, message)).toBe('failed')
  expect(browser.received).toHaveLength(1)
})

test('a push service that does not answer, or answers with much, holds nothing up', async () => {
  const [silent, wordy] = [service.browser(), service.browser()]
  silent.answer = { status: 201, never: true }
  wordy.answer = { status: 201, body: 'x'.repeat(50_000_000), never: true }
  expect(await sender(300)(silent.subscription, message)).toBe('failed')
  // Longer than a test may take: it would fail if the sender waited for the end of the answer.
  expect(await sender(600_000)(wordy.subscription, message)).toBe('sent')
  // Neither connection is kept.
  await expect.poll(() => service.openConnections(), { timeout: 30_000 }).toBe(0)
})

test('keys that no browser has are of no use', async () => {
  const { endpoint } = service.browser().subscription
  const notOnCurve = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
  for (const keys of [notOnCurve, { p256dh: 'x', auth: 'y' }])
    expect(await sender()({ endpoint, keys }, message)).toBe('gone')
})

test('names and addresses of this machine and of private networks are not contacted', async () => {
  const { port, connections } = await startCanary()
  const send = pushSender({ keys, contact, connection: { lookup: publicLookup, port } })
  const { subscription } = service.browser()
  // The resolver answers with this machine for every name below localhost.
  const hosts = ['a.localhost', '127.0.0.1', '[::1]', '0x7f.1', '169.254.169.254', 'localhost']
  for (const host of hosts) {
    const result = await send({ ...subscription, endpoint: `https://${host}/send` }, message)
    expect([host, result]).not.toEqual([host, 'sent'])
  }
  expect(connections()).toBe(0)
})
