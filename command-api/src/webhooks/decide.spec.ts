import type { WebhookEvent } from '@thirty/contracts/webhooks/events.ts'
import { monday, recorded, recordedDeciderSpec } from '@thirty/command-api/testing/account-events.ts'
import { deciding, refused } from '@thirty/command-api/testing/decider-spec.ts'
import { expect, test } from 'vitest'
import type { Recorded } from '../fold.ts'
import { changeWebhook, createWebhook, deleteWebhook, rotateSecret, turnOff, webhooksFold } from './decide.ts'
import { secretsAt } from './webhook-secrets.ts'

const { rule } = recordedDeciderSpec(webhooksFold)
const settings = { description: 'Chat', types: ['project.submitted'], isOn: true }
const sealed = { address: 'sealed address', host: 'hooks.example' }
const command = { webhook: 'w1', secret: 'sealed secret', ...sealed, ...settings }
const created: WebhookEvent = { type: 'WebhookCreated', data: command }
const turnedOff: WebhookEvent = { type: 'WebhookTurnedOff', data: { webhook: 'w1', reason: 'failing' } }
const deleted: WebhookEvent = { type: 'WebhookDeleted', data: { webhook: 'w1' } }
const now = Date.parse(monday)

const creating = deciding(createWebhook, command)
const changing = deciding(changeWebhook, { webhook: 'w1', address: undefined })
const rotating = deciding(rotateSecret, { webhook: 'w1', secret: 'new', now })
const deleting = deciding(deleteWebhook, { webhook: 'w1' })
const turningOff = deciding(turnOff, { webhook: 'w1', reason: 'gone', since: now })
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
  [[created], changing({ ...settings, description: 'Other' }), [changed({ description: 'Other' })]],
  [[created], changing(settings), []],
  [[created], changing({ address: moved }), [changed(moved)]],
  [[created], changing({ isOn: false }), [changed({ isOn: false })]],
  [[created, changed({ isOn: false })], changing({ isOn: false }), []],
  ...[['project.rated'], [], ['project.submitted', 'project.rated']].map(
    (types) => [[created], changing({ types }), [changed({ types })]] as const,
  ),
)

rule(
  'creates a webhook and deletes it, up to twenty beside each other',
  [[], creating(), [created]],
  [[created], deleting(), [deleted]],
  [
    twenty,
    creating({ webhook: 'next' }),
    refused('quota-reached', 'There are already 20 webhooks. Delete one first.'),
  ],
  [[...twenty, deleted], creating({ webhook: 'next' }), [next]],
)

rule(
  'refuses to change, rotate or delete a webhook that does not exist',
  ...[[], [created, deleted]].flatMap((events) =>
    [changing(), rotating(), deleting()].map((decide) => [events, decide, 'webhook-not-found'] as const),
  ),
)

const gone: WebhookEvent = { type: 'WebhookTurnedOff', data: { webhook: 'w1', reason: 'gone' } }
rule(
  'turns a webhook off, unless it is off, was deleted, or was turned on since',
  [[created], turningOff({ since: now + 1 }), [gone]],
  [[created], turningOff(), [gone]],
  [[created], turningOff({ since: now - 1 }), []],
  [[created, turnedOff], turningOff({ since: now + 1 }), []],
  [[created, deleted], turningOff({ since: now + 1 }), []],
)

const tomorrow = new Date(now + 86_400_000).toISOString()
const stateAfter = (...events: readonly Recorded<WebhookEvent>[]) => {
  const webhook = events.reduce(webhooksFold.evolve, webhooksFold.initial).get('w1')
  if (webhook === undefined) throw new Error('The webhook is missing.')
  return webhook
}

test('a webhook that is turned on again is like new', () => {
  const off = [recorded(created), recorded(turnedOff)]
  expect(stateAfter(...off)).toMatchObject({ isOn: false, turnedOff: 'failing', triedSince: now })
  expect(stateAfter(...off, recorded(changed({ isOn: true }), tomorrow))).toMatchObject({
    isOn: true,
    turnedOff: null,
    description: 'Chat',
    triedSince: Date.parse(tomorrow),
  })
})

const rotated: WebhookEvent = {
  type: 'WebhookSecretRotated',
  data: { webhook: 'w1', secret: 'new', oldUntil: tomorrow },
}
rule('a rotation says until when the old secret is used', [[created], rotating(), [rotated]])

test('deliveries have three signatures at most, however often the secret is changed', () => {
  const webhook = stateAfter(recorded(created), ...Array.from({ length: 4 }, () => recorded(rotated)))
  expect(webhook.secrets).toHaveLength(3)
})

test('the old secret is used beside the new one for 24 hours', () => {
  const webhook = stateAfter(recorded(created), recorded(rotated))
  const at = (time: number) => secretsAt(webhook, time).map((secret) => secret.sealed)
  expect(at(Date.parse(tomorrow) - 1)).toEqual(['new', 'sealed secret'])
  expect(at(Date.parse(tomorrow))).toEqual(['new'])
})
