// The data that users can download about themselves.

import { z } from 'zod'
import { perProjectText } from '../projects/project-texts.ts'
import { get } from '../endpoints/endpoint-definition.ts'
import { queryResponse } from '../endpoints/responses.ts'
import { hiddenText } from '../community/hidden-texts-api.ts'
import { notification } from '../notifications/api.ts'
import { dayDraft } from '../projects/drafts-api.ts'
import { projectCard, projectStatus } from '../projects/api.ts'
import { criteria } from '../judging/ratings-api.ts'
import { ownUser } from './api.ts'
import { exportedSession } from './sessions-api.ts'
import { twoFactorState } from './two-factor-api.ts'

/** Maximum number of entries in each list of the exported data; the newest ones are kept. */
export const maxOwnEntries = 5_000
/** Maximum number of notifications in the exported data. */
export const maxOwnNotifications = 200

/** `hidden`: why and when a moderator hid the text from others; missing for a text that everybody sees. */
const written = z.object({
  text: z.string(),
  at: z.string(),
  hidden: hiddenText.omit({ by: true }).optional(),
})

/** A project of any run, as its last event left it. It was submitted for `day` of `run`; `at` is the time. */
const ownSubmission = z.object({
  projectId: z.string(),
  run: z.int(),
  day: z.int(),
  status: projectStatus,
  ...perProjectText(() => z.string()),
  imageUrl: z.string(),
  at: z.string(),
})

/**
 * What a user wrote, gave and did, oldest first; times are ISO.
 * - `projects` and `notifications` belong to the shown run. Admins have the submissions that wait for review as notifications.
 * - `submissions`, `ratings`, `likes`, `comments` and `completedDays` are of all runs, `discussions` and `replies` belong to none.
 * - What was removed is missing, and with it what the user gave to a withdrawn project or wrote in a removed discussion. Changed
 *   ratings and texts have their last version.
 * - `drafts` are typed and not submitted.
 * - `sessions` are open, the last seen first. `secondFactors` have no secrets.
 * - Push subscriptions, password and logs are missing.
 *
 * `truncated`: a list had more than `maxOwnEntries`, or there are more notifications than `maxOwnNotifications`.
 */
export const ownDataResponse = queryResponse.extend({
  exportedAt: z.string(),
  account: ownUser,
  bookmarks: z.array(z.string()),
  sessions: z.array(exportedSession),
  secondFactors: twoFactorState,
  projects: z.array(projectCard),
  drafts: z.array(dayDraft),
  submissions: z.array(ownSubmission),
  ratings: z.array(z.object({ projectId: z.string(), criteria, feedback: z.string(), at: z.string() })),
  likes: z.array(z.object({ projectId: z.string(), at: z.string() })),
  comments: z.array(written.extend({ projectId: z.string() })),
  discussions: z.array(written.extend({ id: z.string(), title: z.string() })),
  replies: z.array(written.extend({ discussionId: z.string() })),
  completedDays: z.array(z.object({ run: z.int(), day: z.int(), at: z.string() })),
  notifications: z.array(notification),
  truncated: z.boolean(),
})
export type OwnDataResponse = z.infer<typeof ownDataResponse>

export const ownDataEndpoints = {
  exportData: get('/api/auth/export', 'signed-in', {
    summary:
      'My data: account, bookmarks, second factors without their secrets, my projects, ratings, likes and comments of all runs, discussions, replies, completed days, newest notifications',
    limit: 'own-data',
    response: ownDataResponse,
    compression: 'never',
  }),
}
