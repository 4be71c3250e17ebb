import {
  type WebhookEvent,
  recordedWebhooks,
  type Webhooks,
  type WebhookState,
} from '@thirty/contracts/webhooks/events.ts'
import { changedFields } from '@thirty/contracts/given-fields.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { maxWebhooks, oldSecretMs } from '@thirty/contracts/webhooks/webhooks.ts'
import type { Fold } from '../fold.ts'

export const webhooksFold: Fold<Webhooks, WebhookEvent> = recordedWebhooks

/** Creates a webhook. There are at most 20. Address and secret are encrypted. */
export function createWebhook(webhooks: Webhooks, data: WebhookCreated): WebhookEvent[] {
  if (webhooks.size >= maxWebhooks) refuse('quota-reached', 'webhooksFull', { count: maxWebhooks })
  return [{ type: 'WebhookCreated', data }]
}

type WebhookCreated = Extract<WebhookEvent, { type: 'WebhookCreated' }>['data']

/** Changes the settings that are present and differ, and the address, encrypted, with its host, if there is another one. */
export function changeWebhook(
  webhooks: Webhooks,
  {
    webhook,
    address,
    ...settings
  }: { [Name in 'description' | 'types' | 'isOn']?: WebhookCreated[Name] | undefined } & {
    webhook: string
    address: Pick<WebhookCreated, 'address' | 'host'> | undefined
  },
): WebhookEvent[] {
  const changes = { ...address, ...changedFields(existing(webhooks, webhook), settings) }
  return Object.keys(changes).length === 0 ? [] : [{ type: 'WebhookChanged', data: { webhook, ...changes } }]
}

/** Replaces the secret. `secret` is encrypted, `now` in milliseconds since 1970. */
export function rotateSecret(
  webhooks: Webhooks,
  { webhook, secret, now }: { webhook: string; secret: string; now: number },
): WebhookEvent[] {
  existing(webhooks, webhook)
  const oldUntil = new Date(now + oldSecretMs).toISOString()
  return [{ type: 'WebhookSecretRotated', data: { webhook, secret, oldUntil } }]
}

export function deleteWebhook(webhooks: Webhooks, { webhook }: { webhook: string }): WebhookEvent[] {
  existing(webhooks, webhook)
  return [{ type: 'WebhookDeleted', data: { webhook } }]
}

/**
 * Turns a webhook off because of its receiver. Changes nothing if it is off or was deleted, or was turned on or got another address since
 * `since`.
 */
export function turnOff(
  webhooks: Webhooks,
  { webhook, reason, since }: { webhook: string; reason: 'failing' | 'gone'; since: number },
): WebhookEvent[] {
  const before = webhooks.get(webhook)
  if (before === undefined || !before.isOn || before.triedSince > since) return []
  return [{ type: 'WebhookTurnedOff', data: { webhook, reason } }]
}

/** Returns a webhook. Throws `webhook-not-found`. */
export const existing = (webhooks: Webhooks, webhook: string): WebhookState =>
  webhooks.get(webhook) ?? refuse('webhook-not-found', 'webhookNotFound')
