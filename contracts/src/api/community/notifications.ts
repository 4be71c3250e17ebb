import { z } from 'zod'
import { commandResponse, pageQuery } from '../responses.ts'

/** Somebody who did something. Who is gone is called "Deleted participant". */
const actor = z.object({ _id: z.string(), fullName: z.string(), profileImage: z.string().nullable() })
export type Actor = z.infer<typeof actor>

const project = z.object({ _id: z.string(), projectName: z.string(), day: z.int() })

/**
 * What all lines have. `text` is plain text that may be shown as it is. `position` and `at` (ISO) are those of the newest
 * event behind the line; later events of the same kind about the same project move the line up.
 */
const line = z.object({
  id: z.string(),
  text: z.string(),
  position: z.string(),
  at: z.string(),
  isUnread: z.boolean(),
})

/** Up to three people, the latest first, and how many others there are. */
const groupedByProject = { project, people: z.array(actor), others: z.int() }

export const notification = z.discriminatedUnion('kind', [
  line.extend({ kind: z.literal('approved'), project }),
  line.extend({ kind: z.literal('rejected'), project, reason: z.string().nullable() }),
  /** `average` and `count` are over the official ratings, or over those of the community. */
  line.extend({
    kind: z.literal('rated'),
    official: z.boolean(),
    average: z.number(),
    count: z.int(),
    ...groupedByProject,
  }),
  line.extend({ kind: z.literal('liked'), ...groupedByProject }),
  /** `comment` is the beginning of the latest. */
  line.extend({ kind: z.literal('commented'), comment: z.string(), ...groupedByProject }),
  line.extend({ kind: z.literal('challenge-started'), run: z.int(), startsAt: z.string() }),
  line.extend({ kind: z.literal('challenge-scheduled'), run: z.int(), startsAt: z.string() }),
  line.extend({ kind: z.literal('schedule-cancelled'), run: z.int() }),
  line.extend({ kind: z.literal('challenge-reset'), run: z.int() }),
  line.extend({ kind: z.literal('challenge-restored'), run: z.int() }),
  /** For admins: a submission that waits for review. */
  line.extend({ kind: z.literal('waiting'), project, by: actor }),
])
export type Notification = z.infer<typeof notification>

/** Query of the bell: pages are short. */
export const notificationsQuery = pageQuery.extend({
  limit: z.coerce.number().int().min(1).max(200).default(20),
})
export type NotificationsQuery = z.infer<typeof notificationsQuery>

/**
 * For participants what happened to their projects and to the challenge, newest first. For admins the submissions that
 * wait for review, the oldest submission first, and how many they are (`waiting`; null for participants). `unread` counts
 * lines, and for admins stops at 100. `readUpTo` is null while nothing was marked as read.
 */
export const notificationsResponse = z.object({
  success: z.literal(true),
  unread: z.int(),
  waiting: z.int().nullable(),
  notifications: z.array(notification),
  nextCursor: z.string().nullable(),
  readUpTo: z.string().nullable(),
  position: z.string(),
})
export type NotificationsResponse = z.infer<typeof notificationsResponse>

/** `upTo`: the position that was answered, or that of the newest line that was seen. */
export const readNotificationsRequest = z.strictObject({
  upTo: z
    .string({ error: 'Say up to which position you have read' })
    .regex(/^\d{1,19}$/, 'Say up to which position you have read'),
})

/** How far everything is read now; an earlier mark than the present one changes nothing. */
export const readNotificationsResponse = commandResponse.extend({ readUpTo: z.string() })
