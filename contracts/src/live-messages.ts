import { z } from 'zod'
import { position } from './api/responses.ts'
import { feedItem } from './api/community/community.ts'
import { boardRow, boardTotals, showcaseRow } from './api/challenge/leaderboard.ts'
import { projectCard } from './api/projects/projects.ts'
import { publicComment } from './api/projects/reactions.ts'
import { changedStatistics } from './api/admin/statistics.ts'

// What the server says, as schemas: nothing else may be in a frame. Browsers trust the server and take only the types
// that follow from these, out of `live.ts`.

/** What every frame carries: the place in the log it speaks of (decimal text), and the server's time (ISO). */
const stamp = { position, at: z.iso.datetime() }

/** Rows among the first hundred that changed, rows that left them, and the totals. */
const leaderboardChanged = z.strictObject({
  ...stamp,
  rows: z.array(boardRow),
  left: z.array(z.string()),
  totals: boardTotals,
})

/** The whole showcase: the first six, as the landing page shows them to everybody. */
const showcaseChanged = z.strictObject({ ...stamp, rows: z.array(showcaseRow) })

const neighbour = z.strictObject({ name: z.string(), points: z.number() })

/**
 * One's own place, with the neighbours and how many points away they are. `behind` tells of the one above and is missing
 * for the leader, `ahead` of the one below and is missing for the last.
 */
const rankChanged = z.strictObject({
  ...stamp,
  rank: z.int(),
  totalPoints: z.number(),
  behind: neighbour.optional(),
  ahead: neighbour.optional(),
})

/** A project's card as admins and its owner see it; `by` is the name of who did it. */
export const submissionUpdate = z.strictObject({
  project: projectCard,
  by: z.string(),
  what: z.enum(['submitted', 'revised', 'approved', 'rejected', 'withdrawn']),
})
const submissionMessage = z.strictObject({ ...stamp, items: z.array(submissionUpdate) })

/** The new figures of a project after a rating. */
export const projectRatedUpdate = z.strictObject({
  projectId: z.string(),
  averageRating: z.number(),
  ratingCount: z.int(),
  official: z.boolean(),
})

/** How many like a project after a like, or one that was taken back; none after a withdrawal took them with it. */
export const projectLikedUpdate = z.strictObject({ projectId: z.string(), likes: z.int() })

const commentCount = { projectId: z.string(), comments: z.int() }
/**
 * How many comments a project has, and the one that was posted, or the id of the one that was removed. It goes to many
 * readers: whether a comment is theirs, and may be removed by them, they see by its author.
 */
export const projectCommentedUpdate = z.union([
  z.strictObject({ ...commentCount, comment: publicComment }),
  z.strictObject({ ...commentCount, removed: z.string() }),
])

/** What just happened in the community, newest first. `skipped`: how many more there were, for which the feed is to be asked. */
const activity = z.strictObject({ ...stamp, items: z.array(feedItem), skipped: z.int() })

/**
 * What became of a discussion. `latestAt` (ISO) is the time of its latest reply, also of one that was removed since, or
 * its own. The words are to be asked for.
 */
export const discussionUpdate = z.strictObject({
  discussionId: z.string(),
  what: z.enum(['opened', 'replied', 'changed', 'removed']),
  replies: z.int(),
  latestAt: z.string(),
})

/** Sent to everyone when the challenge itself changes. */
const challengeChanged = z.strictObject({
  ...stamp,
  run: z.int(),
  startsAt: z.string().nullable(),
  day: z.int(),
  totalDays: z.int(),
})

/**
 * Sent to an idle board, so that it can tell quiet from dead. `online` is the number of sockets in the room. While the
 * board cannot be read it is `behind`, and position and time are those of the last beat when it could.
 */
const heartbeat = z.strictObject({ ...stamp, online: z.int(), behind: z.literal(true).optional() })

/** How far somebody has read, to all of their own sockets. `readUpTo` is a position. */
const notificationsChanged = z.strictObject({ ...stamp, readUpTo: position })

/**
 * Other messages may have been lost on their way to this socket: what it shows is to be fetched again. A view says with
 * its `position` how far it is; what only carries the messages knows of none.
 */
const resyncRequired = z.strictObject({ position: position.optional(), at: stamp.at })

/** Message → what it carries. */
export const serverMessages = {
  'leaderboard.changed': leaderboardChanged,
  'leaderboard.heartbeat': heartbeat,
  'showcase.changed': showcaseChanged,
  'rank.changed': rankChanged,
  'submission.received': submissionMessage,
  'submission.changed': submissionMessage,
  'project.rated': z.strictObject({ ...stamp, items: z.array(projectRatedUpdate) }),
  'project.liked': z.strictObject({ ...stamp, items: z.array(projectLikedUpdate) }),
  'project.commented': z.strictObject({ ...stamp, items: z.array(projectCommentedUpdate) }),
  'statistics.changed': z.strictObject({ ...stamp, statistics: changedStatistics }),
  activity,
  'discussion.changed': z.strictObject({ ...stamp, items: z.array(discussionUpdate) }),
  'challenge.changed': challengeChanged,
  'notifications.changed': notificationsChanged,
  'news.missed': resyncRequired,
}
