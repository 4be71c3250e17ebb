import { monitorEventLoopDelay } from 'node:perf_hooks'
import { rooms } from '@thirty/contracts/live.ts'
import { createClient } from 'redis'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startRedisServer, type RedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { disconnectMessage } from '../live-publisher.ts'
import { liveStreamKey, streamEntry, maxStreamLength } from './stream-entry.ts'
import {
  startTestWebProcess,
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

/** A projector adds a frame. */
const add = (room: string, message: string, payload: unknown) =>
  writer.sendCommand(
    ['XADD', liveStreamKey, 'MAXLEN', '~', `${maxStreamLength}`, '*'].concat(
      streamEntry({ room, message, payload }),
    ),
  )
const addBoard = (position: number) => add(rooms.leaderboard, 'leaderboard.changed', { position })

const boardsHeard = ({ received: heard }: TestListener): unknown[] =>
  heard.filter(([message]) => message === 'leaderboard.changed').map(([, payload]) => payload)
const missedBy = ({ received: heard }: TestListener): number =>
  heard.filter(([message]) => message === 'news.missed').length
const positions = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => ({ position: first + at }))

/** One socket on each web process. */
const audience = (): Promise<TestListener[]> => Promise.all(webs.map((web) => web.connectListener()))

test('a change reaches each socket once and in order, whichever process it sits on, from the first one on', async () => {
  const all = await Promise.all([...webs, ...webs].map((web) => web.connectListener()))
  for (let position = 1; position <= 300; position++) await addBoard(position)
  for (const one of all) await expect.poll(() => boardsHeard(one).length).toBe(300)
  for (const one of all) expect(boardsHeard(one)).toEqual(positions(1, 300))
})

test('the first change is heard, however long nothing happened before', async () => {
  const one = await webs[0]?.connectListener()
  // The reader has asked twice by then, and between two questions nobody listens.
  await new Promise((resolve) => setTimeout(resolve, 2_100))
  await addBoard(1)
  await expect.poll(() => one && boardsHeard(one)).toEqual(positions(1, 1))
})

test('a frame is heard in its room only', async () => {
  const [ada, root, bob] = await Promise.all([
    webs[0]?.connectListener('ada'),
    webs[1]?.connectListener('root'),
    webs[2]?.connectListener('bob'),
  ])
  await add(rooms.admins, 'statistics.changed', 1)
  await add(rooms.user('bob'), 'rank.changed', 2)
  await addBoard(3)
  for (const one of [ada, root, bob]) await expect.poll(() => one && boardsHeard(one)).toHaveLength(1)
  const last = ['leaderboard.changed', { position: 3 }]
  expect(ada?.received).toEqual([last])
  expect(root?.received).toEqual([['statistics.changed', 1], last])
  expect(bob?.received).toEqual([['rank.changed', 2], last])
})

test('a room that is asked for is heard by who asked, on whichever process they sit, until they stop', async () => {
  const all = await audience()
  const [staying, leaving] = all
  const room = rooms.community
  const wish = (one: TestListener | undefined, event: string): Promise<unknown> | undefined =>
    one?.socket.emitWithAck(event, { room })
  for (const one of [staying, leaving]) expect(await wish(one, 'watch')).toEqual({ ok: true })
  await add(room, 'activity', 1)
  for (const one of [staying, leaving]) await expect.poll(() => one?.received).toEqual([['activity', 1]])
  expect(await wish(leaving, 'unwatch')).toEqual({ ok: true })
  await add(room, 'activity', 2)
  await addBoard(3)
  for (const one of all) await expect.poll(() => boardsHeard(one)).toHaveLength(1)
  expect(all.map(({ received: heard }) => heard.slice(0, -1))).toEqual([
    [
      ['activity', 1],
      ['activity', 2],
    ],
    [['activity', 1]],
    [],
  ])
})

test('what a process says to its own sockets reaches no others, and needs no Redis', async () => {
  const [first, second] = await audience()
  await redis.kill()
  webs[0]?.live.publish(rooms.leaderboard, 'leaderboard.heartbeat', { online: 3 })
  await expect.poll(() => first?.received).toEqual([['leaderboard.heartbeat', { online: 3 }]])
  expect(second?.received).toEqual([])
})

test('the sockets of a user are ended on whichever process they sit', async () => {
  const [ada, again, root] = await Promise.all([
    webs[0]?.connectListener('ada'),
    webs[1]?.connectListener('ada'),
    webs[2]?.connectListener('root'),
  ])
  await add(rooms.user('ada'), disconnectMessage, {})
  await expect.poll(() => [ada?.socket.connected, again?.socket.connected]).toEqual([false, false])
  expect(root?.socket.connected).toBe(true)
})

