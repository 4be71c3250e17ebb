import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { initialRuns } from '@thirty/contracts/rules/history.ts'
import { sealing } from '@thirty/infra/sealed-text.ts'
import { sqliteDeliveries } from '@thirty/infra/webhooks/sqlite.ts'
import { expect, onTestFinished, test } from 'vitest'
import type { WebhookState } from '../evolve.ts'
import { webhookSecrets } from '../webhook-secrets.ts'
import { deliverer } from './deliverer.ts'
import { newDelivery } from './stored-delivery.ts'

const now = Date.parse('2026-03-04T09:00:00.000Z')
const id = 'hook'

/** Three deliveries wait for a receiver that answers 410. `isTurnedOff`: what turning the webhook off returns. */
async function startDeliverer(isTurnedOff: boolean) {
  const folder = await mkdtemp(join(tmpdir(), 'thirty-deliverer-'))
  const store = sqliteDeliveries(folder, () => now)
  onTestFinished(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
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
    await store.put(id, { id: `msg_${n}`, due: now, document })
  }
  await store.acquire('process', 60_000)
  let current = webhook
  let sent = 0
  const deliveries = deliverer(
    {
      store,
      clock: () => now,
      holder: 'process',
      send: async () => {
        sent += 1
        return { status: 410, response: '', durationMs: 1, error: null }
      },
      secrets,
      allowed: { http: false, private: false },
      random: () => 0,
      onTried: () => undefined,
      turnOff: async () => isTurnedOff,
      onError: (error) => expect(error).toBeUndefined(),
    },
    () => ({ webhooks: new Map([[id, current]]), runs: initialRuns }),
  )
  return {
    /** Sends what is due while the webhook is known like this. Returns how many messages were sent so far. */
    sentWith: async (change: Partial<WebhookState> = {}) => {
      current = { ...webhook, ...change }
      deliveries.deliverDue(new AbortController().signal)
      await deliveries.idle()
      return sent
    },
  }
}

test('nothing is sent after a 410 until the webhook is known as off or was turned on again', async () => {
  const { sentWith } = await startDeliverer(true)
  expect(await sentWith()).toBe(1)
  expect(await sentWith({ description: 'changed' })).toBe(1)
  expect(await sentWith({ triedSince: now + 1 })).toBe(2)
  expect(await sentWith({ triedSince: now + 1, isOn: false })).toBe(3)
})

test('a webhook that was not turned off after a 410 goes on', async () => {
  const { sentWith } = await startDeliverer(false)
  expect(await sentWith()).toBe(3)
})
