import { privilegesFor } from '@thirty/contracts/endpoints/access.ts'
import { unlimitedSockets } from '@thirty/contracts/endpoints/limits.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import type { Socket } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { disconnectMessage } from './live-publisher.ts'
import {
  ada,
  emitWithAck,
  openGateway,
  recordMessages,
  waitForDisconnect,
  startTestGateway,
  projectRoom,
  root,
  type TestGateway,
} from '@thirty/infra/testing/live/test-gateway.ts'

test('ignores a token in the address', async () => {
  const { gateway, tokenOf, connect } = await startTestGateway()
  const socket = await connect({ options: { query: { token: tokenOf(root) } } })
  await expect.poll(() => gateway.countSockets(rooms.showcase)).toBe(1)
  expect([socket.connected, gateway.countSockets(rooms.admins)]).toEqual([true, 0])
})

type Handshake = Parameters<TestGateway['rejectionCode']>[0]
const polling = { transports: ['polling'] }
test.each<[name: string, code: string, handshake: (gateway: TestGateway, token: string) => Handshake]>([
  ...Object.entries({
    'a made-up token': 'x.y.z',
    'a token that is not a string': { $ne: null },
    'a list of tokens': ['a', 'b'],
    'a token of enormous length': 'a.b.c'.repeat(1_000),
    'a number': 7,
  }).map(([name, token]): [string, string, () => Handshake] => [name, 'not-signed-in', () => ({ token })]),
  ...['http://evil.test', 'null', 'http://thirty.test.evil.test', 'https://thirty.test', 'file://'].map(
    (origin): [string, string, (gateway: TestGateway, token: string) => Handshake] => [
      `a page from ${origin}, even with a valid token`,
      'rejected',
      (_gateway, token) => ({ origin, token }),
    ],
  ),
  ['a foreign page on polling', 'rejected', () => ({ origin: 'http://evil.test', options: polling })],
  ['a page from another port of this server', 'rejected', () => ({ origin: 'http://127.0.0.1:9' })],
  [
    'a page under another name of this server',
    'connected',
    ({ address }) => ({ origin: `http://${address}` }),
  ],
  ['a client that is not a page and has no token', 'not-signed-in', () => ({ origin: '' })],
  [
    'a client that is not a page and has a valid token',
    'connected',
    (_gateway, token) => ({ origin: '', token }),
  ],
])('the handshake of %s is answered with %s', async (_name, code, handshake) => {
  const testGateway = await startTestGateway()
  const { rejectionCode, tokenOf } = testGateway
  expect(await rejectionCode(handshake(testGateway, tokenOf(ada)))).toBe(code)
})

test('refuses the socket of an inactive account', async () => {
  const { sessions, tokenOf, rejectionCode } = await startTestGateway()
  sessions.set(ada, { version: 1, status: 'inactive', privileges: privilegesFor(null) })
  expect(await rejectionCode({ token: tokenOf(ada) })).toBe('account-inactive')
})

test('disconnects a socket within ten seconds after its token has expired', async () => {
  const { time, tokenOf, connect } = await startTestGateway()
  const socket = await connect({ token: tokenOf(ada) })
  const end = waitForDisconnect(socket)
  await time.advance(3_599_000)
  expect(socket.connected).toBe(true)
  await time.advance(10_000)
  expect(await end).toBe('io server disconnect')
})

test('disconnects a socket soon after its session was revoked, without a notification', async () => {
  const { time, sessions, tokenOf, connect } = await startTestGateway()
  const end = waitForDisconnect(await connect({ token: tokenOf(ada) }))
  const other = await connect({ token: tokenOf(root) })
  sessions.set(ada, { version: 2, status: 'active', privileges: privilegesFor(null) })
  await time.advance(10_000)
  expect(await end).toBe('io server disconnect')
  expect(other.connected).toBe(true)
})

test('a socket that was cut is not recovered: its session is checked again', async () => {
  const { sessions, gateway, live, tokenOf, connect } = await startTestGateway()
  const socket = await connect({ token: tokenOf(ada) })
  await expect.poll(() => gateway.countSockets(rooms.user(ada))).toBe(1)
  const messages = recordMessages(socket)
  live.publish(rooms.user(ada), 'news', 1)
  await expect.poll(() => messages).toHaveLength(1)
  const end = waitForDisconnect(socket)
  socket.io.engine.close()
  await end
  sessions.set(ada, { version: 2, status: 'active', privileges: privilegesFor(null) })
  const outcome = Promise.withResolvers<string>()
  socket.on('connect', () => outcome.resolve('connected'))
  socket.on('connect_error', () => outcome.resolve('refused'))
  socket.connect()
  expect(await outcome.promise).toBe('refused')
})

test('disconnects all sockets of a user at once and no others', async () => {
  const { gateway, live, tokenOf, connect } = await startTestGateway()
  const ends = [
    waitForDisconnect(await connect({ token: tokenOf(ada) })),
    waitForDisconnect(await connect({ token: tokenOf(ada) })),
  ]
  const other = await connect({ token: tokenOf(root) })
  await expect.poll(() => gateway.countSockets(rooms.leaderboard)).toBe(3)
  live.publish(rooms.user(ada), disconnectMessage, {})
  expect(await Promise.all(ends)).toEqual(['io server disconnect', 'io server disconnect'])
  expect(other.connected).toBe(true)
})

test('a process that ends sends its clients away one after the other, accepts no new one, and serves them until then', async () => {
  const time = fakeScheduler()
  const session = { version: 1, status: 'active', privileges: privilegesFor(null) } as const
  const options = { limits: unlimitedSockets, endingMessage: 'server.ending' }
  const { client, tokenOf, gateway, live, server, close } = await openGateway(time, () => session, options)
  onTestFinished(close)
  const told: Socket[] = []
  const sockets = Array.from({ length: 30 }, () => client({ token: tokenOf(ada) }))
  for (const socket of sockets) socket.on('server.ending', () => told.push(socket))
  for (const socket of sockets) await emitWithAck(socket, 'watch', { room: projectRoom })

  const ended = gateway.close()
  await expect.poll(() => told.length).toBe(20)
  expect(server.listening).toBe(false)
  const remaining = sockets.filter((socket) => !told.includes(socket))
  const received = remaining.map(recordMessages)
  live.publish(projectRoom, 'news', 1)
  await expect.poll(() => received.flat()).toHaveLength(10)
  await time.advance(100)
  await expect.poll(() => told.length).toBe(30)
  expect(sockets.every(({ connected }) => connected)).toBe(true)
  await time.advance(100)
  await ended
  await expect.poll(() => sockets.some(({ connected }) => connected)).toBe(false)
})
