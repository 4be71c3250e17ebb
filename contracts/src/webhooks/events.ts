// The events of webhooks: their settings, their secrets, and why they were turned off. `webhooks.ts` has the messages that they send.

import { z } from 'zod'
import { event, type EventOf } from '../events/event-definition.ts'

/**
 * The settings of a webhook, as the events in the single stream `webhooks` have them. Addresses and secrets are encrypted, because their
 * readers include everybody with a copy of the log. `host` is the part of the address that may be read. `types` are not an enum: a newer
 * release may have more of them.
 */
const settings = {
  host: z.string(),
  address: z.string(),
  description: z.string(),
  types: z.array(z.string()),
  isOn: z.boolean(),
}

export const webhookEvents = {
  WebhookCreated: event({ webhook: z.string(), secret: z.string(), ...settings }, 'webhook', {
    says: { webhookCreated: '{actor} created the webhook to {host}' },
  }),
  /** Changes the settings that have a field. `host` and `address` change together. */
  WebhookChanged: event({ ...z.object(settings).partial().shape, webhook: z.string() }, 'webhook', {
    says: { webhookChanged: '{actor} changed the webhook to {host}' },
  }),
  /** Deliveries are signed with both secrets until `oldUntil` (ISO). */
  WebhookSecretRotated: event({ webhook: z.string(), secret: z.string(), oldUntil: z.string() }, 'webhook', {
    label: 'Webhook secret replaced',
    says: { webhookSecretRotated: '{actor} replaced the secret of the webhook to {host}' },
  }),
  /** `gone`: the receiver answered 410. `failing`: every delivery of the last days failed. */
  WebhookTurnedOff: event({ webhook: z.string(), reason: z.enum(['failing', 'gone']) }, 'webhook', {
    says: {
      webhookFailing: 'The webhook to {host} was turned off: all deliveries failed for five days',
      webhookGone: 'The webhook to {host} was turned off: the receiver is gone (410)',
    },
  }),
  WebhookDeleted: event({ webhook: z.string() }, 'webhook', {
    says: { webhookDeleted: '{actor} deleted the webhook to {host}' },
  }),
}
export type WebhookEvent = EventOf<typeof webhookEvents>
