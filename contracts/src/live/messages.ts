import { z } from 'zod'
import { nameCodes } from '../accounts/person-summary-api.ts'
import { epoch, position } from '../endpoints/responses.ts'
import { feedItem } from '../community/api.ts'
import { boardRow, boardTotals, showcaseRow } from '../leaderboard/api.ts'
import { projectCard } from '../projects/api.ts'
import { publicComment } from '../community/reactions-api.ts'
import { currentDayChange } from '../challenge/api.ts'
import { challengeOptions } from '../challenge/options-api.ts'
import { historyStatus } from '../backups/api.ts'
import { claimsChanged } from '../judging/api.ts'
import { savedTextUpdate } from '../saved-texts/api.ts'
import { changedStatistics } from '../judging/statistics-api.ts'
import { webhooksChanged } from '../webhooks/api.ts'

// Schemas of all messages from the server. The server sends nothing that does not match them. Browsers do not validate
// messages; they import only the types, from `live.ts`.

/** Fields of most messages: the log position that they reflect (decimal text) with its epoch, and the server's time (ISO). */
const stamp = { position, epoch, at: z.iso.datetime() }

const neighbour = z.strictObject({ name: z.string(), nameCodes, points: z.number() })

/** A project as admins and its owner see it. `by` is the name of the person who made the change. */
const submissionUpdate = z.strictObject({
  project: projectCard,
  by: z.string(),
  nameCodes,
  what: z.enum(['submitted', 'revised', 'approved', 'rejected', 'withdrawn']),
})
const submissionMessage = z.strictObject({ ...stamp, items: z.array(submissionUpdate) })

/** The average and the number of ratings of a project after a rating; 0 after the project was withdrawn. */
const projectRatedUpdate = z.strictObject({
  projectId: z.string(),
  averageRating: z.number(),
  ratingCount: z.int(),
  official: z.boolean(),
})

/** The number of likes of a project after it changed; 0 after the project was withdrawn. */
const projectLikedUpdate = z.strictObject({ projectId: z.string(), likes: z.int() })

const commentCount = { projectId: z.string(), comments: z.int() }
/**
 * The number of comments on a project, with the new comment, the id of a comment that was removed or hidden, or the id of a comment that
 * is shown again and has to be fetched; 0 and none of them after the project was withdrawn. Many users receive
 * the same message, so it lacks `mine` and `mayRemove`; clients derive them from the author.
 */
const projectCommentedUpdate = z.union([
  z.strictObject({ ...commentCount, comment: publicComment }),
  z.strictObject({ ...commentCount, removed: z.string() }),
  z.strictObject({ ...commentCount, shown: z.string() }),
  z.strictObject(commentCount),
])

/** A change to a discussion; `latestAt` as in its card. The texts have to be fetched. */
const discussionUpdate = z.strictObject({
  discussionId: z.string(),
  what: z.enum(['opened', 'replied', 'changed', 'removed']),
  replies: z.int(),
  latestAt: z.string(),
})

/** How many official ratings a project has after a change; `projectId` is null if something else of the judging changed. */
const judgingUpdate = z.strictObject({ projectId: z.string().nullable(), officialRatings: z.int() })

