import { z } from 'zod'
import { notification } from '../community/notifications.ts'
import { projectCard } from '../projects/projects.ts'
import { criteria } from '../projects/ratings.ts'
import { ownUser } from './accounts.ts'

/** Maximum number of entries in each list of the exported data; the newest ones are kept. */
export const maxOwnEntries = 5_000
/** Maximum number of notifications in the exported data. */
export const maxOwnNotifications = 200

const written = z.object({ text: z.string(), at: z.string() })

/**
 * Everything that the product has about a user. `projects` and `notifications` are those of the shown run, everything else
 * that the user gave to projects is of all runs, oldest first. What was removed is missing. `truncated`: a list had more than
 * `maxOwnEntries`. Times are ISO.
 */
export const ownDataResponse = z.object({
  success: z.literal(true),
  exportedAt: z.string(),
  account: ownUser,
  bookmarks: z.array(z.string()),
  projects: z.array(projectCard),
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
