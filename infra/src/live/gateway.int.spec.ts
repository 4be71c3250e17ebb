import { privilegesFor } from '@thirty/contracts/endpoints/access.ts'
import { unlimitedSockets } from '@thirty/contracts/endpoints/limits.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import type { Socket } from 'socket.io-client'
import { expect, test } from 'vitest'
import {
  ada,
  emitWithAck,
  waitForDisconnect,
  startTestGateway,
  projectRoom,
  root,
  type TestGateway,
} from '@thirty/infra/testing/live/test-gateway.ts'

/** Records all messages that a socket receives from now on. */
const recordMessages = (socket: Socket) => {
  const messages: unknown[] = []
  socket.onAny((message, payload) => messages.push([message, payload]))
  return messages
}

test('ignores a token in the address', async () => {
  const { gateway, tokenOf, connect } = await startTestGateway()
  const socket = await connect({ options: { query: { token: tokenOf(root) } } })
  await expect.poll(() => gateway.countSockets(rooms.showcase)).toBe(1)
  expect([socket.connected, gateway.countSockets(rooms.admins)]).toEqual([true, 0])
})

type Handshake = Parameters<TestGateway['rejectionCode']>[0]
const evil = 'http://evil.test'
const foreign = [evil, 'null', 'http://thirty.test.evil.test', 'https://thirty.test', 'file://']
test.each<[name: string, code: string, handshake: Handshake]>([
  ['a made-up token', 'not-signed-in', { token: 'x.y.z' }],
  ['a token that is not a string', 'not-signed-in', { token: { $ne: null } }],
  ['a list of tokens', 'not-signed-in', { token: ['a', 'b'] }],
  ['a token of enormous length', 'not-signed-in', { token: 'a.b.c'.repeat(1_000) }],
  ['a number', 'not-signed-in', { token: 7 }],
  ...foreign.map((origin): [string, string, Handshake] => [
    `a page from ${origin}, even with a valid token`,
    'rejected',
    { origin, user: ada },
  ]),
  ['a foreign page on polling', 'rejected', { origin: evil, options: { transports: ['polling'] } }],
  ['a page from another port of this server', 'rejected', { origin: 'http://127.0.0.1:9' }],
  ['a page of another protocol under the name of this server', 'rejected', { origin: 'ftp://ADDRESS' }],
  ['a page under another name of this server', 'connected', { origin: 'http://ADDRESS' }],
  ['a client that is not a page and has no token', 'not-signed-in', { origin: '' }],
  ['a client that is not a page and has a valid token', 'connected', { origin: '', user: ada }],
])('the handshake of %s is answered with %s', async (_name, code, handshake) => {
  const { rejectionCode, address } = await startTestGateway()
  const origin = handshake.origin?.replace('ADDRESS', address)
  expect(await rejectionCode({ ...handshake, ...(origin !== undefined && { origin }) })).toBe(code)
})

test('refuses the socket of an inactive account', async () => {
  const { sessions, rejectionCode } = await startTestGateway()
  sessions.set(ada, { version: 1, status: 'inactive', privileges: privilegesFor(null) })
  expect(await rejectionCode({ user: ada })).toBe('account-inactive')
})

test('disconnects a socket within ten seconds after its token has expired', async () => {
  const { time, connect } = await startTestGateway()
  const socket = await connect({ user: ada })
  const end = waitForDisconnect(socket)
  await time.advance(3_599_000)
  expect(socket.connected).toBe(true)
  await time.advance(10_000)
  expect(await end).toBe('io server disconnect')
})

test('disconnects a socket soon after its session was revoked, without a notification', async () => {
  const { time, sessions, connect } = await startTestGateway()
  const end = waitForDisconnect(await connect({ user: ada }))
  const other = await connect({ user: root })
  sessions.set(ada, { version: 2, status: 'active', privileges: privilegesFor(null) })
  await time.advance(10_000)
  expect(await end).toBe('io server disconnect')
  expect(other.connected).toBe(true)
})

test('a socket that was cut is not recovered: its session is checked again', async () => {
  const { sessions, gateway, live, connect } = await startTestGateway()
  const socket = await connect({ user: ada })
  await expect.poll(() => gateway.countSockets(rooms.user(ada))).toBe(1)
  const messages = recordMessages(socket)
  live.publish(rooms.user(ada), 'news', 1)
  await expect.poll(() => messages).toHaveLength(1)
  const end = waitForDisconnect(socket)
  socket.io.engine.close()
  await end
  sessions.set(ada, { version: 2, status: 'active', privileges: privilegesFor(null) })
  const outcome = new Promise((resolve) => {
    socket.on('connect', () => resolve('connected'))
    socket.on('connect_error', () => resolve('refused'))
  })
  socket.connect()
  expect(await outcome).toBe('refused')
})

test('a process that ends sends its clients away one after the other, accepts no new one, and serves them until then', async () => {
  const options = { limits: unlimitedSockets, endingMessage: 'server.ending' }
  const { time, connect, gateway, live, server } = await startTestGateway(options)
  const told: Socket[] = []
  const sockets = await Promise.all(Array.from({ length: 30 }, () => connect({ user: ada })))
  for (const socket of sockets) {
    socket.on('server.ending', () => told.push(socket))
    await emitWithAck(socket, 'watch', { room: projectRoom })
  }
  const ended = gateway.close()
  await expect.poll(() => told.length).toBe(20)
  expect(server.listening).toBe(false)
  const received = sockets.filter((socket) => !told.includes(socket)).map(recordMessages)
  live.publish(projectRoom, 'news', 1)
  await expect.poll(() => received.flat()).toHaveLength(10)
  await time.advance(100)
  await expect.poll(() => told.length).toBe(30)
  expect(sockets.every(({ connected }) => connected)).toBe(true)
  await time.advance(100)
  await ended
  await expect.poll(() => sockets.some(({ connected }) => connected)).toBe(false)
})
