// The types of webhook messages, the limits of webhooks and their deliveries, and the delays between tries.

/** The types of messages that webhooks receive. A type never changes its name or its meaning. */
export const webhookTypes = [
  'project.submitted',
  'project.revised',
  'project.withdrawn',
  'project.approved',
  'project.rejected',
  'project.rated',
  'challenge.started',
  'challenge.ended',
  'challenge.reset',
  'challenge.restored',
  'participant.joined',
] as const
export type WebhookType = (typeof webhookTypes)[number]

/** The type of the message that an admin sends to try a webhook. */
export const pingType = 'ping'

/** Version of the payloads. It rises when a field is removed or changes its meaning, not when one is added. */
export const webhookSchemaVersion = 1

export const maxWebhooks = 20
export const maxWebhookAddressLength = 1_000
export const maxWebhookDescriptionLength = 200

/** Milliseconds for which the old secret is used beside the new one. */
export const oldSecretMs = 24 * 60 * 60_000
/** Milliseconds without a success after which a webhook is turned off. */
export const webhookFailingMs = 5 * 24 * 60 * 60_000

/** How many finished deliveries of a webhook are kept, and for how long at most. */
export const maxKeptDeliveries = 200
export const keptDeliveryMs = 30 * 24 * 60 * 60_000
/** How many deliveries of a webhook may wait; the oldest ones are given up for newer ones. */
export const maxWaitingDeliveries = 2_000

/** Milliseconds for which a receiver can be left alone at its own wish, at most. */
export const maxRetryAfterMs = 60 * 60_000

/** Characters of a response that the delivery log keeps. */
export const maxResponseExcerpt = 500

/**
 * Milliseconds before each retry, as the specification of Standard Webhooks suggests: about three days in all. Each is lengthened by
 * up to a tenth at random, so that the retries after an outage do not come at once.
 */
export const webhookRetryDelaysMs: readonly number[] = [
  5_000,
  5 * 60_000,
  30 * 60_000,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 60 * 60_000),
]

/** Returns the milliseconds before the next try after `tries` tries; `undefined` if there is none. `random`: from 0 to 1. */
export function webhookRetryDelay(tries: number, random: number): number | undefined {
  const delay = webhookRetryDelaysMs[tries - 1]
  return delay === undefined ? undefined : Math.round(delay * (1 + random / 10))
}
