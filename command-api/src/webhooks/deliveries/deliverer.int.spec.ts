import { initialChallenge } from '@thirty/contracts/challenge/challenge-state.ts'
import type { EntryStore } from '@thirty/infra/entry-store/entry-store.ts'
import { maxKeptDeliveries } from '@thirty/contracts/webhooks/webhooks.ts'
import { leaseIn } from '@thirty/infra/entry-store/lease.ts'
import { temporaryEntries } from '@thirty/infra/testing/entry-store/temporary-entries.ts'
import { sealing } from '@thirty/infra/sealed-text.ts'
import { expect, test } from 'vitest'
import type { WebhookState } from '@thirty/contracts/webhooks/events.ts'
import { webhookSecrets } from '../webhook-secrets.ts'
import { deliverer } from './webhook-deliveries.ts'
import { newDelivery, queueOf, receiversGroup } from './stored-delivery.ts'

const now = Date.parse('2026-03-04T09:00:00.000Z')
const id = 'hook'

/**
 * Three deliveries wait for a receiver that answers 410, or something else. `isTurnedOff`: what turning the webhook off returns.
 * `onReceived` is called while the receiver has the message.
 */
async function startDeliverer({
  isTurnedOff = false,
  status = 410,
  retryAfter = null as string | null,
  onReceived = async (_store: EntryStore) => {},
}) {
  const { store } = await temporaryEntries(now)
  const secrets = webhookSecrets(sealing('k'.repeat(32), 'webhooks'))
  const webhook: WebhookState = {
    id,
    ...secrets.sealAddress(id, 'https://receiver.example/hooks'),
    description: '',
    types: [],
    isOn: true,
    turnedOff: null,
    createdAt: now,
    triedSince: now,
    secrets: [{ sealed: secrets.sealSecret(id, `whsec_${Buffer.alloc(24).toString('base64')}`) }],
  }
  const message = { data: { webhook: id }, at: new Date(now).toISOString(), subjects: [] }
  for (const n of [1, 2, 3]) {
    const document = newDelivery({ type: 'ping', ...message, position: BigInt(n), suffix: `${n}` }, now)
    await store.put([{ group: queueOf(id), id: `msg_${n}`, due: now, document }])
  }
  const lease = leaseIn(store, 'webhooks', 'process')
  await lease.acquire(60_000)
  let current = webhook
  let sent = 0
  let passedMs = 0
  let timesTurnedOff = 0
  const deliveries = deliverer(
    {
      store,
      clock: () => now + passedMs,
      lease,
      send: async () => {
        sent += 1
        await onReceived(store)
        return { status, retryAfter, response: '', durationMs: 1, error: null }
      },
      secrets,
      allowed: { http: false, private: false },
      random: () => 0,
      onTried: () => undefined,
      turnOff: async () => {
        timesTurnedOff += 1
        return isTurnedOff
      },
      onError: (error) => expect(error).toBeUndefined(),
    },
    () => ({ webhooks: new Map([[id, current]]), challenge: initialChallenge }),
  )
  return {
    store,
    timesTurnedOff: () => timesTurnedOff,
    /** Sends what is due after a time, while the webhook is known like this. Returns how many messages were sent so far. */
    sentWith: async (change: Partial<WebhookState> = {}, afterMs = 0) => {
      passedMs = afterMs
      current = { ...webhook, ...change }
      deliveries.deliverDue(new AbortController().signal)
      await deliveries.idle()
      return sent
    },
  }
}

test('nothing is sent after a 410 until the webhook is known as off or was turned on again', async () => {
  const { sentWith } = await startDeliverer({ isTurnedOff: true })
  expect(await sentWith()).toBe(1)
  expect(await sentWith({ description: 'changed' })).toBe(1)
  expect(await sentWith({ triedSince: now + 1 })).toBe(2)
  expect(await sentWith({ triedSince: now + 1, isOn: false })).toBe(3)
})

test('a webhook that was not turned off after a 410 continues', async () => {
  const { sentWith } = await startDeliverer({ isTurnedOff: false })
  expect(await sentWith()).toBe(3)
})

test('a receiver that answers 429 gets nothing until the time that it names, or its webhook is changed', async () => {
  const receiver = { status: 429, retryAfter: '60' }
  const { sentWith } = await startDeliverer(receiver)
  expect(await sentWith()).toBe(1)
  expect(await sentWith({}, 59_999)).toBe(1)
  expect(await sentWith({}, 60_000)).toBe(2)
  const { sentWith: sentAfterChange } = await startDeliverer(receiver)
  expect(await sentAfterChange()).toBe(1)
  expect(await sentAfterChange({ triedSince: now + 1 }, 1)).toBe(2)
})

test('a delivery that is removed while it is sent does not come back', async () => {
  const onReceived = (opened: EntryStore) => opened.removeGroup(queueOf(id))
  const { sentWith, store } = await startDeliverer({ status: 500, onReceived })
  expect(await sentWith()).toBe(1)
  expect(await store.list(queueOf(id))).toMatchObject({ total: 0 })
  expect(await store.load(receiversGroup, id)).toBeUndefined()
})

test('the result of a try is not stored once another process has the lease', async () => {
  const { store, sentWith, timesTurnedOff } = await startDeliverer({
    onReceived: async (entries) => {
      await entries.removeGroup('lease:webhooks')
      await leaseIn(entries, 'webhooks', 'another').acquire(60_000)
    },
  })
  expect(await sentWith()).toBe(1)
  const entry = await store.load(queueOf(id), 'msg_1')
  expect(entry?.document).toMatchObject({ state: 'waiting', tryCount: 0 })
  expect(await store.load(receiversGroup, id)).toBeUndefined()
  expect(timesTurnedOff()).toBe(0)
})

test('of the finished deliveries the newest ones are kept', async () => {
  const { sentWith, store } = await startDeliverer({ status: 200 })
  const finished = { group: queueOf(id), due: null, document: {} }
  await store.put(Array.from({ length: maxKeptDeliveries }, (_, n) => ({ ...finished, id: `msg_0${n}` })))
  expect(await sentWith()).toBe(3)
  const { entries, total } = await store.list(queueOf(id), 3)
  expect([total, ...entries.map((entry) => entry.id)]).toEqual([maxKeptDeliveries, 'msg_3', 'msg_2', 'msg_1'])
})
