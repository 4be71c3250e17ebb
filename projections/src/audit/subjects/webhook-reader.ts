import type { AuditRecord } from '@thirty/contracts/api/admin/audit.ts'
import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { webhookEvents, type WebhookEvent } from '@thirty/contracts/events/webhooks.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { NameOf, SubjectReader, Wording } from './draft.ts'

/** What the audit shows of a webhook: neither its secret nor its address, which may hold one, but the host. */
type Shown = { host: string; description: string; types: string; isOn: boolean }

/** Reads the stream of all webhooks. */
export function webhookReader(): SubjectReader {
  const shown = new Map<string, Shown>()
  const hostOf = (webhook: string) => shown.get(webhook)?.host ?? 'unknown address'

  return {
    draft(event) {
      if (!isEventOf(webhookEvents, event)) return undefined
      const before = shown.get(event.data.webhook)
      const after = shownAfter(before, event)
      const subjectName = event.type === 'WebhookCreated' ? event.data.host : hostOf(event.data.webhook)
      const { actor } = event.metadata
      return {
        users: [],
        word: (nameOf) => ({
          subjectName,
          ...describe(event, subjectName, nameOf(actor), { before, after }),
        }),
      }
    },
    apply(event) {
      if (!isEventOf(webhookEvents, event)) return
      const after = shownAfter(shown.get(event.data.webhook), event)
      // The name of a deleted webhook is still needed.
      if (after !== undefined) shown.set(event.data.webhook, after)
    },
  }
}

/** The events that change what is shown of a webhook. */
const shownEvents = pickEvents(webhookEvents, 'WebhookCreated', 'WebhookChanged', 'WebhookTurnedOff')

function shownAfter(before: Shown | undefined, event: RecordedEvent): Shown | undefined {
  if (!isEventOf(shownEvents, event)) return before
  switch (event.type) {
    case 'WebhookCreated': {
      const { host, description, types, isOn } = event.data
      return { host, description, types: types.join(', '), isOn }
    }
    case 'WebhookChanged': {
      if (before === undefined) return undefined
      const { host, description, types, isOn } = event.data
      return {
        host: host ?? before.host,
        description: description ?? before.description,
        types: types?.join(', ') ?? before.types,
        isOn: isOn ?? before.isOn,
      }
    }
    case 'WebhookTurnedOff':
      return before && { ...before, isOn: false }
  }
}

type Change = { before: Shown | undefined; after: Shown | undefined }

function describe(
  event: WebhookEvent,
  host: string,
  actor: ReturnType<NameOf>,
  { before, after }: Change,
): Omit<Wording, 'subjectName'> {
  switch (event.type) {
    case 'WebhookCreated':
      return { summary: `${actor} created the webhook to ${host}`, before: {}, after: { ...after } }
    case 'WebhookChanged':
      return { summary: `${actor} changed the webhook to ${host}`, ...differences(before, after) }
    case 'WebhookSecretRotated':
      return { summary: `${actor} replaced the secret of the webhook to ${host}` }
    case 'WebhookTurnedOff':
      return {
        summary:
          event.data.reason === 'gone'
            ? `The webhook to ${host} was turned off: the receiver is gone (410)`
            : `The webhook to ${host} was turned off: all deliveries failed for five days`,
        ...differences(before, after),
      }
    case 'WebhookDeleted':
      return { summary: `${actor} deleted the webhook to ${host}`, before: { ...before }, after: {} }
  }
}

/** Returns the fields that differ. An address that changed at the same host is not one of them. */
function differences(
  before: Shown | undefined,
  after: Shown | undefined,
): { before: AuditRecord; after: AuditRecord } {
  if (before === undefined || after === undefined) return { before: {}, after: {} }
  const names = (['host', 'description', 'types', 'isOn'] as const).filter(
    (name) => before[name] !== after[name],
  )
  const pick = (shown: Shown): AuditRecord => Object.fromEntries(names.map((name) => [name, shown[name]]))
  return { before: pick(before), after: pick(after) }
}
