// Handlers for admins who set up webhooks, try them, look at their deliveries and send them again.

import { randomUUID } from 'node:crypto'
import { webhook as webhookSchema, webhookEndpoints, type Webhook } from '@thirty/contracts/webhooks/api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { fieldsOf } from '@thirty/contracts/endpoints/fields-of.ts'
import { refuse, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { webhookAddressError, type AllowedAddresses } from '@thirty/contracts/webhooks/webhook-address.ts'
import { maxKeptDeliveries, pingType } from '@thirty/contracts/webhooks/webhooks.ts'
import { webhooksStream } from '@thirty/contracts/events/stream-names.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { createSecret } from '@thirty/infra/webhooks/signature.ts'
import { isoTime, isoTimeOrNull } from '@thirty/contracts/iso-time.ts'
import { commandContext, deriveId } from '../idempotency.ts'
import type { Parts } from '../parts.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  existing,
  rotateSecret,
  webhooksFold,
} from './decide.ts'
import {
  deliveryId,
  describeDelivery,
  newDelivery,
  parseDelivery,
  parseReceiverState,
  queueOf,
  receiversGroup,
  type Message,
} from './deliveries/stored-delivery.ts'
import type { Webhooks, WebhookState } from '@thirty/contracts/webhooks/events.ts'
import type { WebhookSecrets } from './webhook-secrets.ts'

export function webhookHandlers(parts: Parts): Endpoint[] {
  const { commands, command, clock, entries, webhookSecrets: secrets } = parts
  const load = async () => (await commands.load(webhooksStream, webhooksFold)).state
  const tellChange = (webhook: string) =>
    parts.broadcast(rooms.webhooks, 'webhooks.changed', { webhook, at: isoTime(clock()) })
  const changed = (webhook: string) => {
    tellChange(webhook)
    return { webhook }
  }
  const withSecret = (webhook: string, state: Webhooks) => ({
    ...changed(webhook),
    secret: currentSecret(secrets, state.get(webhook), clock()),
  })

  return [
    endpoint(webhookEndpoints.all)(async () => {
      const webhooks = await Promise.all([...(await load()).values()].map((state) => describe(parts, state)))
      return { webhooks, at: isoTime(clock()) }
    }),
    command(webhookEndpoints.create, 'create-webhook', webhooksFold, (request) => {
      const { address, ...settings } = request.body
      checkAddress(address, parts.webhookAddresses)
      // Without the address, which may hold a token: a digest of the body is stored.
      const context = commandContext({ ...request, body: settings }, request.caller.id, 'create-webhook')
      const webhook = deriveId(context.command.id, 'webhook')
      const secret = secrets.sealSecret(webhook, createSecret())
      const sealed = secrets.sealAddress(webhook, address)
      return {
        stream: webhooksStream,
        context,
        decide: (webhooks) => createWebhook(webhooks, { webhook, secret, ...sealed, ...settings }),
        answer: ({ state }) => withSecret(webhook, state),
      }
    }),
    command(webhookEndpoints.change, 'change-webhook', webhooksFold, (request) => {
      const { webhookId: webhook } = request.params
      const { address, ...settings } = request.body
      if (address !== undefined) checkAddress(address, parts.webhookAddresses)
      return {
        stream: webhooksStream,
        context: commandContext({ ...request, body: settings }, request.caller.id, 'change-webhook'),
        decide: (webhooks) => {
          const isSame = address === undefined || secrets.addressOf(existing(webhooks, webhook)) === address
          const sealed = isSame ? undefined : secrets.sealAddress(webhook, address)
          return changeWebhook(webhooks, { webhook, address: sealed, ...settings })
        },
        answer: () => changed(webhook),
      }
    }),
    command(webhookEndpoints.rotate, 'rotate-webhook', webhooksFold, ({ params: { webhookId: webhook } }) => {
      const secret = secrets.sealSecret(webhook, createSecret())
      return {
        stream: webhooksStream,
        decide: (webhooks) => rotateSecret(webhooks, { webhook, secret, now: clock() }),
        answer: ({ state }) => withSecret(webhook, state),
      }
    }),
    command(webhookEndpoints.remove, 'delete-webhook', webhooksFold, ({ params }) => ({
      stream: webhooksStream,
      decide: (webhooks) => deleteWebhook(webhooks, { webhook: params.webhookId }),
      answer: () => changed(params.webhookId),
    })),
    endpoint(webhookEndpoints.ping)(async ({ params: { webhookId: webhook } }) => {
      existing(await load(), webhook)
      const now = clock()
      const message: Message = {
        type: pingType,
        data: { webhook },
        at: isoTime(now),
        position: await parts.log.head(),
        // After the messages at this position.
        suffix: `test ${now} ${randomUUID()}`,
        subjects: [],
      }
      const id = deliveryId(webhook, message)
      await entries.put([{ group: queueOf(webhook), id, due: now, document: newDelivery(message, now) }])
      // Its queue may have been removed in between, and this has created it again.
      const after = await load()
      if (!after.has(webhook)) await entries.remove(queueOf(webhook), [id])
      existing(after, webhook)
      tellChange(webhook)
      return { delivery: id }
    }),
    endpoint(webhookEndpoints.deliveries)(async ({ params: { webhookId: webhook } }) => {
      existing(await load(), webhook)
      const { entries: found, total } = await entries.list(queueOf(webhook), maxKeptDeliveries)
      const listed = found.flatMap((entry) => {
        const stored = parseDelivery(entry)
        return stored === undefined ? [] : [describeDelivery(entry, stored)]
      })
      return { deliveries: listed, total }
    }),
    endpoint(webhookEndpoints.sendAgain)(async ({ params: { webhookId: webhook, deliveryId: id } }) => {
      existing(await load(), webhook)
      const place = { group: queueOf(webhook), id }
      const entry = await entries.load(place.group, id)
      const stored = entry && parseDelivery(entry)
      const document = { ...stored, state: 'waiting', round: 0 }
      // The deletion of an account may remove it in between.
      const isStored =
        stored !== undefined && (await entries.put([{ ...place, due: clock(), document }], [place]))
      if (!isStored) refuse('delivery-not-found', 'deliveryNotFound')
      tellChange(webhook)
      return { delivery: id }
    }),
  ]
}

