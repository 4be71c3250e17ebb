import { Agent, get, type ServerResponse } from 'node:http'
import { rooms } from '@thirty/contracts/live.ts'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { disconnectMessage } from './live-publisher.ts'
import {
  ada,
  emitWithAck,
  waitForDisconnect,
  startTestGateway,
  origin,
  projectRoom,
  root,
  type TestGateway,
} from '@thirty/infra/testing/live/test-gateway.ts'

test.each([
  ['a made-up token', 'x.y.z'],
  ['a token that is no text', { $ne: null }],
  ['a list of tokens', ['a', 'b']],
  ['a token of enormous length', 'a.b.c'.repeat(1_000)],
  ['a number', 7],
])('%s is refused', async (_name, token) => {
  const { refused } = await startTestGateway()
  expect(await refused({ token })).toBe('not-signed-in')
})

test('a token in the address is not looked at', async () => {
  const { gateway, tokenOf, connected } = await startTestGateway()
  const socket = await connected({ options: { query: { token: tokenOf(root) } } })
  await expect.poll(() => gateway.countSockets(rooms.showcase)).toBe(1)
  expect([socket.connected, gateway.countSockets(rooms.admins)]).toEqual([true, 0])
})

test.each(['http://evil.test', 'null', 'http://thirty.test.evil.test', 'https://thirty.test', 'file://'])(
  'a page from %s is turned away, even with a good token',
  async (from) => {
    const { tokenOf, refused } = await startTestGateway()
    expect(await refused({ origin: from, token: tokenOf(ada) })).toBe('turned away')
  },
)

test('a foreign page is turned away on polling too', async () => {
  const { refused } = await startTestGateway()
  expect(await refused({ origin: 'http://evil.test', options: { transports: ['polling'] } })).toBe(
    'turned away',
  )
})

test('a page reached under another name of this server is let in', async () => {
  const { address, refused } = await startTestGateway()
  expect(await refused({ origin: `http://${address}` })).toBe('let in')
})

test('what is no page needs a good token', async () => {
  const { tokenOf, refused } = await startTestGateway()
  expect(await refused({ origin: '' })).toBe('not-signed-in')
  expect(await refused({ origin: '', token: tokenOf(ada) })).toBe('let in')
})

test('the socket of an inactive account is refused', async () => {
  const { sessions, tokenOf, refused } = await startTestGateway()
  sessions.set(ada, { version: 1, status: 'inactive', isAdmin: false })
  expect(await refused({ token: tokenOf(ada) })).toBe('account-inactive')
})

test('a socket ends within ten seconds of its token', async () => {
  const { time, tokenOf, connected } = await startTestGateway()
  const socket = await connected({ token: tokenOf(ada) })
  const end = waitForDisconnect(socket)
  await time.advance(3_599_000)
  expect(socket.connected).toBe(true)
  await time.advance(10_000)
  expect(await end).toBe('io server disconnect')
})

test('a socket ends soon after its session was revoked, without anybody saying so', async () => {
  const { time, sessions, tokenOf, connected } = await startTestGateway()
  const end = waitForDisconnect(await connected({ token: tokenOf(ada) }))
  const other = await connected({ token: tokenOf(root) })
  sessions.set(ada, { version: 2, status: 'active', isAdmin: false })
  await time.advance(10_000)
  expect(await end).toBe('io server disconnect')
  expect(other.connected).toBe(true)
})

test('cutting a user ends all their sockets at once and no other', async () => {
  const { gateway, live, tokenOf, connected } = await startTestGateway()
  const ends = [
    waitForDisconnect(await connected({ token: tokenOf(ada) })),
    waitForDisconnect(await connected({ token: tokenOf(ada) })),
  ]
  const other = await connected({ token: tokenOf(root) })
  await expect.poll(() => gateway.countSockets(rooms.leaderboard)).toBe(3)
  live.publish(rooms.user(ada), disconnectMessage, {})
  expect(await Promise.all(ends)).toEqual(['io server disconnect', 'io server disconnect'])
  expect(other.connected).toBe(true)
})

test('a socket that floods is ended', async () => {
  const { tokenOf, connected } = await startTestGateway()
  const socket = await connected({ token: tokenOf(ada) })
  const end = waitForDisconnect(socket)
  for (let at = 0; at < 150; at++) socket.emit('anything', at)
  expect(await end).toBe('io server disconnect')
})

test('a message of more than ten kilobytes ends its socket and no other', async () => {
  const { tokenOf, connected } = await startTestGateway()
  const other = await connected({ token: tokenOf(root) })
  const socket = await connected({ token: tokenOf(ada) })
  const end = waitForDisconnect(socket)
  socket.emit('watch', 'x'.repeat(20_000))
  await end
  expect(await emitWithAck(other, 'watch', { room: projectRoom })).toEqual({ ok: true })
})

test('an address can hold only so many sockets, and gets the place of one that left', async () => {
  const { connected, refused } = await startTestGateway()
  const sockets = []
  for (let at = 0; at < 5; at++) sockets.push(await connected())
  expect(await refused({})).toBe('turned away')
  sockets[0]?.disconnect()
  await expect.poll(() => refused({})).toBe('let in')
})

