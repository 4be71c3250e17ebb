// Endpoints for notifications: the list, what was read, and the browsers of an account that receive push messages.

import { z } from 'zod'
import { namedUser } from '../accounts/person-summary-api.ts'
import {
  commandResponse,
  pageQuery,
  pageResponse,
  textOnWire,
  queryResponse,
} from '../endpoints/responses.ts'
import { get, post, put, del } from '../endpoints/endpoint-definition.ts'
import { isPushAddress, maxPushAddressLength } from './push-address.ts'

/** The person behind a notification. `username` tells people with one name apart; missing for accounts without one. */
const actor = namedUser.extend({ username: z.string().optional(), profileImage: z.string().nullable() })
export type Actor = z.infer<typeof actor>

const project = z.object({ _id: z.string(), projectName: z.string(), day: z.int() })

/**
 * The fields of every notification. `text` is a sentence in English, `said` the same as a text that screens translate. `position` and `at` (ISO) belong to its
 * newest event: a later event of the same kind for the same project moves the notification up.
 */
const base = z.object({
  id: z.string(),
  text: z.string(),
  said: textOnWire,
  position: z.string(),
  at: z.string(),
  isUnread: z.boolean(),
})

/** Set if a file without a known signature says so, for ratings also if only some are from it. */
const imported = z.literal(true).optional()

/** Up to three people, the latest first, and the number of others. */
const groupedByProject = { project, people: z.array(actor), others: z.int() }

export const notification = z.discriminatedUnion('kind', [
  base.extend({ kind: z.literal('approved'), project, imported }),
  base.extend({ kind: z.literal('rejected'), project, reason: z.string().nullable(), imported }),
  /** `average` and `count` are over the official ratings, or over the ratings of the community if `official` is false. */
  base.extend({
    kind: z.literal('rated'),
    official: z.boolean(),
    average: z.number(),
    count: z.int(),
    imported,
    ...groupedByProject,
  }),
  base.extend({ kind: z.literal('liked'), ...groupedByProject }),
  /** `comment` is the beginning of the latest comment. */
  base.extend({ kind: z.literal('commented'), comment: z.string(), ...groupedByProject }),
  base.extend({ kind: z.literal('challenge-started'), run: z.int(), startsAt: z.string() }),
  base.extend({ kind: z.literal('challenge-scheduled'), run: z.int(), startsAt: z.string() }),
  base.extend({ kind: z.literal('schedule-cancelled'), run: z.int() }),
  base.extend({ kind: z.literal('challenge-end-set'), run: z.int(), endsAt: z.string() }),
  base.extend({ kind: z.literal('challenge-end-undone'), run: z.int() }),
  base.extend({ kind: z.literal('challenge-reset'), run: z.int() }),
  base.extend({ kind: z.literal('challenge-restored'), run: z.int() }),
  /** For admins: a submission that waits for review. */
  base.extend({ kind: z.literal('waiting'), project, by: actor }),
])
export type Notification = z.infer<typeof notification>

/** The bell shows short pages. */
export const notificationsQuery = pageQuery.extend({
  limit: z.coerce.number().int().min(1).max(200).default(20),
})
export type NotificationsQuery = z.infer<typeof notificationsQuery>

/**
 * Participants get the events of their projects and of the challenge, newest first. Admins get the submissions that wait
 * for review, oldest first, and their number as `waiting` (null for participants). `unread` counts notifications, for
 * admins up to 100. `readUpTo` is null until something was marked as read.
 */
export const notificationsResponse = pageResponse.extend({
  unread: z.int(),
  waiting: z.int().nullable(),
  notifications: z.array(notification),
  readUpTo: z.string().nullable(),
})
export type NotificationsResponse = z.infer<typeof notificationsResponse>

const readPosition = z
  .string({ error: 'A position is required' })
  .regex(/^\d{1,19}$/, 'A position is required')

/**
 * `upTo`: the position of a response, or that of the newest notification that was seen. `single`: positions of notifications that were
 * opened, without those before them.
 */
export const readNotificationsRequest = z.union([
  z.strictObject({ upTo: readPosition }),
  z.strictObject({ single: z.array(readPosition).min(1).max(20) }),
])

export const notificationEndpoints = {
  list: get('/api/notifications', 'signed-in', {
    summary: 'My notifications, newest first; for admins the submissions that wait for review, oldest first',
    query: notificationsQuery,
    response: notificationsResponse,
  }),
  read: post('/api/notifications/read', 'signed-in', {
    summary: 'Mark my notifications up to a position, or single ones, as read; this cannot be undone',
    body: readNotificationsRequest,
    /** The read mark after the request: `readUpTo` never moves back; `readSingle` are the positions after it that were read alone. */
    response: commandResponse.extend({
      readUpTo: z.string(),
      readSingle: z.array(z.string()).optional(),
    }),
  }),
}

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
