// What the audit says of the events of webhooks.

import type { AuditRecord } from '@thirty/contracts/audit/api.ts'
import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { webhookEvents, type WebhookEvent } from '@thirty/contracts/webhooks/events.ts'
import { entriesOf, type Known } from './subject-entries.ts'

/** What the audit shows of a webhook: neither its secret nor its address, which may hold one, but the host. */
type Shown = { host: string; description: string; types: string; isOn: boolean }
type Past = Known<Shown>

export const webhookEntries = () =>
  entriesOf<Past>({
    beginning: new Map(),
    details: {
      WebhookCreated: (data) => ({ subjectName: data.host, after: shownOf(data) }),
      WebhookChanged: (data, past) => ({
        ...named(past, data.webhook),
        ...differences(past, { type: 'WebhookChanged', data }),
      }),
      WebhookSecretRotated: ({ webhook }, past) => named(past, webhook),
      WebhookTurnedOff: (data, past) => ({
        ...named(past, data.webhook),
        code: reasons[data.reason],
        ...differences(past, { type: 'WebhookTurnedOff', data }),
      }),
      WebhookDeleted: ({ webhook }, past) => ({
        ...named(past, webhook),
        before: { ...past.get(webhook) },
      }),
    },
    // The name of a deleted webhook is still needed.
    remember: (past, event) =>
      isEventOf(shownEvents, event) ? past.set(event.data.webhook, shownAfter(past, event)) : past,
  })

const reasons = { gone: 'webhookGone', failing: 'webhookFailing' } as const

/** The webhook by the host that it had before the event. */
function named(past: Past, webhook: string) {
  const host = past.get(webhook)?.host ?? 'unknown address'
  return { values: { host }, subjectName: host }
}

const shownEvents = pickEvents(webhookEvents, 'WebhookCreated', 'WebhookChanged', 'WebhookTurnedOff')
type ShownEvent = Extract<WebhookEvent, { type: keyof typeof shownEvents }>

type Settings = Omit<Shown, 'types'> & { types: readonly string[] }
const shownOf = ({ host, description, types, isOn }: Settings): Shown => ({
  host,
  description,
  types: types.join(', '),
  isOn,
})

function shownAfter(past: Past, { type, data }: ShownEvent): Shown | undefined {
  if (type === 'WebhookCreated') return shownOf(data)
  const before = past.get(data.webhook)
  if (before === undefined || type === 'WebhookTurnedOff') return before && { ...before, isOn: false }
  const { host, description, types, isOn } = data
  return {
    host: host ?? before.host,
    description: description ?? before.description,
    types: types?.join(', ') ?? before.types,
    isOn: isOn ?? before.isOn,
  }
}

/** Returns the fields that differ. An address that changed at the same host is not one of them. */
function differences(past: Past, event: ShownEvent): { before: AuditRecord; after: AuditRecord } {
  const before = past.get(event.data.webhook)
  const after = shownAfter(past, event)
  if (before === undefined || after === undefined) return { before: {}, after: {} }
  const names = (['host', 'description', 'types', 'isOn'] as const).filter(
    (name) => before[name] !== after[name],
  )
  const pick = (shown: Shown): AuditRecord => Object.fromEntries(names.map((name) => [name, shown[name]]))
  return { before: pick(before), after: pick(after) }
}
