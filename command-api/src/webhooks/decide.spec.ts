import type { WebhookEvent } from '@thirty/contracts/events/webhooks.ts'
import { monday, recorded, recordedDeciderSpec } from '@thirty/command-api/testing/account-events.ts'
import { expect, test } from 'vitest'
import { changeWebhook, createWebhook, deleteWebhook, rotateSecret, turnOff } from './decide.ts'
import { evolveWebhooks, secretsAt, webhooksFold, type Webhooks } from './evolve.ts'

const { given } = recordedDeciderSpec(webhooksFold.initial, evolveWebhooks)
const settings = { description: 'Chat', types: ['project.submitted'], isOn: true }
const sealed = { address: 'sealed address', host: 'hooks.example' }
const command = { webhook: 'w1', secret: 'sealed secret', ...sealed, ...settings }
const created: WebhookEvent = { type: 'WebhookCreated', data: command }
const turnedOff: WebhookEvent = { type: 'WebhookTurnedOff', data: { webhook: 'w1', reason: 'failing' } }
const deleted: WebhookEvent = { type: 'WebhookDeleted', data: { webhook: 'w1' } }
const now = Date.parse(monday)
const dayMs = 86_400_000

test('creates a webhook', () => {
  given()
    .when((webhooks) => createWebhook(webhooks, command))
    .then(created)
})

test('refuses a webhook beside twenty, until one is deleted', () => {
  const twenty = Array.from({ length: 20 }, (_, index): WebhookEvent => ({
    ...created,
    data: { ...command, webhook: `w${index}` },
  }))
  const another = (webhooks: Webhooks) => createWebhook(webhooks, { ...command, webhook: 'next' })
  given(...twenty)
    .when(another)
    .thenRefused('quota-reached', 'There are already 20 webhooks. Delete one first.')
  given(...twenty, deleted)
    .when(another)
    .then({ ...created, data: { ...command, webhook: 'next' } })
})

test('an event of a change has only what changes', () => {
  const change = { webhook: 'w1', address: undefined, ...settings, description: 'Other' }
  given(created)
    .when((webhooks) => changeWebhook(webhooks, change))
    .then({ type: 'WebhookChanged', data: { webhook: 'w1', description: 'Other' } })
  given(created)
    .when((webhooks) => changeWebhook(webhooks, { webhook: 'w1', address: undefined, ...settings }))
    .thenNothing()
  const moved = { address: 'sealed other', host: 'other.example' }
  given(created)
    .when((webhooks) => changeWebhook(webhooks, { webhook: 'w1', address: moved }))
    .then({ type: 'WebhookChanged', data: { webhook: 'w1', ...moved } })
})

test('refuses to change, rotate or delete a webhook that does not exist', () => {
  for (const events of [[], [created, deleted]] as const) {
    given(...events)
      .when((webhooks) => changeWebhook(webhooks, { webhook: 'w1', address: undefined }))
      .thenRefused('webhook-not-found')
    given(...events)
      .when((webhooks) => rotateSecret(webhooks, { webhook: 'w1', secret: 'new', now }))
      .thenRefused('webhook-not-found')
    given(...events)
      .when((webhooks) => deleteWebhook(webhooks, { webhook: 'w1' }))
      .thenRefused('webhook-not-found')
  }
})

test('deletes a webhook', () => {
  given(created)
    .when((webhooks) => deleteWebhook(webhooks, { webhook: 'w1' }))
    .then(deleted)
})

test('turns a webhook off, unless it is off, was deleted, or was turned on since', () => {
  const off = (since: number) => (webhooks: Webhooks) =>
    turnOff(webhooks, { webhook: 'w1', reason: 'gone', since })
  given(created)
    .when(off(now + 1))
    .then({ type: 'WebhookTurnedOff', data: { webhook: 'w1', reason: 'gone' } })
  given(created)
    .when(off(now - 1))
    .thenNothing()
  given(created, turnedOff)
    .when(off(now + 1))
    .thenNothing()
  given(created, deleted)
    .when(off(now + 1))
    .thenNothing()
})

test('a webhook that is turned on again is like new', () => {
  const on: WebhookEvent = { type: 'WebhookChanged', data: { webhook: 'w1', isOn: true } }
  const off = [created, turnedOff].reduce(
    (state, event) => evolveWebhooks(state, recorded(event)),
    webhooksFold.initial,
  )
  expect(off.get('w1')).toMatchObject({ isOn: false, turnedOff: 'failing', triedSince: now })
  const later = new Date(now + dayMs).toISOString()
  expect(evolveWebhooks(off, recorded(on, later)).get('w1')).toMatchObject({
    isOn: true,
    turnedOff: null,
    description: 'Chat',
    triedSince: now + dayMs,
  })
})

test('the old secret is used beside the new one for 24 hours', () => {
  const [rotated] = rotateSecret(new Map([['w1', { ...firstState(), id: 'w1' }]]), {
    webhook: 'w1',
    secret: 'new',
    now,
  })
  if (rotated === undefined) throw new Error('The secret was not replaced.')
  const state = [created, rotated].reduce(
    (webhooks, event) => evolveWebhooks(webhooks, recorded(event)),
    webhooksFold.initial,
  )
  const webhook = state.get('w1')
  if (webhook === undefined) throw new Error('The webhook is missing.')
  const at = (time: number) => secretsAt(webhook, time).map((secret) => secret.sealed)
  expect(at(now + dayMs - 1)).toEqual(['new', 'sealed secret'])
  expect(at(now + dayMs)).toEqual(['new'])
})

function firstState() {
  const webhook = evolveWebhooks(webhooksFold.initial, recorded(created)).get('w1')
  if (webhook === undefined) throw new Error('The webhook is missing.')
  return webhook
}