/** Schema of the payload by message name. */
export const serverMessages = {
  /** Changed rows of the top hundred, the ids of rows that left it, and the totals. */
  'leaderboard.changed': z.strictObject({
    ...stamp,
    rows: z.array(boardRow),
    left: z.array(z.string()),
    totals: boardTotals,
  }),
  /**
   * Sent while the leaderboard does not change, so that clients notice a dead connection. `online` is the number of sockets
   * in the room. While the leaderboard cannot be read, `behind` is set, and position and time are taken from the
   * last heartbeat before. `late` names all read models that are parked or late: when they change, clients load their data again,
   * and the header `X-Data-As-Of` of the responses says which of it is late.
   */
  'leaderboard.heartbeat': z.strictObject({
    ...stamp,
    online: z.int(),
    behind: z.literal(true).optional(),
    late: z.array(z.string()).optional(),
  }),
  /** The complete showcase of the landing page: the top six rows. */
  'showcase.changed': z.strictObject({ ...stamp, rows: z.array(showcaseRow) }),
  /**
   * The recipient's own rank, and the distance in points to both neighbours: `behind` names the participant one rank above
   * and is missing for the first, `ahead` names the one below and is missing for the last.
   */
  'rank.changed': z.strictObject({
    ...stamp,
    rank: z.int(),
    totalPoints: z.number(),
    behind: neighbour.optional(),
    ahead: neighbour.optional(),
  }),
  'submission.received': submissionMessage,
  'submission.changed': submissionMessage,
  'project.rated': z.strictObject({ ...stamp, items: z.array(projectRatedUpdate) }),
  'project.liked': z.strictObject({ ...stamp, items: z.array(projectLikedUpdate) }),
  'project.commented': z.strictObject({ ...stamp, items: z.array(projectCommentedUpdate) }),
  'statistics.changed': z.strictObject({ ...stamp, statistics: changedStatistics }),
  /** New activities, newest first. `skipped` is the number of further ones, which the client has to fetch from the feed. */
  activity: z.strictObject({ ...stamp, items: z.array(feedItem), skipped: z.int() }),
  /** To the viewers of a public profile, who must fetch it again. */
  'profile.changed': z.strictObject(stamp),
  'discussion.changed': z.strictObject({ ...stamp, items: z.array(discussionUpdate) }),
  /** Sent to everyone after a change to the challenge itself, e.g. its start or its end. */
  'challenge.changed': z.strictObject({ ...stamp, ...currentDayChange.shape }),
  /** The recipient's read marker, sent to all of their sockets. `readUpTo` is a position. */
  'notifications.changed': z.strictObject({
    ...stamp,
    readUpTo: position,
    readSingle: z.array(position).optional(),
  }),
  /**
   * The recipient's draft of a day was saved or removed, by any of their devices. `version` is the newest one; null when none is left.
   * It has no position, because drafts are not in the log, and no text, which has to be fetched.
   */
  'draft.changed': z.strictObject({ day: z.int(), version: z.string().nullable(), at: stamp.at }),
  /** To admins: the switch to another run began, proceeded, failed or is complete. */
  'history.changed': z.strictObject({ ...stamp, status: historyStatus }),
  /** To admins: the audit has new entries, up to the position of the message. */
  'audit.changed': z.strictObject(stamp),
  /** To admins: an admin or an invitation changed. Clients must fetch the team. */
  'team.changed': z.strictObject(stamp),
  /** To admins: the options after a change. */
  'options.changed': z.strictObject({ ...stamp, options: challengeOptions }),
  /** To admins: ratings, conflicts of interest or calibration projects changed. Most of it must be fetched. */
  'judging.changed': z.strictObject({ ...stamp, items: z.array(judgingUpdate) }),
  /** To admins: saved texts that were added, changed, deleted or used. */
  'saved-texts.changed': z.strictObject({ ...stamp, items: z.array(savedTextUpdate) }),
  /** To admins: all claims after one began, was renewed or ended. They have no position, because they are not in the log. */
  'claims.changed': claimsChanged,
  /** To admins: the list of backups changed. */
  'backups.changed': z.strictObject(stamp),
  /** To admins: a webhook or its deliveries changed. */
  'webhooks.changed': webhooksChanged,
  /**
   * Messages to this socket may have been lost, or the event log was put back to an older copy: the client must load its
   * data again. Position and epoch belong to the read model; they are missing if the message transport lost messages,
   * because it has no positions.
   */
  'news.missed': z.strictObject({
    position: position.optional(),
    epoch: epoch.optional(),
    at: stamp.at,
  }),
  /** This process ends, and others serve on: the client must connect again, at once. Clients receive it one after the other. */
  'server.ending': z.strictObject({ at: stamp.at }),
}
