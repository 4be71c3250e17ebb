import { createServer as createTlsServer } from 'node:https'
import type { LookupFunction } from 'node:net'
import { startCanary } from '@thirty/infra/testing/canary.ts'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { listen } from '@thirty/infra/testing/listening.ts'
import { selfSignedCertificate } from '@thirty/infra/testing/self-signed-certificate.ts'
import { startFakeReceiver, type FakeReceiver } from '@thirty/infra/testing/webhooks/fake-receiver.ts'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { publicLookupWith } from '../push/public-lookup.ts'
import { webhookSender } from './webhook-sender.ts'

let receiver: FakeReceiver
beforeEach(async () => {
  receiver = await startFakeReceiver()
})
afterEach(() => receiver.close())

const messageTo = (address: string) => ({
  address,
  body: '{"text":"Żółw"}',
  headers: { 'webhook-id': 'msg_1' },
})
const userAgent = 'Example/1'
const send = (address = receiver.address, timeoutMs = 5_000) =>
  webhookSender({ allowPrivate: true, userAgent, timeoutMs })(messageTo(address))

test('posts the body with its headers', async () => {
  receiver.answers = [200]
  expect(await send()).toMatchObject({ status: 200, error: null, response: 'answer 200' })
  expect(receiver.received).toMatchObject([
    {
      path: '/hooks?token=of-the-receiver',
      body: '{"text":"Żółw"}',
      headers: {
        'webhook-id': 'msg_1',
        'user-agent': userAgent,
        'content-type': 'application/json; charset=utf-8',
      },
    },
  ])
})

test.each([204, 302, 404, 410, 500])('reports the answer %i', async (status) => {
  receiver.answers = [status]
  expect(await send()).toMatchObject({ status, error: null })
})

test('reports how long the receiver wants to be left alone', async () => {
  receiver.answers = [
    (response) => void response.writeHead(429, { 'retry-after': '120' }).end(),
    (response) => void response.writeHead(503, { 'retry-after': '60' }).write('begun'),
    500,
  ]
  expect(await send()).toMatchObject({ status: 429, retryAfter: '120' })
  expect(await send(receiver.address, 200)).toMatchObject({ status: 503, retryAfter: '60', error: 'timeout' })
  expect(await send()).toMatchObject({ status: 500, retryAfter: null })
})

test('a redirect is not followed', async () => {
  const other = await startFakeReceiver()
  onTestFinished(() => other.close())
  receiver.answers = [(response) => void response.writeHead(307, { location: other.address }).end()]
  expect(await send()).toMatchObject({ status: 307 })
  expect(other.received).toEqual([])
})

test('gives up a receiver that does not answer in time, or does not finish its answer', async () => {
  receiver.answers = [() => undefined]
  expect(await send(receiver.address, 200)).toMatchObject({ status: null, error: 'timeout' })
  receiver.answers = [(response) => void response.writeHead(500).write('begun')]
  expect(await send(receiver.address, 200)).toMatchObject({ status: 500, error: 'timeout' })
})

test('reads no more than the beginning of a huge answer', async () => {
  receiver.answers = [(response) => void response.writeHead(200).end('x'.repeat(50_000_000))]
  const { status, error, response } = await send()
  expect([status, error, response.length]).toEqual([200, null, 16_384])
})

test('reports a connection that is refused or cut', async () => {
  receiver.answers = [(response) => response.destroy()]
  expect(await send()).toMatchObject({ status: null, error: 'connection' })
  await receiver.close()
  expect(await send()).toMatchObject({ status: null, error: 'connection' })
})

test('verifies certificates', async () => {
  const { privateKey, chain } = selfSignedCertificate(await temporaryFolder())
  const server = createTlsServer({ key: privateKey, cert: chain }, (_request, response) =>
    response.end('safe'),
  )
  onTestFinished(() => void server.close())
  const port = await listen(server)
  const sendWith = (ca?: Buffer) =>
    webhookSender({ allowPrivate: true, userAgent, ...(ca && { ca }) })(
      messageTo(`https://localhost:${port}/`),
    )
  expect(await sendWith()).toMatchObject({ status: null, error: 'tls' })
  expect(await sendWith(chain)).toMatchObject({ status: 200, response: 'safe' })
})

test('sends nothing to an invalid address, and stops when the process ends', async () => {
  expect(await send('not an address')).toMatchObject({ status: null, error: 'address' })
  receiver.answers = [() => undefined]
  const ending = new AbortController()
  const sender = webhookSender({ allowPrivate: true, userAgent })
  const sent = sender(messageTo(receiver.address), ending.signal)
  await expect.poll(() => receiver.received.length).toBe(1)
  ending.abort()
  await expect(sent).rejects.toThrow('aborted')
})

/** Sends to an address of an installation that allows public addresses only. */
const sendPublicly = (address: string, lookup?: LookupFunction) =>
  webhookSender({ allowPrivate: false, userAgent, timeoutMs: 300, ...(lookup && { lookup }) })(
    messageTo(address),
  )
const notPublic = { status: null, error: 'not-public' }

/** All others: `public-lookup.spec.ts`. */
test.each(['127.0.0.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254'])(
  'the address %s is not contacted',
  async (host) => {
    const { port, connections } = await startCanary()
    const lookup: LookupFunction = () => expect.unreachable('No name is resolved.')
    expect(await sendPublicly(`http://${host}:${port}/`, lookup)).toMatchObject(notPublic)
    expect(connections()).toBe(0)
  },
)

test('a name of this machine is not contacted, with the resolver of the system', async () => {
  const address = receiver.address.replace('127.0.0.1', 'localhost')
  expect(await sendPublicly(address)).toMatchObject(notPublic)
  expect(receiver.received).toEqual([])
})

test('a name that leads elsewhere when it is resolved again: the connection uses the addresses that were checked', async () => {
  const answers = ['8.8.8.8', '127.0.0.1']
  let lookups = 0
  const resolve = publicLookupWith((_name, _options, callback) => {
    lookups += 1
    callback(null, [{ address: answers.shift() ?? '', family: 4 }])
  })
  const checked: unknown[] = []
  // In place of the public address, which must not be contacted by a spec, the connection gets the receiver's.
  const lookup: LookupFunction = (name, options, callback) =>
    resolve(name, options, (error, addresses) => {
      if (error !== null) return callback(error, [])
      checked.push(addresses)
      callback(null, [{ address: '127.0.0.1', family: 4 }])
    })
  const address = receiver.address.replace('127.0.0.1', 'rebinding.example')
  expect(await sendPublicly(address, lookup)).toMatchObject({ status: 204 })
  expect([checked, lookups]).toEqual([[[{ address: '8.8.8.8', family: 4 }]], 1])
  expect(await sendPublicly(address, lookup)).toMatchObject(notPublic)
  expect(receiver.received).toHaveLength(1)
})
