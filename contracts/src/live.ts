import type { FeedItem } from './api/community.ts'
import type { BoardRow, BoardTotals, ShowcaseRow } from './api/leaderboard.ts'
import type { ProjectCard } from './api/projects.ts'
import type { SpokenComment } from './api/reactions.ts'
import type { StatCards } from './api/statistics.ts'

/** What every frame carries: the place in the log it speaks of (decimal text), and the server's time (ISO). */
export type FrameStamp = { position: string; at: string }

/** Rows among the first hundred that changed, rows that left them, and the totals. */
export type LeaderboardChanged = FrameStamp & { rows: BoardRow[]; left: string[]; totals: BoardTotals }

/** The whole showcase: the first six, as the landing page shows them to everybody. */
export type ShowcaseChanged = FrameStamp & { rows: ShowcaseRow[] }

/** One's own place, with the neighbour above. `behind` is missing for the leader. */
export type RankChanged = FrameStamp & {
  rank: number
  totalPoints: number
  behind?: { name: string; points: number }
}

/** A project's card as admins and its owner see it; `by` is the name of who did it. */
export type SubmissionNews = {
  project: ProjectCard
  by: string
  what: 'submitted' | 'revised' | 'approved' | 'rejected' | 'withdrawn'
}
export type SubmissionFrame = FrameStamp & { items: SubmissionNews[] }

/** The new figures of a project after a rating. */
export type ProjectRatedNews = {
  projectId: string
  averageRating: number
  ratingCount: number
  official: boolean
}
export type ProjectRatedFrame = FrameStamp & { items: ProjectRatedNews[] }

/** How many like a project after a like, or one that was taken back. */
export type ProjectLikedNews = { projectId: string; likes: number }
export type ProjectLikedFrame = FrameStamp & { items: ProjectLikedNews[] }

/**
 * How many comments a project has, and the one that was posted, or the id of the one that was removed. It goes to many
 * readers: whether a comment is theirs, and may be removed by them, they see by its author.
 */
export type ProjectCommentedNews = { projectId: string; comments: number } & (
  { comment: SpokenComment } | { removed: string }
)
export type ProjectCommentedFrame = FrameStamp & { items: ProjectCommentedNews[] }

export type StatisticsChanged = FrameStamp & { statistics: StatCards }

/** What just happened in the community, newest first. `skipped`: how many more there were, for which the feed is to be asked. */
export type ActivityFrame = FrameStamp & { items: FeedItem[]; skipped: number }

/** What became of a discussion. `latestAt` (ISO) is the time of its newest reply, or its own. The words are to be asked for. */
export type DiscussionNews = {
  discussionId: string
  what: 'opened' | 'replied' | 'changed' | 'removed'
  replies: number
  latestAt: string
}
export type DiscussionFrame = FrameStamp & { items: DiscussionNews[] }

/** Sent to everyone when the challenge itself changes. */
export type ChallengeChanged = FrameStamp & {
  run: number
  startsAt: string | null
  day: number
  totalDays: number
}

/**
 * Sent to an idle board, so that it can tell quiet from dead. `online` is the number of sockets in the room. While the
 * board cannot be read it is `behind`, and position and time are those of the last beat when it could.
 */
export type Heartbeat = FrameStamp & { online: number; behind?: true }

/** Other messages may have been lost on their way to this socket: what it shows is to be fetched again. `at` is ISO time. */
export type NewsMissed = { at: string }

/** How far somebody has read, to all of their own sockets. `readUpTo` is a position as decimal text. */
export type NotificationsChanged = FrameStamp & { readUpTo: string }

/** What the server says. Message → payload. */
export type ServerMessages = {
  'leaderboard.changed': LeaderboardChanged
  'leaderboard.heartbeat': Heartbeat
  'showcase.changed': ShowcaseChanged
  'rank.changed': RankChanged
  'submission.received': SubmissionFrame
  'submission.changed': SubmissionFrame
  'project.rated': ProjectRatedFrame
  'project.liked': ProjectLikedFrame
  'project.commented': ProjectCommentedFrame
  'statistics.changed': StatisticsChanged
  activity: ActivityFrame
  'discussion.changed': DiscussionFrame
  'challenge.changed': ChallengeChanged
  'notifications.changed': NotificationsChanged
  'news.missed': NewsMissed
}

/** What a client may ask: other rooms than those it is in by right. */
export type WatchAnswer = { ok: true } | { ok: false; code: 'malformed' | 'not-allowed' | 'too-many' }
export type ClientMessages = {
  watch: (request: { room: string }, answer: (answer: WatchAnswer) => void) => void
  unwatch: (request: { room: string }, answer: (answer: WatchAnswer) => void) => void
}

/**
 * Rooms. By right: visitors are in `showcase`; who is signed in is in `leaderboard`, `community` and `user:<id>`, admins
 * also in `admins`. `showcase` and `project:<id>` are watched on request. A socket without a token hears `showcase` only.
 */
export const rooms = {
  showcase: 'showcase',
  leaderboard: 'leaderboard',
  admins: 'admins',
  community: 'community',
  user: (id: string) => `user:${id}`,
  project: (id: string) => `project:${id}`,
} as const
