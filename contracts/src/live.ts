import type { z } from 'zod'
import type {
  discussionUpdate,
  projectCommentedUpdate,
  projectLikedUpdate,
  projectRatedUpdate,
  serverMessages,
  submissionUpdate,
} from './live-messages.ts'

/** What the server says. Message → payload. */
export type ServerMessages = { [Name in keyof Schemas]: z.infer<Schemas[Name]> }
type Schemas = typeof serverMessages

export type LeaderboardChanged = ServerMessages['leaderboard.changed']
export type ShowcaseChanged = ServerMessages['showcase.changed']
export type RankChanged = ServerMessages['rank.changed']
export type SubmissionMessage = ServerMessages['submission.changed']
export type ActivityMessage = ServerMessages['activity']
export type ChallengeChanged = ServerMessages['challenge.changed']
export type Heartbeat = ServerMessages['leaderboard.heartbeat']
export type NotificationsChanged = ServerMessages['notifications.changed']

/** What every frame carries. */
export type MessageStamp = Pick<Heartbeat, 'position' | 'at'>

export type SubmissionUpdate = z.infer<typeof submissionUpdate>
export type ProjectRatedUpdate = z.infer<typeof projectRatedUpdate>
export type ProjectLikedUpdate = z.infer<typeof projectLikedUpdate>
export type ProjectCommentedUpdate = z.infer<typeof projectCommentedUpdate>
export type DiscussionUpdate = z.infer<typeof discussionUpdate>

/** What a client may ask: other rooms than those it is in by right. */
export type WatchResponse = { ok: true } | { ok: false; code: 'malformed' | 'not-allowed' | 'too-many' }
export type ClientMessages = {
  watch: (request: { room: string }, answer: (answer: WatchResponse) => void) => void
  unwatch: (request: { room: string }, answer: (answer: WatchResponse) => void) => void
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

/** Kinds of rooms: the parts of their names before the colon. */
export const roomKinds = Object.keys(rooms)
