import { Agent, createServer, get, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rooms } from '@thirty/contracts/live.ts'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { authentication, type Session } from '../http/authentication.ts'
import { sessionTokens } from '../http/tokens.ts'
import { steppedTime, type SteppedTime } from '../scheduler-double.ts'
import { quietLog } from '../telemetry.ts'
import { startGateway, type Gateway } from './gateway.ts'
import { inProcessLive, type InProcessLive } from './in-process.ts'
import { cut } from './live.ts'

const origin = 'http://thirty.test'
const ada = 'ada'
const root = 'root'
const project = rooms.project('r1-d4-0198c0de-0000-7000-8000-000000000001')

let time: SteppedTime
let server: Server
let gateway: Gateway
let live: InProcessLive
let address: string
let sessions: Map<string, Session>
let clients: Socket[]
let tokenOf: (id: string) => string

beforeEach(() => open())
afterEach(async () => {
  for (const client of clients) client.disconnect()
  await gateway.close()
})

/** Without a number of sockets, the gateway's own counts. */
async function open(limit: { mostSockets?: number } = { mostSockets: 5 }) {
  clients = []
  time = steppedTime()
  sessions = new Map<string, Session>([
    [ada, { version: 1, status: 'active', isAdmin: false }],
    [root, { version: 1, status: 'active', isAdmin: true }],
  ])
  const tokens = sessionTokens({ secret: 's'.repeat(32), issuer: origin, clock: time.now, lifetime: 3_600 })
  const { identify } = authentication({ tokens, sessionOf: (id) => sessions.get(id) })
  tokenOf = (id) => tokens.issue({ id, version: 1 })
  server = createServer()
  gateway = startGateway({
    server,
    publicUrl: new URL(origin),
    identify,
    scheduler: time,
    log: quietLog,
    ...limit,
  })
  live = inProcessLive()
  live.connect(gateway.sockets)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address with one.
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`
}

type Given = {
  token?: unknown
  origin?: string | undefined
  options?: Partial<ManagerOptions & SocketOptions>
}

function client({ token, origin: from = origin, options }: Given = {}): Socket {
  const socket = io(`http://${address}`, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: from === '' ? {} : { origin: from },
    auth: token === undefined ? {} : { token },
    ...options,
  })
  clients.push(socket)
  return socket
}

const connected = (given: Given = {}) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = client(given)
    socket.on('connect', () => resolve(socket))
    socket.on('connect_error', reject)
  })
const refused = (given: Given) =>
  connected(given).then(
    () => 'let in',
    (error: Error & { data?: { code?: string } }) => error.data?.code ?? 'turned away',
  )
const heard = (socket: Socket) => {
  const messages: unknown[] = []
  socket.onAny((message, payload) => messages.push([message, payload]))
  return messages
}
const ended = (socket: Socket) => new Promise<string>((resolve) => socket.on('disconnect', resolve))
const ask = (socket: Socket, event: string, request: unknown): Promise<unknown> =>
  socket.timeout(2_000).emitWithAck(event, request)

test('a visitor hears the showcase and nothing else', async () => {
  const visitor = await connected()
  const messages = heard(visitor)
  await expect.poll(() => gateway.count(rooms.showcase)).toBe(1)
  for (const room of [rooms.leaderboard, rooms.community, rooms.admins, rooms.user(ada)])
    live.publish(room, 'no', 1)
  live.publish(rooms.showcase, 'showcase.changed', { rows: [] })
  await expect.poll(() => messages).toEqual([['showcase.changed', { rows: [] }]])
})

test('a participant hears the board, the community and what is their own', async () => {
  const messages = heard(await connected({ token: tokenOf(ada) }))
  await expect.poll(() => gateway.count(rooms.user(ada))).toBe(1)
  live.publish(rooms.user(root), 'other', 1)
  live.publish(rooms.admins, 'admins', 1)
  for (const room of [rooms.leaderboard, rooms.community, rooms.user(ada)]) live.publish(room, room, 1)
  await expect.poll(() => messages.length).toBe(3)
  expect(messages).toEqual([
    ['leaderboard', 1],
    ['community', 1],
    ['user:ada', 1],
  ])
})

test('a visitor who stops watching the showcase hears it all the same, as every visitor does', async () => {
  const visitor = await connected()
  expect(await ask(visitor, 'unwatch', { room: rooms.showcase })).toEqual({ ok: true })
  expect(gateway.count(rooms.showcase)).toBe(1)
})

test('the showcase is heard by whoever asks for it', async () => {
  const socket = await connected({ token: tokenOf(ada) })
  const messages = heard(socket)
  await expect.poll(() => gateway.count(rooms.user(ada))).toBe(1)
  expect(gateway.count(rooms.showcase)).toBe(0)
  expect(await ask(socket, 'watch', { room: rooms.showcase })).toEqual({ ok: true })
  live.publish(rooms.showcase, 'showcase.changed', { rows: [] })
  await expect.poll(() => messages).toEqual([['showcase.changed', { rows: [] }]])
})

