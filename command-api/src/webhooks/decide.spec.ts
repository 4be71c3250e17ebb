import type { WebhookEvent } from '@thirty/contracts/webhooks/events.ts'
import { monday, recorded, recordedDeciderSpec } from '@thirty/command-api/testing/account-events.ts'
import { refused } from '@thirty/command-api/testing/decider-spec.ts'
import { expect, test } from 'vitest'
import { changeWebhook, createWebhook, deleteWebhook, rotateSecret, turnOff } from './decide.ts'
import { secretsAt, webhooksFold, type Webhooks } from './evolve.ts'

const { rule } = recordedDeciderSpec(webhooksFold)
const settings = { description: 'Chat', types: ['project.submitted'], isOn: true }
const sealed = { address: 'sealed address', host: 'hooks.example' }
const command = { webhook: 'w1', secret: 'sealed secret', ...sealed, ...settings }
const created: WebhookEvent = { type: 'WebhookCreated', data: command }
const turnedOff: WebhookEvent = { type: 'WebhookTurnedOff', data: { webhook: 'w1', reason: 'failing' } }
const deleted: WebhookEvent = { type: 'WebhookDeleted', data: { webhook: 'w1' } }
const now = Date.parse(monday)
const dayMs = 86_400_000

type Decide = (webhooks: Webhooks) => readonly WebhookEvent[]
const creating =
  (webhook: string): Decide =>
  (webhooks) =>
    createWebhook(webhooks, { ...command, webhook })
const changing =
  (change: Omit<Parameters<typeof changeWebhook>[1], 'webhook'>): Decide =>
  (webhooks) =>
    changeWebhook(webhooks, { webhook: 'w1', ...change })
const rotating: Decide = (webhooks) => rotateSecret(webhooks, { webhook: 'w1', secret: 'new', now })
const deleting: Decide = (webhooks) => deleteWebhook(webhooks, { webhook: 'w1' })
const turningOff =
  (since: number): Decide =>
  (webhooks) =>
    turnOff(webhooks, { webhook: 'w1', reason: 'gone', since })
const changed = (data: object) =>
  ({ type: 'WebhookChanged', data: { webhook: 'w1', ...data } }) as WebhookEvent
const next: WebhookEvent = { ...created, data: { ...command, webhook: 'next' } }
const twenty = Array.from({ length: 20 }, (_, index): WebhookEvent => ({
  ...created,
  data: { ...command, webhook: `w${index}` },
}))
const moved = { address: 'sealed other', host: 'other.example' }

rule(
  'an event of a change has only what changes',
  [
    [created],
    changing({ address: undefined, ...settings, description: 'Other' }),
    [changed({ description: 'Other' })],
  ],
  [[created], changing({ address: undefined, ...settings }), []],
  [[created], changing({ address: moved }), [changed(moved)]],
  [[created], changing({ address: undefined, isOn: false }), [changed({ isOn: false })]],
  [[created, changed({ isOn: false })], changing({ address: undefined, isOn: false }), []],
  ...[['project.rated'], [], ['project.submitted', 'project.rated']].map(
    (types) => [[created], changing({ address: undefined, types }), [changed({ types })]] as const,
  ),
)

rule(
  'creates a webhook and deletes it, up to twenty beside each other',
  [[], creating('w1'), [created]],
  [[created], deleting, [deleted]],
  [twenty, creating('next'), refused('quota-reached', 'There are already 20 webhooks. Delete one first.')],
  [[...twenty, deleted], creating('next'), [next]],
)

rule(
  'refuses to change, rotate or delete a webhook that does not exist',
  ...[[], [created, deleted]].flatMap((events) =>
    [changing({ address: undefined }), rotating, deleting].map(
      (decide) => [events, decide, 'webhook-not-found'] as const,
    ),
  ),
)

rule(
  'turns a webhook off, unless it is off, was deleted, or was turned on since',
  [[created], turningOff(now + 1), [{ type: 'WebhookTurnedOff', data: { webhook: 'w1', reason: 'gone' } }]],
  [[created], turningOff(now), [{ type: 'WebhookTurnedOff', data: { webhook: 'w1', reason: 'gone' } }]],
  [[created], turningOff(now - 1), []],
  [[created, turnedOff], turningOff(now + 1), []],
  [[created, deleted], turningOff(now + 1), []],
)

test('a webhook that is turned on again is like new', () => {
  const on: WebhookEvent = { type: 'WebhookChanged', data: { webhook: 'w1', isOn: true } }
  const off = [created, turnedOff].reduce(
    (state, event) => webhooksFold.evolve(state, recorded(event)),
    webhooksFold.initial,
  )
  expect(off.get('w1')).toMatchObject({ isOn: false, turnedOff: 'failing', triedSince: now })
  const later = new Date(now + dayMs).toISOString()
  expect(webhooksFold.evolve(off, recorded(on, later)).get('w1')).toMatchObject({
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
    (webhooks, event) => webhooksFold.evolve(webhooks, recorded(event)),
    webhooksFold.initial,
  )
  const webhook = state.get('w1')
  if (webhook === undefined) throw new Error('The webhook is missing.')
  const at = (time: number) => secretsAt(webhook, time).map((secret) => secret.sealed)
  expect(at(now + dayMs - 1)).toEqual(['new', 'sealed secret'])
  expect(at(now + dayMs)).toEqual(['new'])
})

function firstState() {
  const webhook = webhooksFold.evolve(webhooksFold.initial, recorded(created)).get('w1')
  if (webhook === undefined) throw new Error('The webhook is missing.')
  return webhook
}
