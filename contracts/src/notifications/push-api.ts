// Endpoints for the browsers of an account that receive push messages.

import { z } from 'zod'
import { queryResponse } from '../endpoints/responses.ts'
import { isPushAddress, maxPushAddressLength } from './push-address.ts'
import { get, put, del } from '../endpoints/endpoint-definition.ts'

/** Maximum number of browsers of one account that receive push messages; another one replaces the oldest. */
export const maxPushSubscriptions = 10

const endpoint = z
  .string()
  .max(maxPushAddressLength)
  .refine(isPushAddress, { error: 'This is not a push service address' })

/** A subscription as `PushSubscription.toJSON()` returns it, with keys in base64url. */
export const pushSubscription = z.strictObject({
  endpoint,
  keys: z.strictObject({
    p256dh: z.string().regex(/^B[\w-]{86}$/, 'Not a public key'),
    auth: z.string().regex(/^[\w-]{22}$/, 'Not an authentication secret'),
  }),
})
export type PushSubscriptionKeys = z.infer<typeof pushSubscription>

/**
 * The content of a push message, which the service worker shows. `path` is the page that it opens. A newer message with the same
 * `tag` replaces an older one.
 */
export type PushContent = { title: string; body: string; path: string; tag: string }

export const pushEndpoints = {
  key: get('/api/push', 'participants', {
    summary: 'The public key with which a browser subscribes to push messages',
    /** The uncompressed point in base64url. */
    response: queryResponse.extend({ publicKey: z.string() }),
  }),
  subscribe: put('/api/push/subscription', 'participants', {
    summary: 'Send push messages to this browser until its session ends',
    body: pushSubscription,
    response: queryResponse,
  }),
  unsubscribe: del('/api/push/subscription', 'participants', {
    summary: 'Send no more push messages to a browser',
    body: z.strictObject({ endpoint }),
    response: queryResponse,
  }),
}
