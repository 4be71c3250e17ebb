// Endpoints for webhooks and their deliveries.

import { z } from 'zod'
import { maxWebhookAddressLength, maxWebhookDescriptionLength, pingType, webhookTypes } from './webhooks.ts'
import { rule } from '../texts/text.ts'
import { commandResponse, queryResponse } from '../endpoints/responses.ts'
import { oneLinePattern, optionalText, required, tooLong } from '../endpoints/shown-text.ts'
import { get, post, put, del } from '../endpoints/endpoint-definition.ts'

const time = z.iso.datetime()
const count = z.int().nonnegative()
const types = z
  .array(z.enum(webhookTypes))
  .min(1, rule('webhookEvents'))
  .max(webhookTypes.length)
  .transform((list) => webhookTypes.filter((type) => list.includes(type)))

/** The settings of a webhook. The address is checked by the server, whose configuration says what it allows. */
export const webhookSettings = z.strictObject({
  address: required(rule('webhookAddressRequired')).max(
    maxWebhookAddressLength,
    tooLong(maxWebhookAddressLength),
  ),
  description: optionalText(maxWebhookDescriptionLength)
    .regex(oneLinePattern, rule('webhookDescriptionLine'))
    .default(''),
  types,
  isOn: z.boolean().default(true),
})

/**
 * A webhook. `turnedOff`: why the server turned it off. `failingSince`: the first failure since the last success. `address` is null if it
 * cannot be decrypted because the key of the installation was lost; then it and the secret have to be replaced.
 */
export const webhook = z.object({
  id: z.string(),
  address: z.string().nullable(),
  host: z.string(),
  description: z.string(),
  types: z.array(z.string()),
  isOn: z.boolean(),
  turnedOff: z.enum(['failing', 'gone']).nullable(),
  createdAt: time,
  oldSecretUntil: time.nullable(),
  failingSince: time.nullable(),
  lastSuccessAt: time.nullable(),
  lastTryAt: time.nullable(),
  delivered: count,
  failed: count,
  waiting: count,
})
export type Webhook = z.infer<typeof webhook>

const webhookResponse = commandResponse.extend({ webhook: z.string() })
/** The only response with the secret. */
export const webhookSecretResponse = webhookResponse.extend({ secret: z.string() })

/** One try of a delivery. `error` says why there is no response. `response` is the beginning of the body, as text. */
export const deliveryTry = z.object({
  at: time,
  durationMs: count,
  status: z.int().nullable(),
  error: z.enum(['timeout', 'connection', 'tls', 'name', 'not-public', 'address', 'unreadable']).nullable(),
  response: z.string(),
})
export type DeliveryTry = z.infer<typeof deliveryTry>

/** `failed`: given up. `cancelled`: the webhook was turned off before. `dropped`: too many waited. */
export const deliveryState = z.enum(['waiting', 'delivered', 'failed', 'cancelled', 'dropped'])

/** A delivery with its last tries, the newest first. */
export const delivery = z.object({
  id: z.string(),
  type: z.enum([...webhookTypes, pingType]),
  state: deliveryState,
  createdAt: time,
  tries: z.array(deliveryTry),
  /** The number of all tries, listed or not. */
  tryCount: count,
  nextTryAt: time.nullable(),
  body: z.string(),
})
export type Delivery = z.infer<typeof delivery>

const deliveryResponse = queryResponse.extend({ delivery: z.string() })

/** A webhook, its deliveries, or all of them changed; what changed has to be fetched. It has no position: deliveries are not in the log. */
export const webhooksChanged = z.strictObject({ webhook: z.string().nullable(), at: time })

export const webhookEndpoints = {
  all: get('/api/admin/webhooks', 'manage-webhooks', {
    summary: 'All webhooks with their state, without their secrets',
    response: queryResponse.extend({ webhooks: z.array(webhook), at: time }),
    compression: 'never',
  }),
  create: post('/api/admin/webhooks', 'manage-webhooks', {
    summary: 'Create a webhook; the response is the only one with its secret',
    body: webhookSettings,
    status: 201,
    response: webhookSecretResponse,
    compression: 'never',
    errors: ['quota-reached'],
  }),
  change: put('/api/admin/webhooks/:webhookId', 'manage-webhooks', {
    summary: 'Change a webhook or turn it on or off; missing settings stay',
    body: z.strictObject({
      address: webhookSettings.shape.address.optional(),
      description: webhookSettings.shape.description.unwrap().optional(),
      types: types.optional(),
      isOn: z.boolean().optional(),
    }),
    response: webhookResponse,
  }),
  rotate: post('/api/admin/webhooks/:webhookId/rotate', 'manage-webhooks', {
    summary: 'Replace the secret; for 24 hours deliveries are signed with the old one, too',
    response: webhookSecretResponse,
    compression: 'never',
  }),
  remove: del('/api/admin/webhooks/:webhookId', 'manage-webhooks', {
    summary: 'Delete a webhook with its deliveries',
    response: webhookResponse,
  }),
  ping: post('/api/admin/webhooks/:webhookId/ping', 'manage-webhooks', {
    summary: 'Send a test event of the type `ping`, once',
    response: deliveryResponse,
  }),
  deliveries: get('/api/admin/webhooks/:webhookId/deliveries', 'manage-webhooks', {
    summary: 'The newest 200 deliveries of a webhook',
    response: queryResponse.extend({
      deliveries: z.array(delivery),
      /** How many there are in all; the newest are listed. */
      total: count,
    }),
  }),
  sendAgain: post('/api/admin/webhooks/:webhookId/deliveries/:deliveryId/send', 'manage-webhooks', {
    summary: 'Send a delivery again, with the same webhook-id',
    response: deliveryResponse,
  }),
}