test('admins hear what is for admins', async () => {
  const messages = heard(await connected({ token: tokenOf(root) }))
  await expect.poll(() => gateway.count(rooms.admins)).toBe(1)
  live.publish(rooms.admins, 'statistics.changed', 1)
  await expect.poll(() => messages).toEqual([['statistics.changed', 1]])
})

test.each([
  ['a made-up token', 'x.y.z'],
  ['a token that is no text', { $ne: null }],
  ['a list of tokens', ['a', 'b']],
  ['a token of enormous length', 'a.b.c'.repeat(1_000)],
  ['a number', 7],
])('%s is refused', async (_name, token) => {
  expect(await refused({ token })).toBe('not-signed-in')
})

test('a token in the address is not looked at', async () => {
  const socket = await connected({ options: { query: { token: tokenOf(root) } } })
  await expect.poll(() => gateway.count(rooms.showcase)).toBe(1)
  expect([socket.connected, gateway.count(rooms.admins)]).toEqual([true, 0])
})

test.each(['http://evil.test', 'null', 'http://thirty.test.evil.test', 'https://thirty.test', 'file://'])(
  'a page from %s is turned away, even with a good token',
  async (from) => {
    expect(await refused({ origin: from, token: tokenOf(ada) })).toBe('turned away')
  },
)

test('a foreign page is turned away on polling too', async () => {
  expect(await refused({ origin: 'http://evil.test', options: { transports: ['polling'] } })).toBe(
    'turned away',
  )
})

test('a page reached under another name of this server is let in', async () => {
  expect(await refused({ origin: `http://${address}` })).toBe('let in')
})

test('what is no page needs a good token', async () => {
  expect(await refused({ origin: '' })).toBe('not-signed-in')
  expect(await refused({ origin: '', token: tokenOf(ada) })).toBe('let in')
})

test('the socket of an inactive account is refused', async () => {
  sessions.set(ada, { version: 1, status: 'inactive', isAdmin: false })
  expect(await refused({ token: tokenOf(ada) })).toBe('account-inactive')
})

test('a socket ends within ten seconds of its token', async () => {
  const socket = await connected({ token: tokenOf(ada) })
  const end = ended(socket)
  await time.pass(3_599_000)
  expect(socket.connected).toBe(true)
  await time.pass(10_000)
  expect(await end).toBe('io server disconnect')
})

test('a socket ends soon after its session was revoked, without anybody saying so', async () => {
  const end = ended(await connected({ token: tokenOf(ada) }))
  const other = await connected({ token: tokenOf(root) })
  sessions.set(ada, { version: 2, status: 'active', isAdmin: false })
  await time.pass(10_000)
  expect(await end).toBe('io server disconnect')
  expect(other.connected).toBe(true)
})

test('cutting a user ends all their sockets at once and no other', async () => {
  const ends = [
    ended(await connected({ token: tokenOf(ada) })),
    ended(await connected({ token: tokenOf(ada) })),
  ]
  const other = await connected({ token: tokenOf(root) })
  await expect.poll(() => gateway.count(rooms.leaderboard)).toBe(3)
  live.publish(rooms.user(ada), cut, {})
  expect(await Promise.all(ends)).toEqual(['io server disconnect', 'io server disconnect'])
  expect(other.connected).toBe(true)
})

test('somebody who is no admin any more leaves the room of the admins', async () => {
  const socket = await connected({ token: tokenOf(root) })
  await expect.poll(() => gateway.count(rooms.admins)).toBe(1)
  sessions.set(root, { version: 1, status: 'active', isAdmin: false })
  await time.pass(10_000)
  expect(gateway.count(rooms.admins)).toBe(0)
  expect([socket.connected, gateway.count(rooms.user(root))]).toEqual([true, 1])
})

test('a participant may watch a project, and stop', async () => {
  const socket = await connected({ token: tokenOf(ada) })
  const messages = heard(socket)
  expect(await ask(socket, 'watch', { room: project })).toEqual({ ok: true })
  live.publish(project, 'project.rated', 1)
  await expect.poll(() => messages).toEqual([['project.rated', 1]])
  expect(await ask(socket, 'unwatch', { room: project })).toEqual({ ok: true })
  expect(gateway.count(project)).toBe(0)
})

test.each([rooms.admins, rooms.user(root), 'project:../admins', 'project:', 'anything'])(
  'a participant may not watch %s',
  async (room) => {
    const socket = await connected({ token: tokenOf(ada) })
    expect(await ask(socket, 'watch', { room })).toEqual({ ok: false, code: 'not-allowed' })
    expect(gateway.count(room)).toBe(0)
  },
)

test('a visitor may watch nothing', async () => {
  expect(await ask(await connected(), 'watch', { room: project })).toEqual({ ok: false, code: 'not-allowed' })
})

test('rooms that one is in by right can be watched but not left', async () => {
  const socket = await connected({ token: tokenOf(ada) })
  expect(await ask(socket, 'watch', { room: rooms.leaderboard })).toEqual({ ok: true })
  expect(await ask(socket, 'unwatch', { room: rooms.leaderboard })).toEqual({
    ok: false,
    code: 'not-allowed',
  })
  expect(gateway.count(rooms.leaderboard)).toBe(1)
})

