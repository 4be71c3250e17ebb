// The types of the messages between the server and browsers over the live connection, and the names of its rooms. The schemas are in
// `messages.ts`.

import type { z } from 'zod'
import type { serverMessages } from './messages.ts'

/** Payloads of the messages from the server, by message name. */
export type ServerMessages = { [Name in keyof Schemas]: z.infer<Schemas[Name]> }
type Schemas = typeof serverMessages

export type LeaderboardChanged = ServerMessages['leaderboard.changed']
export type ShowcaseChanged = ServerMessages['showcase.changed']
export type RankChanged = ServerMessages['rank.changed']
export type SubmissionMessage = ServerMessages['submission.changed']
export type Heartbeat = ServerMessages['leaderboard.heartbeat']

/** Fields of every message that reflects a position of the log. */
export type MessageStamp = Pick<Heartbeat, 'position' | 'epoch' | 'at'>

export type SubmissionUpdate = SubmissionMessage['items'][number]
export type ProjectCommentedUpdate = ServerMessages['project.commented']['items'][number]
export type DiscussionUpdate = ServerMessages['discussion.changed']['items'][number]

/**
 * `position`: no message up to there comes any more, so data that is older has to be loaded again. Missing while it cannot be read, and
 * while a freeze hides it.
 */
export type WatchResponse =
  | ({ ok: true } & Partial<Pick<Heartbeat, 'position' | 'epoch'>>)
  | { ok: false; code: 'malformed' | 'not-allowed' | 'too-many' }

/** Messages from a client: it can watch rooms besides the ones joined automatically. */
export type ClientMessages = {
  watch: (request: { room: string }, acknowledge: (response: WatchResponse) => void) => void
  unwatch: (request: { room: string }, acknowledge: (response: WatchResponse) => void) => void
}

/**
 * Names of the rooms. A socket without a token joins `showcase` and can watch no other room. A signed-in socket joins
 * `leaderboard` and `user:<id>`, `admins` if its user is an admin, and `webhooks` if they may manage webhooks. All other sockets are in `non-admins`,
 * and sockets of admins who have to set up two-factor sign-in first also in `two-factor-setup`. A signed-in socket can watch `showcase`, `community` and every
 * `project:<id>` and `profile:<id>`, up to fifty rooms at a time. After a reconnect it must watch them again.
 */
export const rooms = {
  showcase: 'showcase',
  leaderboard: 'leaderboard',
  admins: 'admins',
  webhooks: 'webhooks',
  nonAdmins: 'non-admins',
  twoFactorSetup: 'two-factor-setup',
  community: 'community',
  user: (id: string) => `user:${id}`,
  project: (id: string) => `project:${id}`,
  profile: (userId: string) => `profile:${userId}`,
} as const

/** Returns the kinds of rooms: the parts of their names before the colon. */
export const roomKinds = (): string[] =>
  Object.values(rooms).map((room) => (typeof room === 'string' ? room : room('').slice(0, -1)))
