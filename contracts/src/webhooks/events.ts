import { z } from 'zod'
import { event, type EventOf } from '../events/event-definition.ts'

/**
 * The single stream `webhooks`. Addresses and secrets are encrypted (decisions, 0102), because their readers include everybody with a
 * copy of the log. `host` is the part of the address that may be read. `types` are not an enum: a newer release may have more of them.
 */
const settings = {
  host: z.string(),
  address: z.string(),
  description: z.string(),
  types: z.array(z.string()),
  isOn: z.boolean(),
}

export const webhookEvents = {
  WebhookCreated: event({ webhook: z.string(), secret: z.string(), ...settings }),
  /** Changes the settings that have a field. `host` and `address` change together. */
  WebhookChanged: { version: 1, data: z.object(settings).partial().extend({ webhook: z.string() }) },
  /** Deliveries are signed with both secrets until `oldUntil` (ISO). */
  WebhookSecretRotated: event({ webhook: z.string(), secret: z.string(), oldUntil: z.string() }),
  /** `gone`: the receiver answered 410. `failing`: every delivery of the last days failed. */
  WebhookTurnedOff: event({ webhook: z.string(), reason: z.enum(['failing', 'gone']) }),
  WebhookDeleted: event({ webhook: z.string() }),
}
export type WebhookEvent = EventOf<typeof webhookEvents>
