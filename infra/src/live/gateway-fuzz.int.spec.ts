import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { rooms } from '@thirty/contracts/live.ts'
import { canWatch, defaultRooms } from '@thirty/contracts/room-access.ts'
import fc from 'fast-check'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { authentication } from '../http/authentication/authentication.ts'
import { sessionTokens } from '../http/authentication/session-tokens.ts'
import { systemScheduler } from '../scheduler.ts'
import { silentLogger } from '../logger.ts'
import { startGateway, type Gateway } from './gateway.ts'
import { inProcessPublisher } from './in-process-publisher.ts'
import { arbitraryPackets, type Packet } from '@thirty/infra/testing/live/arbitrary-packets.ts'

vi.setConfig({ testTimeout: 120_000 })

/** How many packets are sent, and from which seed they follow; both may be set, to look further or to look again. */
const total = Number(process.env['FUZZ_PACKETS'] ?? 5_000)
const seed = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31))
const perSocket = 25
const atOnce = 10

const origin = 'http://thirty.test'
const tokens = sessionTokens({ secret: 's'.repeat(32), issuer: origin, clock: systemScheduler.now })
const sessionOf = () => ({ version: 1, status: 'active' as const, isAdmin: false })
const tokenOf = (id: string) => tokens.issue({ id, version: 1 })
const live = inProcessPublisher()

let server: Server
let gateway: Gateway
let port: number
let bystander: Socket
let heard: unknown[]

beforeAll(async () => {
  server = createServer((_request, response) => response.end('served'))
  const { identify } = authentication({ tokens, findSession: sessionOf })
  gateway = startGateway({
    server,
    publicUrl: new URL(origin),
    identify,
    access: { defaultRooms, canWatch },
    scheduler: systemScheduler,
    log: silentLogger,
    maxSockets: Infinity,
  })
  live.attach(gateway.socketServer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address with one.
  port = (server.address() as AddressInfo).port
  bystander = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: { origin },
    auth: { token: tokenOf('ada') },
  })
  heard = []
  bystander.on('news', (news: unknown) => heard.push(news))
  await new Promise<void>((resolve) => bystander.once('connect', resolve))
  // Rooms are entered just after the answer has left, so a question behind it finds them entered.
  await bystander.emitWithAck('unwatch', { room: rooms.showcase })
})
afterAll(async () => {
  bystander.disconnect()
  await gateway.close()
})

/** Somebody who minds the rules is served all the while. */
async function isServed(news: string): Promise<void> {
  live.publish(rooms.leaderboard, 'news', news)
  await expect.poll(() => heard.includes(news), { message: `FUZZ_SEED=${seed}`, timeout: 10_000 }).toBe(true)
  const answer: unknown = await bystander.timeout(5_000).emitWithAck('watch', { room: rooms.admins })
  expect(answer).toEqual({ ok: false, code: 'not-allowed' })
}

/** How far a client comes before it forgets the rules. */
const beginnings = [
  undefined,
  '40',
  `40${JSON.stringify({ token: 'a.b.c' })}`,
  `40${JSON.stringify({ token: { toString: 'x' } })}`,
  `40${JSON.stringify({ token: tokenOf('bob') })}`,
]

/** Sends packets over a socket of their own for as long as it is there; answers how many. */
async function attack(given: readonly Packet[], beginning: string | undefined): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, { origin })
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await Promise.race([new Promise<void>((resolve) => socket.once('open', () => resolve())), closed])
  let sent = 0
  if (beginning !== undefined) {
    // Whoever speaks before they are let in is cut at once, and nothing further would be tried.
    const answered = new Promise<void>((resolve) =>
      socket.on('message', (text: Buffer) => text.toString().startsWith('4') && resolve()),
    )
    socket.send(beginning)
    await Promise.race([answered, closed])
  }
  for (const packet of given) {
    if (socket.readyState !== WebSocket.OPEN) break
    sent += 1
    // The server may end the socket before this has left; what comes after that is not counted.
    await new Promise<void>((resolve) => socket.send(packet, () => resolve()))
    await turn()
    await turn()
  }
  socket.close()
  setTimeout(() => socket.terminate(), 200)
  await closed
  return sent
}