test('unless it is told otherwise, a gateway takes fifty sockets of an address and no more', async () => {
  const { refused } = await startTestGateway({})
  const answers = await Promise.all(Array.from({ length: 60 }, () => refused({})))
  expect(answers.filter((answer) => answer === 'let in')).toHaveLength(50)
})

test('a socket that does not read is given up; it may come back and fetch what it missed', async () => {
  const { time, gateway, live, address, connected } = await startTestGateway()
  const raw = new WebSocket(`ws://${address}/socket.io/?EIO=4&transport=websocket`, { headers: { origin } })
  raw.on('open', () => raw.send('40'))
  const other = await connected()
  await expect.poll(() => gateway.countSockets(rooms.showcase)).toBe(2)
  raw.pause()
  const frame = 'x'.repeat(500_000)
  for (let at = 0; at < 100; at++) {
    live.publish(rooms.showcase, 'showcase.changed', frame)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await expect.poll(() => time.advance(5_000).then(() => gateway.countSockets(rooms.showcase))).toBe(1)
  expect(other.connected).toBe(true)
  raw.terminate()
})

test('what a socket came with is not kept, and who comes back over its connection is no visitor of a page', async () => {
  const { gateway, address, tokenOf } = await startTestGateway()
  const raw = new WebSocket(`ws://${address}/socket.io/?EIO=4&transport=websocket`, { headers: { origin } })
  const packets: string[] = []
  raw.on('message', (data: Buffer) => packets.push(data.toString()))
  raw.on('open', () => raw.send(`40${JSON.stringify({ token: tokenOf(ada) })}`))
  await expect.poll(() => gateway.countSockets(rooms.user(ada))).toBe(1)
  const [socket] = gateway.socketServer.sockets.sockets.values()
  expect(socket?.conn.request).toBeUndefined()
  expect(socket?.handshake).toMatchObject({ headers: {}, auth: {} })
  raw.send('41')
  await expect.poll(() => gateway.countSockets(rooms.user(ada))).toBe(0)
  raw.send('40')
  await expect.poll(() => packets.at(-1)).toContain('not-signed-in')
  raw.send(`40${JSON.stringify({ token: tokenOf(ada) })}`)
  await expect.poll(() => gateway.countSockets(rooms.user(ada))).toBe(1)
  raw.terminate()
})

/** What a broken or hostile client may send after the websocket is open. */
const brokenPackets = [
  '',
  '4',
  '40{',
  '40{"token":',
  '42',
  '42[]',
  '42{}',
  '42["__proto__"]',
  '42[["watch"],{"room":"admins"}]',
  '42["watch"]',
  '42["watch",null,null]',
  '421["watch",{"room":"admins"}]',
  '42["disconnect"]',
  '42["connect"]',
  '42["error",{"message":1}]',
  '45999999-["x",{"_placeholder":true,"num":0}]',
  '451-["x",{"_placeholder":true,"num":9}]',
  '43999[1]',
  '47',
  '4x',
  '9',
  '3probe',
  '5',
  '1',
  '40/admin,',
  '42/admin,["x"]',
]

test('malformed packets end at most the socket that sent them', async () => {
  const house = await startTestGateway()
  const { gateway, tokenOf, connected } = house
  const other = await connected({ token: tokenOf(root) })
  for (const packet of brokenPackets) {
    for (const isJoined of [false, true]) await sendRaw(house.address, packet, isJoined)
  }
  expect(await emitWithAck(other, 'watch', { room: projectRoom })).toEqual({ ok: true })
  expect(gateway.countSockets(rooms.admins)).toBe(1)
})

test('the end is not held up by a connection that was busy when it began', { timeout: 2_000 }, async () => {
  const house = await startTestGateway()
  const { server, gateway } = house
  const answer = await busyRequest(house)
  const ended = gateway.close()
  await expect.poll(() => server.listening).toBe(false)
  answer()
  await ended
})

/** Somebody asks on a connection that is to be kept, and waits for the answer. */
async function busyRequest({ server, address }: TestGateway): Promise<() => void> {
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  server.keepAliveTimeout = 60_000
  const asked = Promise.withResolvers<ServerResponse>()
  server.once('request', (_request, response) => asked.resolve(response))
  get(`http://${address}/`, { agent }, (response) => response.resume())
  const response = await asked.promise
  return () => response.end()
}

/** Sends a packet, and waits for the end of its line. `isJoined`: when the server has let the sender in. */
function sendRaw(address: string, packet: string, isJoined: boolean): Promise<void> {
  return new Promise((resolve) => {
    const raw = new WebSocket(`ws://${address}/socket.io/?EIO=4&transport=websocket`, { headers: { origin } })
    const send = () => {
      raw.send(packet)
      raw.ping()
    }
    raw.on('open', () => (isJoined ? raw.send('40') : send()))
    raw.on('message', (data: Buffer) => {
      if (isJoined && data.toString().startsWith('40')) send()
    })
    raw.on('pong', () => raw.close())
    raw.on('error', () => undefined)
    raw.on('close', () => resolve())
  })
}
