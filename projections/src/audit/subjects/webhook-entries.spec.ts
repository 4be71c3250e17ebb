import { type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { recordedEvents } from '@thirty/projections/testing/fold-events.ts'
import { expect, test } from 'vitest'
import { webhookEntries } from './webhook-entries.ts'

const settings = {
  host: 'hooks.example',
  address: 'sealed-address',
  description: 'Chat',
  types: ['project.submitted', 'project.rated'],
  isOn: true,
}
const created = { type: 'WebhookCreated', data: { webhook: 'w1', secret: 'sealed-secret', ...settings } }

/** Returns what the audit says about events, in their order. */
function wordingsOf(...given: { type: string; data: object }[]) {
  const entries = webhookEntries()
  const events = given.map((event): GivenEvent => ({ ...event, stream: 'webhooks', actor: 'ines' }))
  return recordedEvents(events).map((event) => {
    const wording = entries.entryOf(event)?.word((user) => (user === undefined ? 'The system' : 'Ines'))
    entries.apply(event)
    return wording
  })
}

test('says what admins do with a webhook, without its secret and its address', () => {
  const wordings = wordingsOf(
    created,
    {
      type: 'WebhookChanged',
      data: { webhook: 'w1', host: 'other.example', address: 'sealed-other', isOn: false },
    },
    {
      type: 'WebhookSecretRotated',
      data: { webhook: 'w1', secret: 'sealed-new', oldUntil: '2026-03-03T00:00:00.000Z' },
    },
    { type: 'WebhookDeleted', data: { webhook: 'w1' } },
  )
  const shown = {
    host: 'hooks.example',
    description: 'Chat',
    types: 'project.submitted, project.rated',
    isOn: true,
  }
  expect(wordings).toMatchObject([
    {
      said: { message: 'Ines created the webhook to hooks.example' },
      subjectName: 'hooks.example',
      after: shown,
    },
    {
      said: { message: 'Ines changed the webhook to hooks.example' },
      before: { host: 'hooks.example', isOn: true },
      after: { host: 'other.example', isOn: false },
    },
    { said: { message: 'Ines replaced the secret of the webhook to other.example' } },
    { said: { message: 'Ines deleted the webhook to other.example' }, before: { description: 'Chat' } },
  ])
  expect(JSON.stringify(wordings)).not.toContain('sealed')
})

test.each([
  ['failing', 'The webhook to hooks.example was turned off: all deliveries failed for five days'],
  ['gone', 'The webhook to hooks.example was turned off: the receiver is gone (410)'],
])('says why the server turned a webhook off: %s', (reason, summary) => {
  const [, wording] = wordingsOf(created, { type: 'WebhookTurnedOff', data: { webhook: 'w1', reason } })
  expect(wording).toMatchObject({
    said: { message: summary },
    before: { isOn: true },
    after: { isOn: false },
  })
})