test('whoever watches is counted over all processes, and a process that ended is not', async () => {
  await webs[0]?.connectListener()
  await audience()
  const counts = () => webs.map(({ streams }) => streams.countOnline())
  await expect.poll(counts, { timeout: 10_000 }).toEqual([4, 4, 4])
  await webs[0]?.close()
  webs.shift()
  await expect.poll(counts, { timeout: 10_000 }).toEqual([2, 2])
})

test('after an outage all go on where they were, and are told to fetch what was lost on the way', async () => {
  const all = await audience()
  await redis.kill()
  await new Promise((resolve) => setTimeout(resolve, 5_500))
  for (const one of all) expect(one.received).toEqual([])
  await redis.restart()
  await addBoard(1)
  for (const one of all)
    await expect.poll(() => boardsHeard(one), { timeout: 5_000 }).toEqual(positions(1, 1))
  for (const one of all) await expect.poll(() => missedBy(one)).toBe(1)
})

test.each([
  ['with less than before', (older: Buffer) => redis.restart(older)],
  ['empty', () => redis.flush().then(() => redis.restart())],
])('a Redis that comes back %s is read on from its end', async (_what, restart) => {
  await addBoard(1)
  const older = await redis.dump()
  const all = await audience()
  await addBoard(2)
  for (const one of all) await expect.poll(() => boardsHeard(one)).toEqual(positions(2, 2))
  await restart(older)
  for (const one of all) await expect.poll(() => missedBy(one), { timeout: 5_000 }).toBe(1)
  await addBoard(3)
  for (const one of all) await expect.poll(() => boardsHeard(one)).toEqual(positions(2, 3))
})

test('a stream that begins anew with smaller ids is noticed without a lost connection', async () => {
  await addBoard(1)
  const all = await audience()
  await redis.flush()
  await writer.sendCommand(['XADD', liveStreamKey, '1-1', 'uid', 'nobody'])
  for (const one of all) await expect.poll(() => missedBy(one), { timeout: 10_000 }).toBe(1)
  await addBoard(8)
  for (const one of all) await expect.poll(() => boardsHeard(one)).toEqual(positions(8, 8))
})

test('while Redis stands still, sockets come and go, and afterwards all hear what was added', async () => {
  const all = await audience()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  onTestFinished(() => void delay.disable())
  redis.pause()
  const added = addBoard(1)
  for (let at = 0; at < 20; at++) {
    const { socket } = (await webs[at % 3]?.connectListener('bob')) ?? {}
    socket?.disconnect()
  }
  // Longer than a silent connection is kept, and than a count is believed.
  await expect.poll(() => webs.map(({ streams }) => streams.isReceiving()), standstill).not.toContain(true)
  await expect.poll(() => webs.map(({ streams }) => streams.countOnline()), standstill).toEqual([1, 1, 1])
  for (const one of all) expect([one.received, one.socket.connected]).toEqual([[], true])
  redis.resume()
  await added
  for (const one of all) await expect.poll(() => boardsHeard(one), standstill).toEqual(positions(1, 1))
  for (const one of all) await expect.poll(() => missedBy(one)).toBe(1)
  expect(delay.max / 1e6).toBeLessThan(1_000)
})
const standstill = { timeout: 10_000 }

test('a process can be started and ended while Redis is away', async () => {
  await redis.kill()
  const late = await startTestWebProcess(redis.url)
  const one = await late.connectListener()
  expect(late.streams.countOnline()).toBe(1)
  await redis.restart()
  await expect.poll(() => missedBy(one), { timeout: 5_000 }).toBe(1)
  await addBoard(1)
  await expect.poll(() => boardsHeard(one)).toEqual(positions(1, 1))
  await redis.kill()
  await late.close()
  expect(one.socket.connected).toBe(false)
})

test('one of many speaks websocket only: polls of one socket would reach different processes', async () => {
  const address = webs[0]?.gateway.socketServer.httpServer.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const polling = io(`http://127.0.0.1:${port}`, {
    transports: ['polling'],
    reconnection: false,
    forceNew: true,
  })
  onTestFinished(() => void polling.disconnect())
  const answer = await new Promise((resolve) => {
    polling.on('connect', () => resolve('let in'))
    polling.on('connect_error', () => resolve('turned away'))
  })
  expect(answer).toBe('turned away')
})
