import { redisEntries } from '@thirty/infra/entry-store/redis.ts'
import { connectionsTo } from '@thirty/infra/testing/read-models/redis-of-specs.ts'
import { startRedisServer, type RedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { createWebhooksApp } from '@thirty/command-api/testing/webhooks-app.ts'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

let redis: RedisServer
beforeAll(async () => {
  redis = await startRedisServer({ appendonly: 'yes', appendfsync: 'always' })
})
afterAll(() => redis.close())
beforeEach(() => redis.flush())

const openStore = async () => redisEntries((await connectionsTo(redis.url)).requests)

/** Two processes with separate connections to one Redis. */
async function setUp() {
  const app = await createWebhooksApp(await openStore())
  const other = await openStore()
  onTestFinished(app.close)
  const { receiver, id } = await app.webhook()
  return { app, other, receiver, id }
}

const dayOf = ({ body }: { body: string }) => /"day":(\d+)/.exec(body)?.[1]

test('of two processes over Redis one delivers, each message once', async () => {
  const { app, other, receiver, id } = await setUp()
  await app.startDelivering('first')
  app.deliver('second', { store: other })
  for (let day = 1; day <= 5; day += 1) await app.submit(day)
  await app.untilDeliveries(id, ({ state }) => state, Array(5).fill('delivered'))
  await app.scheduler.advance(10_000)
  expect(receiver.received.map(dayOf)).toEqual(['1', '2', '3', '4', '5'])
})

test('another process takes over from one whose lease has ended, and what that one does later is refused', async () => {
  const { app, other, receiver, id } = await setUp()
  await app.startDelivering('first')
  // The first process waits for an answer when its lease ends.
  let answerFirst: () => void = () => undefined
  receiver.answers = [(response) => (answerFirst = () => void response.writeHead(500).end()), 204]
  await app.submit(1)
  await app.until(() => receiver.received.length, 1)
  await other.removeGroup('lease:webhooks')
  app.deliver('second', { store: other })
  const states = async () => (await app.deliveriesOf(id)).map(({ state, tryCount }) => [state, tryCount])
  await app.until(states, [['delivered', 1]])
  answerFirst()
  await app.submit(2)
  const delivered = ['delivered', 1]
  const allDelivered = [delivered, delivered]
  await app.until(states, allDelivered)
  // What the first process does later changes nothing.
  await app.scheduler.advance(60_000)
  expect(await states()).toEqual(allDelivered)
  expect(receiver.received).toHaveLength(3)
  const [one, again] = receiver.received
  expect(again?.headers['webhook-id']).toBe(one?.headers['webhook-id'])
})

test('an outage of Redis delays deliveries and loses none', async () => {
  const { app, receiver } = await setUp()
  await app.startDelivering()
  await redis.kill()
  await app.submit(1)
  await app.until(() => app.errors.length > 0, true)
  await redis.restart()
  await app.until(() => receiver.received.length > 0, true)
  expect(dayOf(receiver.received[0] ?? { body: '' })).toBe('1')
})
