// The document that is kept for the push messages of a user: which browsers receive them, and which events they were sent for. All is pure;
// `push-notifier.ts` loads and stores it.

import { isSessionOpen } from '@thirty/contracts/accounts/sessions.ts'
import { maxPushSubscriptions, pushSubscription } from '@thirty/contracts/notifications/push-api.ts'
import { z } from 'zod'
import type { Account } from '../evolve.ts'

/** A browser that receives push messages, and the session that it belongs to. `expiresAt` in milliseconds since 1970. */
const storedSubscription = pushSubscription.extend({
  session: z.object({ token: z.string(), version: z.int(), expiresAt: z.number() }),
})
export type StoredSubscription = z.infer<typeof storedSubscription>

/**
 * What is stored for a user: subscriptions, oldest first, and the ids of the newest events that a message was sent for. Not their positions,
 * as in older releases: after the log was put back to an older copy, another event has the position.
 */
const storedPush = z.object({ subscriptions: z.array(storedSubscription), sent: z.array(z.string()) })
export type StoredPush = z.infer<typeof storedPush>

/** Number of events that are remembered as sent. */
const keptEvents = 200

/** Reads the stored document; no document means no subscriptions. */
export const parsePush = (document: unknown): StoredPush =>
  document === undefined ? { subscriptions: [], sent: [] } : storedPush.parse(document)

const onlyThose = (push: StoredPush, isKept: (one: StoredSubscription) => boolean): StoredPush => ({
  ...push,
  subscriptions: push.subscriptions.filter(isKept),
})

/** Adds a subscription, or moves an existing one to another session. Beyond the maximum, the oldest one is dropped. */
export function addSubscription(push: StoredPush, added: StoredSubscription): StoredPush {
  const { subscriptions: others } = withoutEndpoints(push, [added.endpoint])
  return { ...push, subscriptions: [...others, added].slice(-maxPushSubscriptions) }
}

/** Removes subscriptions by their addresses. */
export const withoutEndpoints = (push: StoredPush, endpoints: readonly string[]): StoredPush =>
  onlyThose(push, ({ endpoint }) => !endpoints.includes(endpoint))

/** Removes subscriptions whose session has ended: by time, logout, another password, or because the account is not active. */
export const withoutEndedSessions = (push: StoredPush, account: Account, now: number): StoredPush =>
  onlyThose(
    push,
    ({ session: { token: id, ...session } }) =>
      account.status === 'active' && isSessionOpen({ id, ...session }, account, now),
  )

/** Marks an event as sent. Returns `undefined` if it was before. */
export const claimEvent = (push: StoredPush, eventId: string): StoredPush | undefined =>
  push.sent.includes(eventId) ? undefined : { ...push, sent: [...push.sent, eventId].slice(-keptEvents) }

/** Returns the document to store; `undefined` without subscriptions. */
export const toDocument = (push: StoredPush): StoredPush | undefined =>
  push.subscriptions.length > 0 ? push : undefined
