import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { privilegesFor } from '@thirty/contracts/endpoints/access.ts'
import { unlimitedSockets } from '@thirty/contracts/endpoints/limits.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { createClient } from 'redis'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { openGateway, origin } from '@thirty/infra/testing/live/test-gateway.ts'
import { startRedisServer, type RedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { disconnectMessage } from '../live-publisher.ts'
import { silentLogger } from '../../logger.ts'
import { systemScheduler } from '../../scheduler.ts'
import { connectRedisStreams, type RedisStreamsOptions } from './redis-streams.ts'
import { liveStreamKey, streamEntry, maxStreamLength } from './stream-entry.ts'

/** Shorter than in the product, so that outages are noticed fast. In milliseconds. */
const timing = { blockMs: 300, socketTimeoutMs: 800 }

type Listener = Awaited<ReturnType<typeof openSocket>>
let redis: RedisServer
let webs: Awaited<ReturnType<typeof startWebProcess>>[]
let writer: ReturnType<typeof writing>

beforeEach(async () => {
  redis = await startRedisServer({ appendonly: 'yes', appendfsync: 'always' })
  writer = writing()
  await writer.connect()
  webs = await Promise.all([1, 2, 3].map(() => startWebProcess()))
  for (const { streams } of webs) await vi.waitUntil(() => streams.isReceiving())
})
afterEach(async () => {
  writer.destroy()
  await Promise.all(webs.map((web) => web.close()))
  await redis.close()
})

function writing() {
  const client = createClient({ url: redis.url, socket: { reconnectStrategy: 20 } })
  client.on('error', () => undefined)
  return client
}

const connectStreams = (changedTiming: RedisStreamsOptions['timing'] = {}, log = silentLogger) =>
  connectRedisStreams({
    url: redis.url,
    scheduler: systemScheduler,
    log,
    resyncMessage: 'news.missed',
    timing: { ...timing, ...changedTiming },
  })

/** Starts the live side of a web process, with which any user may connect; `root` is an admin. */
async function startWebProcess(changedTiming?: RedisStreamsOptions['timing']) {
  const streams = connectStreams(changedTiming)
  const sessionOf = (id: string) =>
    ({ version: 1, status: 'active', privileges: privilegesFor(id === 'root' ? 'owner' : null) }) as const
  const options = { limits: unlimitedSockets, adapter: streams.adapter }
  const { gateway, live, address, connect, tokenOf } = await openGateway(systemScheduler, sessionOf, options)
  return {
    live,
    streams,
    connect,
    listen: async (user = 'ada') => {
      const listener = await openSocket(`http://${address}`, tokenOf(user), origin)
      // A socket joins its rooms just after the connection is acknowledged; the next acknowledgement comes after that.
      await listener.socket.emitWithAck('watch', { room: 'leaderboard' })
      return listener
    },
    close: async () => {
      await gateway.close()
      await streams.close()
    },
  }
}

/** Appends a message to the stream, as a projector does. */
const add = (room: string, message: string, payload: unknown, except?: string) =>
  writer.sendCommand(
    ['XADD', liveStreamKey, 'MAXLEN', '~', `${maxStreamLength}`, '*'].concat(
      streamEntry({ room, message, payload, ...(except !== undefined && { except }) }),
    ),
  )
const addBoard = (position: number) => add(rooms.leaderboard, 'leaderboard.changed', { position })

const payloadsOf = (name: string, { heard }: Listener): unknown[] =>
  heard.filter(({ message }) => message === name).map(({ payload }) => payload)
const boardUpdates = (listener: Listener) => payloadsOf('leaderboard.changed', listener)

/** Expects that these updates of the board reach all listeners, and nothing else of it. */
async function expectBoards(listeners: readonly Listener[], first: number, last: number, timeout = 1_000) {
  const expected = Array.from({ length: last - first + 1 }, (_, index) => ({ position: first + index }))
  for (const listener of listeners)
    await expect.poll(() => boardUpdates(listener), { timeout }).toEqual(expected)
}
/** Expects that all listeners are asked once to resync. */
async function expectResyncs(listeners: readonly Listener[], timeout = 1_000) {
  for (const listener of listeners)
    await expect.poll(() => payloadsOf('news.missed', listener), { timeout }).toHaveLength(1)
}

/** One socket on each web process. */
const listenEverywhere = (...users: string[]) =>
  Promise.all(webs.map((web, index) => web.listen(users[index])))

test('a server that has nothing to say is not taken for one that is away', async () => {
  const lines = vi.fn<(...line: unknown[]) => void>()
  const streams = connectStreams({}, Object.assign(Object.create(silentLogger), { warn: lines, info: lines }))
  onTestFinished(() => streams.close())
  await vi.waitUntil(() => streams.isReceiving())
  await pause(3 * timing.socketTimeoutMs)
  expect(lines.mock.calls).toEqual([])
})

test('delivers every update once and in order to the sockets of every process, from the first update on', async () => {
  const listeners = (await Promise.all([listenEverywhere(), listenEverywhere()])).flat()
  for (let position = 1; position <= 300; position++) await addBoard(position)
  await expectBoards(listeners, 1, 300)
})

test('delivers local messages only to the sockets of the process, even without Redis', async () => {
  const [first, second] = await listenEverywhere()
  await redis.kill()
  webs[0]?.live.publish(rooms.leaderboard, 'leaderboard.heartbeat', { online: 3 })
  const heard = [{ message: 'leaderboard.heartbeat', payload: { online: 3 } }]
  await expect.poll(() => first?.heard).toEqual(heard)
  expect(second?.heard).toEqual([])
})

test('a broadcast of one process reaches the sockets of a user in every process once, and nobody else', async () => {
  const listeners = await listenEverywhere('ana', 'ben', 'ana')
  webs[1]?.live.broadcast(rooms.user('ana'), 'draft.changed', { day: 7 })
  await expect.poll(() => listeners.at(-1)?.heard).toHaveLength(1)
  // What is added later arrives later.
  await add(rooms.leaderboard, 'leaderboard.changed', {})
  for (const listener of listeners) await expect.poll(() => boardUpdates(listener)).toHaveLength(1)
  const change = { day: 7 }
  expect(listeners.map((listener) => payloadsOf('draft.changed', listener))).toEqual([[change], [], [change]])
})

test('an entry reaches the sockets of its room, but not those in the room that it leaves out, in any process', async () => {
  const listeners = await listenEverywhere('root', 'ada', 'ben')
  await add(rooms.leaderboard, 'leaderboard.changed', 'for all others', rooms.admins)
  await add(rooms.leaderboard, 'leaderboard.changed', 'for admins', rooms.nonAdmins)
  await add(rooms.user('ada'), 'leaderboard.changed', 'for Ada')
  await addBoard(1)
  const expected = [['for admins'], ['for all others', 'for Ada'], ['for all others']]
  await expect
    .poll(() => listeners.map(boardUpdates))
    .toEqual(expected.map((own) => [...own, { position: 1 }]))
})

test('disconnects the sockets of a user in every process', async () => {
  const listeners = await listenEverywhere('ada', 'ada', 'root')
  await add(rooms.user('ada'), disconnectMessage, {})
  await expect.poll(() => listeners.map(({ socket }) => socket.connected)).toEqual([false, false, true])
})

const longOutage = async () => {
  await redis.kill()
  await pause(timing.socketTimeoutMs + 500)
  await redis.restart()
}
test.each([
  ['after an outage', longOutage],
  ['with older data', (older: Buffer) => redis.restart(older)],
  ['empty', () => redis.flush().then(() => redis.restart())],
])('continues at the end of a Redis that comes back %s', async (_state, restart) => {
  await addBoard(1)
  const older = await redis.dump()
  const listeners = await listenEverywhere()
  await addBoard(2)
  await expectBoards(listeners, 2, 2)
  await restart(older)
  await expectResyncs(listeners, 5_000)
  await addBoard(3)
  await expectBoards(listeners, 2, 3)
})

test('accepts sockets while Redis is frozen, and delivers the update afterwards', async () => {
  const listeners = await listenEverywhere()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  onTestFinished(() => void delay.disable())
  redis.pause()
  const added = addBoard(1)
  for (let index = 0; index < 20; index++) {
    const bob = await webs[index % 3]?.listen('bob')
    bob?.socket.disconnect()
  }
  // Longer than the timeout of a silent connection.
  await expect
    .poll(() => webs.map(({ streams }) => streams.isReceiving()), { timeout: 10_000 })
    .not.toContain(true)
  for (const { heard, socket } of listeners) expect([heard, socket.connected]).toEqual([[], true])
  redis.resume()
  await added
  await expectBoards(listeners, 1, 1, 10_000)
  await expectResyncs(listeners)
  expect(delay.max / 1e6).toBeLessThan(1_000)
})

test('starts and stops while Redis is unavailable', async () => {
  await redis.kill()
  const late = await startWebProcess()
  const listener = await late.listen()
  await redis.restart()
  await expectResyncs([listener], 5_000)
  await addBoard(1)
  await expectBoards([listener], 1, 1)
  await redis.kill()
  await late.close()
  await expect.poll(() => listener.socket.connected).toBe(false)
})

test('refuses polling in a cluster, where the requests of one socket would reach different processes', async () => {
  const polling = webs[0]?.connect({ user: 'ada', options: { transports: ['polling'] } })
  await expect(polling).rejects.toThrow('xhr poll error')
})

test('messages leave Redis after a while, and no client has to resync because of it', async () => {
  const expiring = await startWebProcess({ entryLifetimeMs: 400, expiryIntervalMs: 100 })
  webs.push(expiring)
  await vi.waitUntil(() => expiring.streams.isReceiving())
  const listeners = await listenEverywhere()
  for (let position = 1; position <= 20; position++) await addBoard(position)
  await expectBoards(listeners, 1, 20)
  await expect
    .poll(async () => JSON.stringify(await writer.xRange(liveStreamKey, '-', '+')), { timeout: 3_000 })
    .not.toContain('leaderboard.changed')
  // Long enough for reads that return nothing, and for an expiry of a stream with nothing to expire.
  await pause(3 * timing.blockMs + 800)
  expect(await writer.xLen(liveStreamKey)).toBe(1)
  await addBoard(21)
  await expectBoards(listeners, 1, 21)
  expect(listeners.flatMap((listener) => payloadsOf('news.missed', listener))).toEqual([])
})