test.each([undefined, null, 'admins', ['admins'], {}, { room: ['admins'] }, { room: 'x'.repeat(200) }])(
  'a malformed wish (%j) is answered as such',
  async (request) => {
    const socket = await connected({ token: tokenOf(ada) })
    expect(await ask(socket, 'watch', request)).toEqual({ ok: false, code: 'malformed' })
  },
)

test('a socket can watch only so many projects', async () => {
  const socket = await connected({ token: tokenOf(ada) })
  const watch = (at: number) => {
    const number = String(at).padStart(12, '0')
    return ask(socket, 'watch', { room: rooms.project(`r1-d4-0198c0de-0000-7000-8000-${number}`) })
  }
  const answers = []
  for (let at = 0; at < 51; at++) answers.push(await watch(at))
  expect(answers.filter((answer) => JSON.stringify(answer) === '{"ok":true}')).toHaveLength(50)
  expect(answers[50]).toEqual({ ok: false, code: 'too-many' })
})

test('a socket that floods is ended', async () => {
  const socket = await connected({ token: tokenOf(ada) })
  const end = ended(socket)
  for (let at = 0; at < 150; at++) socket.emit('anything', at)
  expect(await end).toBe('io server disconnect')
})

test('a message of more than ten kilobytes ends its socket and no other', async () => {
  const other = await connected({ token: tokenOf(root) })
  const socket = await connected({ token: tokenOf(ada) })
  const end = ended(socket)
  socket.emit('watch', 'x'.repeat(20_000))
  await end
  expect(await ask(other, 'watch', { room: project })).toEqual({ ok: true })
})

test('an address can hold only so many sockets, and gets the place of one that left', async () => {
  const sockets = []
  for (let at = 0; at < 5; at++) sockets.push(await connected())
  expect(await refused({})).toBe('turned away')
  sockets[0]?.disconnect()
  await expect.poll(() => refused({})).toBe('let in')
})

test('unless it is told otherwise, a gateway takes fifty sockets of an address and no more', async () => {
  await gateway.close()
  await open({})
  const answers = await Promise.all(Array.from({ length: 60 }, () => refused({})))
  expect(answers.filter((answer) => answer === 'let in')).toHaveLength(50)
})

test('a socket that does not read is given up; it may come back and fetch what it missed', async () => {
  const raw = new WebSocket(`ws://${address}/socket.io/?EIO=4&transport=websocket`, { headers: { origin } })
  raw.on('open', () => raw.send('40'))
  const other = await connected()
  await expect.poll(() => gateway.count(rooms.showcase)).toBe(2)
  raw.pause()
  const frame = 'x'.repeat(500_000)
  for (let at = 0; at < 100; at++) {
    live.publish(rooms.showcase, 'showcase.changed', frame)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await expect.poll(() => time.pass(5_000).then(() => gateway.count(rooms.showcase))).toBe(1)
  expect(other.connected).toBe(true)
  raw.terminate()
})

test('what a socket came with is not kept, and who comes back over its connection is no visitor of a page', async () => {
  const raw = new WebSocket(`ws://${address}/socket.io/?EIO=4&transport=websocket`, { headers: { origin } })
  const packets: string[] = []
  raw.on('message', (data: Buffer) => packets.push(data.toString()))
  raw.on('open', () => raw.send(`40${JSON.stringify({ token: tokenOf(ada) })}`))
  await expect.poll(() => gateway.count(rooms.user(ada))).toBe(1)
  const [socket] = gateway.sockets.sockets.sockets.values()
  expect(socket?.conn.request).toBeUndefined()
  expect(socket?.handshake).toMatchObject({ headers: {}, auth: {} })
  raw.send('41')
  await expect.poll(() => gateway.count(rooms.user(ada))).toBe(0)
  raw.send('40')
  await expect.poll(() => packets.at(-1)).toContain('not-signed-in')
  raw.send(`40${JSON.stringify({ token: tokenOf(ada) })}`)
  await expect.poll(() => gateway.count(rooms.user(ada))).toBe(1)
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
  const other = await connected({ token: tokenOf(root) })
  for (const packet of brokenPackets) {
    for (const isJoined of [false, true]) await sendRaw(packet, isJoined)
  }
  expect(await ask(other, 'watch', { room: project })).toEqual({ ok: true })
  expect(gateway.count(rooms.admins)).toBe(1)
})

test('the end is not held up by a connection that was busy when it began', { timeout: 2_000 }, async () => {
  const answer = await busyRequest()
  const ended = gateway.close()
  await expect.poll(() => server.listening).toBe(false)
  answer()
  await ended
})

/** Somebody asks on a connection that is to be kept, and waits for the answer. */
async function busyRequest(): Promise<() => void> {
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
function sendRaw(packet: string, isJoined: boolean): Promise<void> {
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
