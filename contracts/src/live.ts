import type { z } from 'zod'
import type {
  discussionNews,
  projectCommentedNews,
  projectLikedNews,
  projectRatedNews,
  serverMessages,
  submissionNews,
} from './live-messages.ts'

/** What the server says. Message → payload. */
export type ServerMessages = { [Name in keyof Schemas]: z.infer<Schemas[Name]> }
type Schemas = typeof serverMessages

export type LeaderboardChanged = ServerMessages['leaderboard.changed']
export type ShowcaseChanged = ServerMessages['showcase.changed']
export type RankChanged = ServerMessages['rank.changed']
export type SubmissionFrame = ServerMessages['submission.changed']
export type ActivityFrame = ServerMessages['activity']
export type ChallengeChanged = ServerMessages['challenge.changed']
export type Heartbeat = ServerMessages['leaderboard.heartbeat']
export type NotificationsChanged = ServerMessages['notifications.changed']

/** What every frame carries. */
export type FrameStamp = Pick<Heartbeat, 'position' | 'at'>

export type SubmissionNews = z.infer<typeof submissionNews>
export type ProjectRatedNews = z.infer<typeof projectRatedNews>
export type ProjectLikedNews = z.infer<typeof projectLikedNews>
export type ProjectCommentedNews = z.infer<typeof projectCommentedNews>
export type DiscussionNews = z.infer<typeof discussionNews>

/** What a client may ask: other rooms than those it is in by right. */
export type WatchAnswer = { ok: true } | { ok: false; code: 'malformed' | 'not-allowed' | 'too-many' }
export type ClientMessages = {
  watch: (request: { room: string }, answer: (answer: WatchAnswer) => void) => void
  unwatch: (request: { room: string }, answer: (answer: WatchAnswer) => void) => void
}

/**
 * Rooms. By right: visitors are in `showcase`; who is signed in is in `leaderboard` and `user:<id>`, admins also in
 * `admins`. Who is signed in may watch `showcase`, `community` and any `project:<id>`, fifty rooms at a time, and asks
 * again on a new socket. A socket without a token hears `showcase` only.
 */
export const rooms = {
  showcase: 'showcase',
  leaderboard: 'leaderboard',
  admins: 'admins',
  community: 'community',
  user: (id: string) => `user:${id}`,
  project: (id: string) => `project:${id}`,
} as const
