// What the audit says of the events of webhooks.

import { changedFields } from '@thirty/contracts/given-fields.ts'
import type { webhookEvents } from '@thirty/contracts/webhooks/events.ts'
import {
  recordedWebhooks,
  type Webhooks,
  type WebhookState,
} from '@thirty/contracts/webhooks/recorded-webhooks.ts'
import type { RecordedEventOf } from '@thirty/infra/read-models/projection.ts'
import { entriesOf } from './subject-entries.ts'

export const webhookEntries = () =>
  entriesOf({
    fold: recordedWebhooks,
    details: {
      WebhookCreated: (data) => ({ subjectName: data.host, after: shownOf(data) }),
      WebhookChanged: ({ webhook }, past, event) => ({
        ...named(past, webhook),
        ...differences(past, event),
      }),
      WebhookSecretRotated: ({ webhook }, past) => named(past, webhook),
      WebhookTurnedOff: ({ webhook, reason }, past, event) => ({
        ...named(past, webhook),
        code: reasons[reason],
        ...differences(past, event),
      }),
      WebhookDeleted({ webhook }, past) {
        const deleted = past.get(webhook)
        return { ...named(past, webhook), ...(deleted && { before: shownOf(deleted) }) }
      },
    },
  })

const reasons = { gone: 'webhookGone', failing: 'webhookFailing' } as const

/** The webhook by the host that it had before the event. */
function named(past: Webhooks, webhook: string) {
  const host = past.get(webhook)?.host ?? 'unknown address'
  return { values: { host }, subjectName: host }
}

/** What the audit shows of a webhook: neither its secret nor its address, which may hold one, but the host. */
type Shown = Pick<WebhookState, 'host' | 'description' | 'types' | 'isOn'>
const shownOf = ({ host, description, types, isOn }: Shown) => ({
  host,
  description,
  types: types.join(', '),
  isOn,
})

/** Returns the fields that differ. An address that changed at the same host is not one of them. */
function differences(past: Webhooks, event: RecordedEventOf<typeof webhookEvents>) {
  const { webhook: id } = event.data
  const [old, changed] = [past.get(id), recordedWebhooks.evolve(past, event).get(id)]
  if (old === undefined || changed === undefined) return {}
  const [before, after] = [shownOf(old), shownOf(changed)]
  return { before: changedFields(after, before), after: changedFields(before, after) }
}