test(`${total} malformed packets end at most the sockets that sent them`, async () => {
  const before = process.memoryUsage().rss
  let sent = 0
  for (let round = 0; sent < total; round += 1) {
    const crowd = fc.sample(fc.array(arbitraryPackets, { minLength: perSocket, maxLength: perSocket }), {
      numRuns: atOnce,
      seed: seed + round,
    })
    const counts = await Promise.all(
      crowd.map((given, at) => attack(given, beginnings[(round * atOnce + at) % beginnings.length])),
    )
    sent += counts.reduce((sum, count) => sum + count, 0)
    if (round % 20 === 0) await isServed(`after round ${round}`)
  }
  await isServed('at the end')
  // Whoever left is forgotten: connections, sockets and rooms.
  await expect.poll(() => gateway.socketServer.engine.clientsCount, { timeout: 15_000 }).toBe(1)
  expect(gateway.socketServer.sockets.sockets.size).toBe(1)
  expect(gateway.socketServer.sockets.adapter.rooms.size).toBe(3)
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
})

test('sockets that never say a word are ended after five seconds (T97)', async () => {
  const startedAt = performance.now()
  const closed = Array.from({ length: 300 }, async (_, at) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, { origin })
    await once(socket, 'open')
    // Some knock and wait, most do not even do that.
    if (at % 10 === 0) socket.send('40/nowhere,')
    await once(socket, 'close')
  })
  await expect.poll(() => gateway.socketServer.engine.clientsCount, { timeout: 10_000 }).toBeGreaterThan(100)
  await isServed('beside the silent')
  await Promise.all(closed)
  expect(performance.now() - startedAt).toBeLessThan(20_000)
  await expect.poll(() => gateway.socketServer.engine.clientsCount, { timeout: 15_000 }).toBe(1)
})

/** Bytes on a line that has just become a websocket. */
function rawBytes(bytes: Uint8Array): Promise<void> {
  const head = [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Origin: ${origin}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${Buffer.alloc(16, 7).toString('base64')}`,
  ]
  return new Promise((resolve) => {
    const line = connect(port, '127.0.0.1')
    line.setTimeout(300, () => line.destroy())
    line.on('error', () => undefined)
    line.on('close', () => resolve())
    line.once('data', () => line.end(bytes))
    line.write(`${head.join('\r\n')}\r\n\r\n`)
  })
}

test('bytes that are no frames end their line', async () => {
  const starts = [
    [0x81],
    [0x8f, 0xff],
    [0xf1, 0x80],
    [0x01, 0x7f],
    [0x88, 0x7e],
    [0x82, 0xff, 0xff, 0xff, 0xff],
    [0x80],
  ]
  const bytes = fc.tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 80 }))
  const all = fc.sample(bytes, { numRuns: 200, seed })
  for (let at = 0; at < all.length; at += 20)
    await Promise.all(
      all.slice(at, at + 20).map(([start, rest]) => rawBytes(Uint8Array.from([...start, ...rest]))),
    )
  await isServed('after bytes')
  await expect.poll(() => gateway.socketServer.engine.clientsCount, { timeout: 15_000 }).toBe(1)
})

test('requests beside the rules of polling are refused, and never an error of ours', async () => {
  const asked = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'),
    query: fc.constantFrom(
      '',
      '?',
      '?EIO=4',
      '?EIO=3&transport=polling',
      '?EIO=4&transport=polling',
      '?EIO=4&transport=__proto__',
      '?EIO=4&transport=polling&sid=__proto__',
      '?EIO=4&transport=websocket&sid=x',
      '?transport=polling&j=0',
      `?EIO=4&transport=polling&sid=${'x'.repeat(4_000)}`,
    ),
    body: fc.oneof(
      arbitraryPackets.filter((packet) => packet.length < 10_000),
      fc.constantFrom('\x1e', '4\x1e4\x1e', '2\x1e'.repeat(3_000), 'x'.repeat(20_000)),
    ),
  })
  for (const { method, query, body } of fc.sample(asked, { numRuns: 300, seed })) {
    const status = await new Promise<number | undefined>((resolve) => {
      const outgoing = request(
        { port, method, path: `/socket.io/${query}`, headers: { origin }, agent: false },
        (answer) => {
          answer.resume()
          answer.on('close', () => resolve(answer.statusCode))
        },
      )
      // A body that is too large is not read to its end.
      outgoing.on('error', () => resolve(undefined))
      outgoing.end(method === 'GET' || method === 'HEAD' ? undefined : body)
    })
    expect(status ?? 413, `${method} ${query} FUZZ_SEED=${seed}`).toBeLessThan(500)
  }
  await isServed('after polling')
})
