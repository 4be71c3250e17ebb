import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
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
import { arbitraryPackets, type Packet } from '@thirty/infra/testing/live/arbitrary-packets.ts'

/** How many packets are sent, and the seed from which they are generated. Set both to repeat a run. */
const totalPackets = Number(process.env['FUZZ_PACKETS'] ?? 5_000)
const seed = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31))
const packetsPerSocket = 25
const concurrentSockets = 10

/** The time limit grows with the size: a packet takes about a millisecond, and a busy machine is slower. */
const fuzzTimeoutMs = 60_000 + 20 * totalPackets

const session = { version: 1, status: 'active', privileges: privilegesFor(null) } as const

let opened: Awaited<ReturnType<typeof openGateway>>
let honestClient: Socket
let received: unknown[]

beforeAll(async () => {
  opened = await openGateway(systemScheduler, () => session, { limits: unlimitedSockets })
  honestClient = opened.client({ token: opened.tokenOf('ada') })
  received = []
  honestClient.on('news', (update: unknown) => received.push(update))
  await new Promise<void>((resolve) => honestClient.once('connect', resolve))
  // A socket joins its rooms just after the connection is acknowledged; the next acknowledgement comes after that.
  await honestClient.emitWithAck('unwatch', { room: rooms.showcase })
})
afterAll(() => opened.close())

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
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await Promise.race([new Promise<void>((resolve) => socket.once('open', () => resolve())), closed])
  let sent = 0
  if (handshake !== undefined) {
    // The server closes a socket that sends before its handshake is answered, and no further packet would be tried.
    const answered = new Promise<void>((resolve) =>
      socket.on('message', (text: Buffer) => text.toString().startsWith('4') && resolve()),
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

test(
  `${totalPackets} malformed packets end at most the sockets that sent them`,
  { timeout: fuzzTimeoutMs },
  async () => {
    const [heapBefore, first] = [heapInUse(), handshakes()]
    let sent = 0
    for (let round = 0; sent < totalPackets; round += 1) {
      const batches = fc.sample(
        fc.array(arbitraryPackets, { minLength: packetsPerSocket, maxLength: packetsPerSocket }),
        {
          numRuns: concurrentSockets,
          seed: seed + round,
        },
      )
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
  },
)

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

/** Opens a websocket and sends bytes over its connection. */
function sendBytes(bytes: Uint8Array): Promise<void> {
  const head = [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    `Host: ${opened.address}`,
    `Origin: ${origin}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${Buffer.alloc(16, 7).toString('base64')}`,
  ]
  return new Promise((resolve) => {
    const connection = connect(opened.port, '127.0.0.1')
    connection.setTimeout(300, () => connection.destroy())
    connection.on('error', () => undefined)
    connection.on('close', () => resolve())
    connection.once('data', () => connection.end(bytes))
    connection.write(`${head.join('\r\n')}\r\n\r\n`)
  })
}

test('bytes that are not frames close their connection', async () => {
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
  const samples = fc.sample(bytes, { numRuns: 200, seed })
  for (let first = 0; first < samples.length; first += 100)
    await Promise.all(
      samples
        .slice(first, first + 100)
        .map(([start, rest]) => sendBytes(Uint8Array.from([...start, ...rest]))),
    )
  await expectHonestClientServed('after bytes')
  await expect.poll(openConnections, { timeout: 15_000 }).toBe(1)
})

test('malformed polling requests are refused without an internal error', async () => {
  const requests = fc.record({
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
  for (const { method, query, body } of fc.sample(requests, { numRuns: 300, seed })) {
    const status = await new Promise<number | undefined>((resolve) => {
      const outgoing = request(
        { port: opened.port, method, path: `/socket.io/${query}`, headers: { origin }, agent: false },
        (response) => {
          response.resume()
          response.on('close', () => resolve(response.statusCode))
        },
      )
      // The server does not read a body that is too large to its end.
      outgoing.on('error', () => resolve(undefined))
      outgoing.end(method === 'GET' || method === 'HEAD' ? undefined : body)
    })
    expect(status ?? 413, `${method} ${query} FUZZ_SEED=${seed}`).toBeLessThan(500)
  }
  await expectHonestClientServed('after polling')
})