async function describe(parts: Parts, state: WebhookState): Promise<Webhook> {
  const { entries, webhookSecrets, clock } = parts
  const [stored, waiting] = await Promise.all([
    entries.load(receiversGroup, state.id),
    entries.countWaiting(queueOf(state.id)),
  ])
  const receiver = parseReceiverState(stored?.document, state)
  const now = clock()
  const oldUntil = Math.max(0, ...state.secrets.map(({ until = 0 }) => until))
  return fieldsOf(webhookSchema, {
    ...state,
    ...receiver,
    address: webhookSecrets.openAt(state, now)?.address ?? null,
    types: [...state.types],
    createdAt: isoTime(state.createdAt),
    oldSecretUntil: oldUntil > now ? isoTime(oldUntil) : null,
    failingSince: isoTimeOrNull(receiver.failingSince),
    lastSuccessAt: isoTimeOrNull(receiver.lastSuccessAt),
    lastTryAt: isoTimeOrNull(receiver.lastTryAt),
    waiting,
  })
}

/** Returns the secret that was just stored. A retry of a command gets it, too, unless the webhook is gone by then. */
function currentSecret(secrets: WebhookSecrets, webhook: WebhookState | undefined, now: number): string {
  const [secret] = (webhook && secrets.openAt(webhook, now)?.secrets) ?? []
  return secret ?? refuse('webhook-not-found', 'webhookNotFound')
}

function checkAddress(address: string, allowed: AllowedAddresses): void {
  const error = webhookAddressError(address, allowed)
  if (error !== undefined) refuseField('address', error)
}
