// Webhooks as the stream `webhooks` records them: what commands and the audit know of them alike.

import { withoutMissing } from '../given-fields.ts'
import { webhookEvents, type WebhookEvent } from './events.ts'

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
