// Sends encrypted messages to push services. Their addresses come from browsers, so they are checked again, names must lead to public
// addresses, redirects are not followed, and only the status of a response is read.

import type { LookupFunction } from 'node:net'
import { isPushAddress } from '@thirty/contracts/notifications/push-address.ts'
import webPush, { type PushSubscription } from 'web-push'
import { post, publicLookup } from './public-lookup.ts'
import type { VapidKeys } from './vapid-keys.ts'

/** A message for one browser. It is dropped if the browser cannot be reached for `ttlSeconds`. */
export type PushMessage = { payload: string; ttlSeconds: number }

/** `gone`: the subscription does not exist any more, or cannot be used. `failed`: the push service did not accept the message. */
export type PushResult = 'sent' | 'gone' | 'failed'

/** Sends a message once, without retries. Never rejects. */
export type SendPush = (subscription: PushSubscription, message: PushMessage) => Promise<PushResult>

/** How push services are reached. Only specs replace it, with a server in their own process. */
export type PushConnection = { lookup: LookupFunction; port: number; ca?: string | Buffer }

export type PushSenderOptions = {
  keys: VapidKeys
  /** An https or mailto address at which operators of push services reach the operator of this installation. */
  contact: string
  connection?: PushConnection | undefined
  /** Milliseconds until a push service must have answered. */
  timeoutMs?: number
}

export function pushSender({
  keys,
  contact,
  connection = { lookup: publicLookup, port: 443 },
  timeoutMs = 10_000,
}: PushSenderOptions): SendPush {
  return async (subscription, { payload, ttlSeconds }) => {
    if (!isPushAddress(subscription.endpoint)) return 'gone'
    let details: ReturnType<typeof webPush.generateRequestDetails>
    try {
      details = webPush.generateRequestDetails(subscription, payload, {
        vapidDetails: { subject: contact, ...keys },
        TTL: ttlSeconds,
        contentEncoding: 'aes128gcm',
      })
    } catch {
      // Keys that do not come from a browser.
      return 'gone'
    }
    try {
      const { endpoint, headers, body } = details
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await post(new URL(endpoint), { headers, body, signal, ...connection })
      response.destroy()
      const { statusCode: status = 0 } = response
      if (status === 404 || status === 410) return 'gone'
      return status >= 200 && status < 300 ? 'sent' : 'failed'
    } catch {
      return 'failed'
    }
  }
}
