// The names of most streams, and what is read from them. `projects/project-id.ts` has the streams of projects, and the user of a stream.

import { isoDate } from '../iso-time.ts'
import { uuidPattern } from '../uuid.ts'

/** Returns the stream name without the prefix; `undefined` if the name does not start with it. */
export const afterPrefix = (stream: string, prefix: string): string | undefined =>
  stream.startsWith(prefix) ? stream.slice(prefix.length) : undefined

/** Stream of the challenge itself: starts, ends, resets, backups and options. There is one. */
export const challengeStream = 'challenge'

/** Stream of the days that a participant completed in a run. */
export const journeyStream = ({ run, user }: { run: number; user: string }): string =>
  `journey-${run}-${user}`

/** Returns run and user of a stream of completed days; `undefined` for other streams. */
export function parseJourneyStream(stream: string): { run: number; user: string } | undefined {
  const match = /^journey-([1-9]\d{0,8})-(.+)$/.exec(stream)
  return match === null ? undefined : { run: Number(match[1]), user: String(match[2]) }
}

/** Stream of a user's read marker: the position up to which they have read their notifications. */
export const notificationsStream = (user: string): string => `notifications-${user}`

/** Returns the user id of a notifications stream; `undefined` for other streams. */
export const userIdFromNotificationsStream = (stream: string): string | undefined =>
  afterPrefix(stream, 'notifications-')

/** Stream of a user's latest commands that changed nothing. */
export const commandsStream = (user: string): string => `commands-${user}`

/** Stream of the projects that a user viewed. */
export const viewsStream = (user: string): string => `views-${user}`

/** Stream of one view of one project by one user, as release 0.1.0 recorded it. New views are in `viewsStream`. */
export const legacyViewStream = (projectId: string, user: string): string => `viewed-${projectId}-${user}`

/** Stream of the exports on the date (UTC) of a time in milliseconds since 1970. */
export const exportsStream = (time: number): string => `exports-${isoDate(time)}`

/** Stream of the failed attempts at an account on the date (UTC) of a time in milliseconds since 1970. */
export const attemptsStream = (user: string, time: number): string => `attempts-${user}-${isoDate(time)}`

/** Stream of the imports of participants on the date (UTC) of a time in milliseconds since 1970. */
export const importsStream = (time: number): string => `imports-${isoDate(time)}`

/** Stream of the participants with whom an admin has a conflict of interest. */
export const conflictsStream = (admin: string): string => `conflicts-${admin}`

/** Returns the admin of a stream of conflicts; `undefined` for other streams. */
export const adminFromConflictsStream = (stream: string): string | undefined =>
  afterPrefix(stream, 'conflicts-')

/** Stream of the calibration projects of all runs. There is one. */
export const calibrationStream = 'calibration'

/** Stream of the texts that admins insert into rejections and feedback. There is one. */
export const savedTextsStream = 'texts'

/** Stream of all webhooks. One for all makes it possible to limit their number. */
export const webhooksStream = 'webhooks'

/** Stream of the accepted keys of backup files. There is one. */
export const backupKeysStream = 'backup-keys'

/** Stream of a discussion with its replies. */
export const discussionStream = (id: string): string => `discussion-${id}`

/** Returns the discussion id of a stream; `undefined` for other streams. */
export const discussionIdFromStream = (stream: string): string | undefined =>
  afterPrefix(stream, 'discussion-')

/** Whether a text has the form of a discussion or reply id. */
export const isDiscussionId = (id: string): boolean => uuidPattern.test(id)

/** The single stream of all admins, their roles and their invitations. */
export const adminsStream = 'admins'
