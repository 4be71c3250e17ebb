import { isDeepStrictEqual } from 'node:util'
import { webhooksChanged } from '@thirty/contracts/webhooks/api.ts'
import { webhookPayload } from '@thirty/contracts/webhooks/payloads-api.ts'
import { appForTest, appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { refusal } from '@thirty/command-api/testing/test-app.ts'
import { expect, test, vi } from 'vitest'
import { ana, ben } from '@thirty/command-api/testing/people.ts'
import { createWebhooksApp } from '@thirty/command-api/testing/webhooks-app.ts'
import { loadProgress } from './messages.ts'
import { newDelivery, queueOf, type Message } from './stored-delivery.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { keptDeliveryMs, maxWaitingDeliveries } from '@thirty/contracts/webhooks/webhooks.ts'

const app = appForEach(() => createWebhooksApp())

const minuteMs = 60_000
const namesIn = (bodies: readonly { body: string }[]) =>
  bodies.map(({ body }) => (JSON.parse(body) as { data: { project: { name: string } } }).data.project.name)

test('changes of settings and deliveries are published once to the room of admins who may see webhooks', async () => {
  const { receiver, id } = await app.webhook()
  const published = (count: number) => Array<string>(count).fill(`${rooms.webhooks} ${id}`)
  const broadcasts = () =>
    app.broadcasts.map(({ room, payload }) => `${room} ${webhooksChanged.parse(payload).webhook}`)
  expect(broadcasts()).toEqual(published(1))
  let answer: () => void = () => undefined
  receiver.answers = [(response) => (answer = () => void response.writeHead(204).end())]
  await app.startDelivering()
  await app.submit(1)
  await app.until(() => receiver.received.length, 1)
  await app.until(broadcasts, published(2))
  expect(await app.deliveriesOf(id)).toMatchObject([{ tryCount: 0 }])
  answer()
  await app.until(broadcasts, published(3))
  await app.scheduler.advance(minuteMs)
  expect(broadcasts()).toEqual(published(3))
})

test('an address that webhooks must not have is refused at its field', async () => {
  const { id } = await app.webhook()
  const address = 'ftp://hooks.example/a'
  const refused = refusal(422, 'invalid-fields', { errors: { address: expect.any(String) } })
  expect(await app.call('POST', '', { address, types: ['project.submitted'] })).toMatchObject(refused)
  expect(await app.call('PUT', `/${id}`, { address, types: ['project.submitted'] })).toMatchObject(refused)
})

test('a failed delivery is repeated with the same id, and later ones do not wait for it', async () => {
  const { receiver, id } = await app.webhook(500, 204)
  await app.startDelivering()
  await app.submit(1)
  await app.until(() => receiver.received.length, 1)
  await app.submit(2)
  await app.until(() => receiver.received.length, 3)
  expect(namesIn(receiver.received)).toEqual(['Day 1', 'Day 2', 'Day 1'])
  const [first, , again] = receiver.received
  expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(again?.body).toBe(first?.body)
  await app.untilDeliveries(id, ({ state }) => state, ['delivered', 'delivered'])
  const [, delivery] = await app.deliveriesOf(id)
  expect(delivery?.tries).toMatchObject([{ status: 204 }, { status: 500, response: 'answer 500' }])
})

test('a receiver that never answers holds up no other one', async () => {
  const [silent, quick] = [await app.receiver(), await app.receiver()]
  silent.answers = [() => undefined]
  const { id } = await app.create(silent.address)
  await app.create(quick.address)
  await app.startDelivering()
  for (let day = 1; day <= 5; day += 1) await app.submit(day)
  await app.until(() => quick.received.length, 5)
  expect(silent.received.length).toBeLessThan(5)
  await app.until(async () => (await app.deliveriesOf(id)).at(-1)?.tries[0]?.error, 'timeout')
  expect((await app.webhooks())[0]?.failingSince).not.toBeNull()
})

test('after a stop the next process sends the remaining ones, and none twice', async () => {
  const { receiver } = await app.webhook()
  const first = await app.startDelivering('first')
  await app.submit(1)
  await app.until(async () => (await app.webhooks())[0]?.delivered, 1)
  await first.stop()
  await app.submit(2)
  app.deliver('second')
  await app.until(() => receiver.received.length, 2)
  await app.until(async () => (await app.webhooks())[0]?.delivered, 2)
  expect(namesIn(receiver.received)).toEqual(['Day 1', 'Day 2'])
})

test('a log that was put back after the start, before anything happened, is noticed: what follows is sent', async () => {
  for (let day = 1; day <= 5; day += 1) await app.submit(day)
  const first = await app.startDelivering('first')
  await first.stop()
  const before = await loadProgress(app.store)
  // A shorter log, with the deliveries of the longer one.
  const other = await appForTest(createWebhooksApp({ ...app.store, close: async () => undefined }))
  const receiver = await other.receiver()
  await other.create(receiver.address)
  other.deliver('second')
  await other.until(async () => isDeepStrictEqual(await loadProgress(app.store), before), false)
  await other.submit(6)
  await other.until(() => receiver.received.length, 1)
  expect(namesIn(receiver.received)).toEqual(['Day 6'])
  expect(other.errors[0]).toMatchObject({ name: 'LogReplaced' })
})

test('410 turns a webhook off, and what waits is cancelled', async () => {
  const { receiver, id } = await app.webhook()
  await app.startDelivering()
  receiver.answers = [500, 410]
  await app.submit(1)
  await app.untilDeliveries(id, ({ tryCount }) => tryCount, [1])
  await app.submit(2)
  await app.until(async () => (await app.webhooks())[0]?.turnedOff, 'gone')
  await app.untilDeliveries(id, ({ state }) => state, ['failed', 'cancelled'])
  await app.submit(3)
  await app.scheduler.advance(10 * minuteMs)
  expect(receiver.received).toHaveLength(2)
  const [off] = (await app.eventsOf('webhooks')).slice(-1)
  expect(off).toMatchObject({ type: 'WebhookTurnedOff', data: { webhook: id, reason: 'gone' } })
  expect(off?.metadata).not.toHaveProperty('actor')
})

test('a test event is sent once, also of a webhook that is off, and a delivery can be sent again', async () => {
  const { receiver, id } = await app.webhook(500)
  await app.call('PUT', `/${id}`, { isOn: false })
  await app.call('POST', `/${id}/rotate`)
  app.deliver()
  expect((await app.call('POST', `/${id}/ping`)).status).toBe(200)
  await app.untilDeliveries(id, ({ state, type }) => [state, type], [['failed', 'ping']])
  expect(
    webhookPayload('ping')
      .strict()
      .safeParse(JSON.parse(receiver.received[0]?.body ?? '')).error,
  ).toBeUndefined()
  const signatureCounts = () =>
    receiver.received.map(({ headers }) => String(headers['webhook-signature']).split(' ').length)
  expect(signatureCounts()).toEqual([2])
  receiver.answers = [204]
  const [delivery] = await app.deliveriesOf(id)
  expect(receiver.received[0]?.headers['webhook-id']).toBe(delivery?.id)
  // The old secret counts for 24 hours.
  await app.scheduler.advance(24 * 60 * minuteMs)
  expect((await app.call('POST', `/${id}/deliveries/${delivery?.id}/send`)).status).toBe(200)
  await app.untilDeliveries(id, ({ state, tryCount }) => [state, tryCount], [['delivered', 2]])
  expect(signatureCounts()).toEqual([2, 1])
  expect(receiver.received[1]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id'])
  expect((await app.call('POST', `/${id}/deliveries/other/send`)).status).toBe(404)
})

test('deliveries that name a deleted person are removed', async () => {
  const { id } = await app.webhook(500)
  await app.startDelivering()
  await app.submit(1)
  await app.submit(1, { user: ben })
  await app.untilDeliveries(id, ({ tryCount }) => tryCount, [1, 1])
  const registered = { at: '2026-03-01T00:00:00.000Z', position: '1' }
  await app.append(`deleted-${ana}`, 'AccountDeleted', { role: 'participant', status: 'active', registered })
  await app.until(async () => (await app.deliveriesOf(id)).length, 1)
  expect((await app.deliveriesOf(id))[0]?.body).toContain(ben)
})

test('a delivery that is removed at the same moment is not sent again', async () => {
  const { id } = await app.webhook()
  await app.call('POST', `/${id}/ping`)
  const [delivery] = await app.deliveriesOf(id)
  const load = app.store.load
  vi.spyOn(app.store, 'load').mockImplementationOnce(async (queue, entry) => {
    const found = await load(queue, entry)
    await app.store.remove(queue, [entry])
    return found
  })
  expect(await app.call('POST', `/${id}/deliveries/${delivery?.id}/send`)).toMatchObject(
    refusal(404, 'delivery-not-found'),
  )
  expect(await app.deliveriesOf(id)).toEqual([])
})

test('a test event of a webhook that is deleted at the same moment leaves nothing', async () => {
  const { id } = await app.webhook()
  const put = app.store.put
  vi.spyOn(app.store, 'put').mockImplementationOnce(async (entries) => {
    await app.call('DELETE', `/${id}`)
    await app.store.removeGroup(queueOf(id))
    return put(entries)
  })
  expect(await app.call('POST', `/${id}/ping`)).toMatchObject(refusal(404, 'webhook-not-found'))
  expect(await app.store.list(queueOf(id))).toMatchObject({ entries: [], total: 0 })
})

const ping = { type: 'ping', data: { webhook: 'w' } } as const
const message: Message = { ...ping, at: '', position: 1n, suffix: '', subjects: [] }

test('when too many wait, the oldest are given up', async () => {
  const { id } = await app.webhook(500)
  await app.startDelivering()
  const due = app.scheduler.now() + 10 * 24 * 60 * minuteMs
  const idOf = (index: number) => `msg_${String(index).padStart(20, '0')}`
  const waiting = { group: queueOf(id), due, document: newDelivery(message, due) }
  const indexes = Array.from({ length: maxWaitingDeliveries }, (_, index) => index)
  await app.store.put(indexes.map((index) => ({ ...waiting, id: idOf(index) })))
  await app.submit(1)
  await app.until(() => app.store.load(queueOf(id), idOf(0)).then((entry) => entry?.due), null)
  expect(await app.store.countWaiting(queueOf(id))).toBe(maxWaitingDeliveries)
})

test('within an hour, deliveries that ended long ago are removed, and waiting deliveries stay', async () => {
  const { id } = await app.webhook()
  const createdAt = app.scheduler.now() - keptDeliveryMs
  const put = (name: string, state: 'delivered' | 'waiting', age: number) => {
    const document = { ...newDelivery(message, createdAt - age), state }
    const due = state === 'waiting' ? app.scheduler.now() + keptDeliveryMs : null
    return app.store.put([{ group: queueOf(id), id: name, due, document }])
  }
  await put('msg_1', 'delivered', 1)
  await put('msg_2', 'delivered', -7_200_000)
  await put('msg_3', 'waiting', 1)
  await app.startDelivering()
  await app.scheduler.advance(3_600_000)
  const left = async () => (await app.store.list(queueOf(id))).entries.map((entry) => entry.id)
  await app.until(left, ['msg_3', 'msg_2'])
})
