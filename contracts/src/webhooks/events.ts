// The events of webhooks (their settings, their secrets, and why one was turned off), and all webhooks as their stream records them, which
// commands, deliveries and the audit read alike. `webhooks.ts` has the types of the messages that webhooks send.

import { z } from 'zod'
import { event, type EventOf } from '../events/event-definition.ts'
import { withoutMissing } from '../given-fields.ts'

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

/** A secret, encrypted. `until`: when it stops being used, in milliseconds since 1970; missing for the current one. */
export type SealedSecret = { sealed: string; until?: number }

/**
 * A webhook. `address` is encrypted. `turnedOff`: why the server turned it off. `triedSince` (milliseconds since 1970): when it was
 * turned on or got its address; earlier failures say nothing about it.
 */
export type WebhookState = {
  id: string
  host: string
  address: string
  description: string
  types: readonly string[]
  isOn: boolean
  turnedOff: 'failing' | 'gone' | null
  createdAt: number
  triedSince: number
  /** The current secret first. */
  secrets: readonly [SealedSecret, ...SealedSecret[]]
}

/** All webhooks by id, in the order in which they were created. */
export type Webhooks = ReadonlyMap<string, WebhookState>

/** How many secrets deliveries are signed with at most, so that the header stays small. */
const maxSecrets = 3

export const recordedWebhooks = {
  events: webhookEvents,
  initial: new Map() as Webhooks,
  /** Returns the webhooks after an event, which was appended at `at` (ISO). */
  evolve(webhooks: Webhooks, event: WebhookEvent & { at: string }): Webhooks {
    const at = Date.parse(event.at)
    const { webhook: id } = event.data
    const next = new Map(webhooks)
    const before = webhooks.get(id)
    switch (event.type) {
      case 'WebhookCreated': {
        const { webhook: _, secret, ...settings } = event.data
        const times = { createdAt: at, triedSince: at }
        return next.set(id, { id, ...settings, ...times, turnedOff: null, secrets: [{ sealed: secret }] })
      }
      case 'WebhookChanged': {
        if (before === undefined) return webhooks
        const { webhook: _, ...changes } = event.data
        const isTriedAgain = changes.address !== undefined || changes.isOn === true
        const after = { ...before, ...withoutMissing(changes) }
        return next.set(id, {
          ...after,
          ...(isTriedAgain && { triedSince: at }),
          ...(changes.isOn !== undefined && { turnedOff: null }),
        })
      }
      case 'WebhookSecretRotated': {
        if (before === undefined) return webhooks
        const [current, ...older] = before.secrets
        const old = { ...current, until: Date.parse(event.data.oldUntil) }
        const kept = [old, ...older.filter(({ until = 0 }) => until > at)].slice(0, maxSecrets - 1)
        return next.set(id, { ...before, secrets: [{ sealed: event.data.secret }, ...kept] })
      }
      case 'WebhookTurnedOff':
        return before === undefined
          ? webhooks
          : next.set(id, { ...before, isOn: false, turnedOff: event.data.reason })
      case 'WebhookDeleted':
        next.delete(id)
        return next
    }
  },
}
