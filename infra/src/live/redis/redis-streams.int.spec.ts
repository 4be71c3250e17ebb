import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { rooms } from '@thirty/contracts/live/live.ts'
import { createClient } from 'redis'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startRedisServer, type RedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { disconnectMessage } from '../live-publisher.ts'
import { silentLogger } from '../../logger.ts'
import { systemScheduler } from '../../scheduler.ts'
import { connectRedisStreams } from './redis-streams.ts'
import { liveStreamKey, streamEntry, maxStreamLength } from './stream-entry.ts'
import {
  startTestWebProcess,
  timing,
  type TestListener,
  type TestWebProcess,
} from '@thirty/infra/testing/live/web-process.ts'

let redis: RedisServer
let webs: TestWebProcess[]
let writer: ReturnType<typeof writing>

beforeEach(async () => {
  redis = await startRedisServer({ appendonly: 'yes', appendfsync: 'always' })
  writer = writing()
  await writer.connect()
  webs = await Promise.all([1, 2, 3].map(() => startTestWebProcess(redis.url)))
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

/** Appends a message to the stream, as a projector does. */
const add = (room: string, message: string, payload: unknown, except?: string) =>
  writer.sendCommand(
    ['XADD', liveStreamKey, 'MAXLEN', '~', `${maxStreamLength}`, '*'].concat(
      streamEntry({ room, message, payload, ...(except !== undefined && { except }) }),
    ),
  )
const addBoard = (position: number) => add(rooms.leaderboard, 'leaderboard.changed', { position })

const boardUpdates = ({ received }: TestListener): unknown[] =>
  received.filter(([message]) => message === 'leaderboard.changed').map(([, payload]) => payload)
const resyncRequests = ({ received }: TestListener): number =>
  received.filter(([message]) => message === 'news.missed').length
const positions = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => ({ position: first + index }))

/** Expects that these updates of the board reach all listeners, and nothing else of it. */
async function expectBoards(
  listeners: readonly TestListener[],
  first: number,
  last: number,
  timeout = 1_000,
) {
  for (const listener of listeners)
    await expect.poll(() => boardUpdates(listener), { timeout }).toEqual(positions(first, last))
}
/** Expects that all listeners are asked once to resync. */
async function expectResyncs(listeners: readonly TestListener[], timeout = 1_000) {
  for (const listener of listeners) await expect.poll(() => resyncRequests(listener), { timeout }).toBe(1)
}

/** One socket on each web process. */
const connectListeners = (): Promise<TestListener[]> => Promise.all(webs.map((web) => web.connectListener()))

test('a server that has nothing to say is not taken for one that is away', async () => {
  const lines = vi.fn<(...line: unknown[]) => void>()
  const log = Object.assign(Object.create(silentLogger), { warn: lines, info: lines })
  const streams = connectRedisStreams({
    url: redis.url,
    scheduler: systemScheduler,
    log,
    resyncMessage: 'news.missed',
    timing,
  })
  onTestFinished(() => streams.close())
  await vi.waitUntil(() => streams.isReceiving())
  await pause(3 * timing.socketTimeoutMs)
  expect(lines.mock.calls).toEqual([])
})

test('delivers every update once and in order to the sockets of every process, from the first update on', async () => {
  const listeners = await Promise.all([...webs, ...webs].map((web) => web.connectListener()))
  for (let position = 1; position <= 300; position++) await addBoard(position)
  await expectBoards(listeners, 1, 300)
})

test('delivers local messages only to the sockets of the process, even without Redis', async () => {
  const [first, second] = await connectListeners()
  await redis.kill()
  webs[0]?.live.publish(rooms.leaderboard, 'leaderboard.heartbeat', { online: 3 })
  await expect.poll(() => first?.received).toEqual([['leaderboard.heartbeat', { online: 3 }]])
  expect(second?.received).toEqual([])
})

test('a broadcast of one process reaches the sockets of a user in every process once, and nobody else', async () => {
  const [first, second, third] = webs
  const ana = [await first?.connectListener('ana'), await third?.connectListener('ana')]
  const ben = await second?.connectListener('ben')
  second?.live.broadcast(rooms.user('ana'), 'draft.changed', { day: 7 })
  const changes = (listener: TestListener | undefined) =>
    listener?.received.filter(([message]) => message === 'draft.changed')
  for (const listener of ana)
    await vi.waitFor(() => expect(changes(listener)).toEqual([['draft.changed', { day: 7 }]]))
  // What is added later arrives later.
  await add(rooms.user('ben'), 'notifications.changed', {})
  await vi.waitFor(() => expect(ben?.received.map(([message]) => message)).toContain('notifications.changed'))
  expect([changes(ana[0])?.length, changes(ana[1])?.length, changes(ben)?.length]).toEqual([1, 1, 0])
})

test('an entry reaches the sockets of its room, but not those in the room that it leaves out, in any process', async () => {
  const [admin, user, other] = await Promise.all(
    webs.map((web, index) => web.connectListener(['root', 'ada', 'ben'][index])),
  )
  await add(rooms.leaderboard, 'leaderboard.changed', 'for all others', rooms.admins)
  await add(rooms.leaderboard, 'leaderboard.changed', 'for admins', rooms.nonAdmins)
  await add(rooms.user('ada'), 'leaderboard.changed', 'for Ada')
  await addBoard(1)
  for (const [listener, ...own] of [
    [admin, 'for admins'],
    [user, 'for all others', 'for Ada'],
    [other, 'for all others'],
  ] as const)
    await expect.poll(() => listener && boardUpdates(listener)).toEqual([...own, { position: 1 }])
})

test('disconnects the sockets of a user in every process', async () => {
  const [ada, again, root] = await Promise.all([
    webs[0]?.connectListener('ada'),
    webs[1]?.connectListener('ada'),
    webs[2]?.connectListener('root'),
  ])
  await add(rooms.user('ada'), disconnectMessage, {})
  await expect.poll(() => [ada?.socket.connected, again?.socket.connected]).toEqual([false, false])
  expect(root?.socket.connected).toBe(true)
})

test('continues after an outage, and asks every client once to resync', async () => {
  const listeners = await connectListeners()
  await redis.kill()
  await new Promise((resolve) => setTimeout(resolve, timing.socketTimeoutMs + 500))
  for (const listener of listeners) expect(listener.received).toEqual([])
  await redis.restart()
  await addBoard(1)
  await expectBoards(listeners, 1, 1, 5_000)
  await expectResyncs(listeners)
})

test.each([
  ['with older data', (older: Buffer) => redis.restart(older)],
  ['empty', () => redis.flush().then(() => redis.restart())],
])('continues at the end of a Redis that comes back %s', async (_state, restart) => {
  await addBoard(1)
  const older = await redis.dump()
  const listeners = await connectListeners()
  await addBoard(2)
  await expectBoards(listeners, 2, 2)
  await restart(older)
  await expectResyncs(listeners, 5_000)
  await addBoard(3)
  await expectBoards(listeners, 2, 3)
})

test('accepts sockets while Redis is frozen, and delivers the update afterwards', async () => {
  const listeners = await connectListeners()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  onTestFinished(() => void delay.disable())
  redis.pause()
  const added = addBoard(1)
  for (let index = 0; index < 20; index++) {
    const { socket } = (await webs[index % 3]?.connectListener('bob')) ?? {}
    socket?.disconnect()
  }
  // Longer than the timeout of a silent connection.
  await expect
    .poll(() => webs.map(({ streams }) => streams.isReceiving()), { timeout: 10_000 })
    .not.toContain(true)
  for (const listener of listeners) expect([listener.received, listener.socket.connected]).toEqual([[], true])
  redis.resume()
  await added
  await expectBoards(listeners, 1, 1, 10_000)
  await expectResyncs(listeners)
  expect(delay.max / 1e6).toBeLessThan(1_000)
})

test('starts and stops while Redis is unavailable', async () => {
  await redis.kill()
  const late = await startTestWebProcess(redis.url)
  const listener = await late.connectListener()
  await redis.restart()
  await expectResyncs([listener], 5_000)
  await addBoard(1)
  await expectBoards([listener], 1, 1)
  await redis.kill()
  await late.close()
  expect(listener.socket.connected).toBe(false)
})

test('refuses polling in a cluster, where the requests of one socket would reach different processes', async () => {
  const polling = io(`http://${webs[0]?.address}`, {
    transports: ['polling'],
    reconnection: false,
    forceNew: true,
  })
  onTestFinished(() => void polling.disconnect())
  const outcome = await new Promise((resolve) => {
    polling.on('connect', () => resolve('connected'))
    polling.on('connect_error', () => resolve('rejected'))
  })
  expect(outcome).toBe('rejected')
})

test('messages leave Redis after a while, and no client has to resync because of it', async () => {
  const expiring = await startTestWebProcess(redis.url, { entryLifetimeMs: 400, expiryIntervalMs: 100 })
  webs.push(expiring)
  await vi.waitUntil(() => expiring.streams.isReceiving())
  const listeners = await connectListeners()
  for (let position = 1; position <= 20; position++) await addBoard(position)
  await expectBoards(listeners, 1, 20)
  await expect
    .poll(async () => JSON.stringify(await writer.xRange(liveStreamKey, '-', '+')), { timeout: 3_000 })
    .not.toContain('leaderboard.changed')
  // Long enough for reads that return nothing, and for an expiry of a stream with nothing to expire.
  await new Promise((resolve) => setTimeout(resolve, 3 * timing.blockMs + 800))
  expect(await writer.xLen(liveStreamKey)).toBe(1)
  await addBoard(21)
  await expectBoards(listeners, 1, 21)
  expect(new Set(listeners.map(resyncRequests))).toEqual(new Set([0]))
})
