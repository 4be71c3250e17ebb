import { z } from 'zod'
import { isPushAddress, maxPushAddressLength } from '../../rules/push-address.ts'

/** Maximum number of browsers of one account that receive push messages; another one replaces the oldest. */
export const maxPushSubscriptions = 10

const endpoint = z
  .string()
  .max(maxPushAddressLength)
  .refine(isPushAddress, { error: 'This is not a push service address' })

/** The public key with which a browser subscribes: the uncompressed point in base64url. */
export const pushKeyResponse = z.object({ success: z.literal(true), publicKey: z.string() })

/** A subscription as `PushSubscription.toJSON()` returns it, with keys in base64url. */
export const pushSubscription = z.strictObject({
  endpoint,
  keys: z.strictObject({
    p256dh: z.string().regex(/^B[\w-]{86}$/, 'Not a public key'),
    auth: z.string().regex(/^[\w-]{22}$/, 'Not an authentication secret'),
  }),
})
export type PushSubscriptionKeys = z.infer<typeof pushSubscription>

export const endPushRequest = z.strictObject({ endpoint })

export const pushResponse = z.object({ success: z.literal(true) })

/**
 * The content of a push message, which the service worker shows. `path` is the page that it opens. A newer message with the same
 * `tag` replaces an older one.
 */
export type PushContent = { title: string; body: string; path: string; tag: string }
