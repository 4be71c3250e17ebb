import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { unlimitedSockets } from '@thirty/contracts/endpoints/limits.ts'
import { privilegesFor } from '@thirty/contracts/endpoints/access.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import fc from 'fast-check'
import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { systemScheduler } from '../scheduler.ts'
import { heapInUse } from '@thirty/infra/testing/heap.ts'
import { openGateway, origin } from '@thirty/infra/testing/live/test-gateway.ts'

/** The content of one websocket message. */
type Packet = string | Uint8Array

const names = [
  ...'watch unwatch connect connect_error disconnect disconnecting error newListener'.split(' '),
  ...'removeListener __proto__ constructor toString hasOwnProperty join admins leaderboard.changed'.split(
    ' ',
  ),
  '',
]
const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

/** JSON of one argument of an event, which is not always valid. */
const values: fc.Arbitrary<string> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    ...'null {} [] 1e309 -0 {"room":{"room":"admins"}} {"__proto__":{"isAdmin":true}}'.split(' '),
    ...'{"length":1e9} {"room":"__proto__"} {"room":["admins"]} {"toString":1} "\\ud800" { "'.split(' '),
    deep(900),
    `{"a":${deep(200)}}`,
    `"${'x'.repeat(9_000)}"`,
    `[${'0,'.repeat(4_000)}0]`,
    ...['0', '-1', '1e9', '"x"'].map((number) => `{"_placeholder":true,"num":${number}}`),
  ),
  fc
    .oneof(
      fc.constantFrom(...names, 'community', 'project:', 'user:ada'),
      fc.string({ maxLength: 130 }),
      fc.jsonValue({ maxDepth: 2 }),
    )
    .map((room) => JSON.stringify({ room })),
)

/** The data of an event: an array that begins with its name, or something else. */
const data: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...names), fc.array(values, { maxLength: 3 }))
    .map(([name, rest]) => `[${[JSON.stringify(name), ...rest].join(',')}]`),
  fc.tuple(values, values).map(([first, second]) => `[${first},${second}]`),
  values,
  fc.string({ maxLength: 20 }),
)

const namespaces = ['', '/,', '/admin,', '/__proto__,', '/a?token=x,', '//,', '/x'.repeat(200), ',']
const ids = ['', '0', '1', '007', '99999999999999999999', '-1', '1.5', 'x']
const attachments = ['', '1-', '2-', '0-', '-1-', '99999999-', 'x-', '-']

const socketIo: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('0', '1', '2', '2', '2', '3', '4', '5', '6', '7', '9', 'x', ''),
    fc.constantFrom('', '', '', ...attachments),
    fc.constantFrom('', '', '', ...namespaces),
    fc.constantFrom(...ids),
    data,
  )
  .map((parts) => `4${parts.join('')}`)

/** Well-formed events with arbitrary data. Those without an id expect no acknowledgement. */
const events: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('', '', '0', '7'), fc.constantFrom('watch', 'unwatch', ...names), values)
  .map(([id, name, value]) => `42${id}[${JSON.stringify(name)},${value}]`)

/** Packets of Engine.IO: 0 open, 1 close, 2 ping, 3 pong, 5 upgrade, 6 noop, and others. */
const engineIo: fc.Arbitrary<Packet> = fc.oneof(
  fc.tuple(fc.constantFrom(...'01235678x'), fc.string({ maxLength: 12 })).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }).map((text) => text.toWellFormed()),
  fc.uint8Array({ maxLength: 60 }),
  fc.constantFrom('', '4', '40', '41', '2probe', 'b4', '4'.repeat(9_999), 'x'.repeat(10_500)),
  fc.constant(new Uint8Array(10_500)),
)

/** Packets that the product's client never sends. */
const arbitraryPackets: fc.Arbitrary<Packet> = fc.oneof(
  { weight: 6, arbitrary: events },
  { weight: 6, arbitrary: socketIo },
  { weight: 4, arbitrary: engineIo },
)

/** How many packets are sent, and the seed from which they are generated. Set both to repeat a run. */
const totalPackets = Number(process.env['FUZZ_PACKETS'] ?? 5_000)
const seed = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31))
const packetsOfSocket = fc.array(arbitraryPackets, { minLength: 25, maxLength: 25 })
const concurrentSockets = 10

/** The time limit grows with the size: a packet takes about a millisecond, and a busy machine is slower. */
const fuzzTimeoutMs = 60_000 + 20 * totalPackets

const session = { version: 1, status: 'active', privileges: privilegesFor(null) } as const

let opened: Awaited<ReturnType<typeof openGateway>>
let honestClient: Socket
const received: unknown[] = []

beforeAll(async () => {
  opened = await openGateway(systemScheduler, () => session, { limits: unlimitedSockets })
  honestClient = await opened.connect({ user: 'ada' })
  honestClient.on('news', (update: unknown) => received.push(update))
  // A socket joins its rooms just after the connection is acknowledged; the next acknowledgement comes after that.
  await honestClient.emitWithAck('unwatch', { room: rooms.showcase })
})
afterAll(() => opened.gateway.close())

const openConnections = () => opened.gateway.socketServer.engine.clientsCount
const openWebSocket = () =>
  new WebSocket(`ws://${opened.address}/socket.io/?EIO=4&transport=websocket`, { origin })

/** Checks that an honest client still receives messages and acknowledgements. */
async function expectHonestClientServed(update: string): Promise<void> {
  opened.live.publish(rooms.leaderboard, 'news', update)
  await expect
    .poll(() => received.includes(update), { message: `FUZZ_SEED=${seed}`, timeout: 10_000 })
    .toBe(true)
  const response: unknown = await honestClient.timeout(5_000).emitWithAck('watch', { room: rooms.admins })
  expect(response).toEqual({ ok: false, code: 'not-allowed' })
}

/** The first packet of a client: none, or a handshake with or without a token. */
const handshakes = () => [
  undefined,
  '40',
  `40${JSON.stringify({ token: 'a.b.c' })}`,
  `40${JSON.stringify({ token: { toString: 'x' } })}`,
  `40${JSON.stringify({ token: opened.tokenOf('bob') })}`,
]

/** Sends packets over a new socket until the server closes it; returns how many were sent. */
async function sendPackets(packets: readonly Packet[], handshake: string | undefined): Promise<number> {
  const socket = openWebSocket()
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await Promise.race([new Promise((resolve) => socket.once('open', resolve)), closed])
  let sent = 0
  if (handshake !== undefined) {
    // The server closes a socket that sends before its handshake is answered, and no further packet would be tried.
    const answered = new Promise((resolve) =>
      socket.on('message', (text: Buffer) => text.toString().startsWith('4') && resolve(text)),
    )
    socket.send(handshake)
    await Promise.race([answered, closed])
  }
  for (const packet of packets) {
    if (socket.readyState !== WebSocket.OPEN) break
    sent += 1
    // The server may close the socket before this packet is sent; later packets are not counted.
    await new Promise<void>((resolve) => socket.send(packet, () => resolve()))
    await turn()
    await turn()
  }
  socket.close()
  setTimeout(() => socket.terminate(), 200)
  await closed
  return sent
}

test('malformed packets end at most the sockets that sent them', { timeout: fuzzTimeoutMs }, async () => {
  const [heapBefore, first] = [heapInUse(), handshakes()]
  let sent = 0
  for (let round = 0; sent < totalPackets; round += 1) {
    const batches = fc.sample(packetsOfSocket, { numRuns: concurrentSockets, seed: seed + round })
    const counts = await Promise.all(
      batches.map((packets, index) =>
        sendPackets(packets, first[(round * concurrentSockets + index) % first.length]),
      ),
    )
    sent += counts.reduce((sum, count) => sum + count, 0)
    if (round % 20 === 0) await expectHonestClientServed(`after round ${round}`)
  }
  await expectHonestClientServed('at the end')
  // No trace of the closed sockets is kept: connections, sockets and rooms.
  await expect.poll(openConnections, { timeout: 15_000 }).toBe(1)
  expect(opened.gateway.socketServer.sockets.sockets.size).toBe(1)
  expect(opened.gateway.socketServer.sockets.adapter.rooms.size).toBe(4)
  expect(heapInUse() - heapBefore).toBeLessThan(20 * 1024 * 1024)
})

test('sockets that send no handshake are disconnected after five seconds (T97)', async () => {
  const startedAt = performance.now()
  const closed = Array.from({ length: 300 }, async (_, at) => {
    const socket = openWebSocket()
    await once(socket, 'open')
    // Some send an incomplete handshake, most send nothing.
    if (at % 10 === 0) socket.send('40/nowhere,')
    await once(socket, 'close')
  })
  await expect.poll(openConnections, { timeout: 10_000 }).toBeGreaterThan(100)
  await expectHonestClientServed('beside the silent')
  await Promise.all(closed)
  expect(performance.now() - startedAt).toBeLessThan(20_000)
  await expect.poll(openConnections, { timeout: 15_000 }).toBe(1)
})
