import { z } from 'zod'
import { impossibleMomentMessage, isPossibleMoment } from '../../rules/moments.ts'
import { projectStatus } from '../projects/projects.ts'
import { commandResponse, epoch } from '../responses.ts'

/**
 * The end of a challenge. `endsAt` (ISO) is the time from which on no project is accepted; null for a challenge that is not
 * started or scheduled and whose end is not set. `ended`: whether that time has come. `isEndSet`: whether an admin has set
 * the end; otherwise it is the default, seven days after day 30.
 */
const challengeEnd = { endsAt: z.string().nullable(), ended: z.boolean(), isEndSet: z.boolean() }

/**
 * The freeze of the leaderboard. `frozenAt` (ISO) is the time from which on everybody but admins sees the standings of that time; null
 * without a freeze, and after the reveal. `frozen`: whether that time has come.
 */
const leaderboardFreeze = { frozenAt: z.string().nullable(), frozen: z.boolean() }

/** `startsAt` is ISO time; null before the challenge is started or scheduled. A start in the future is a schedule. */
export const currentDayResponse = z.object({
  success: z.literal(true),
  day: z.int(),
  totalDays: z.int(),
  started: z.boolean(),
  startsAt: z.string().nullable(),
  run: z.int(),
  /** Set if the run continues a backup file without a known signature: what happened in it is not the word of this installation. */
  imported: z.literal(true).optional(),
  timeZone: z.string(),
  ...challengeEnd,
  ...leaderboardFreeze,
})
export type CurrentDayResponse = z.infer<typeof currentDayResponse>

/** A time at which the challenge is to start, end or freeze. */
const moment = z.iso.datetime({ offset: true }).refine(isPossibleMoment, impossibleMomentMessage)

/** Starts the challenge or moves a scheduled start; without `startsAt` it starts now. */
export const startChallengeRequest = z.strictObject({ startsAt: moment.optional() })

export const startChallengeResponse = commandResponse.extend({ day: z.int(), startsAt: z.string() })
export type StartChallengeResponse = z.infer<typeof startChallengeResponse>

/** Ends the challenge, or moves its end; without `at` it ends now. */
export const endChallengeRequest = z.strictObject({ at: moment.optional() })

export const endChallengeResponse = commandResponse.extend(challengeEnd)
export type EndChallengeResponse = z.infer<typeof endChallengeResponse>

/** Freezes the leaderboard, or moves a freeze that has not begun; without `at` in a few seconds. */
export const freezeRequest = z.strictObject({ at: moment.optional() })

export const freezeResponse = commandResponse.extend(leaderboardFreeze)
export type FreezeResponse = z.infer<typeof freezeResponse>

/** `completedDays` are all completed days after the change, ascending. */
export const completeDayResponse = commandResponse.extend({
  day: z.int(),
  isCompleted: z.boolean(),
  completedDays: z.array(z.int()),
})

/**
 * One of the 30 days of a participant. `isOpen`: the day has begun, so it can be completed and, until the challenge ends,
 * a project can be submitted. `completedAt` (ISO) and `project` are null if missing.
 */
export const ownDay = z.object({
  day: z.int(),
  isOpen: z.boolean(),
  completedAt: z.string().nullable(),
  project: z
    .object({
      _id: z.string(),
      projectName: z.string(),
      status: projectStatus,
      averageRating: z.number(),
      ratingCount: z.int(),
    })
    .nullable(),
})
export type OwnDay = z.infer<typeof ownDay>

/**
 * All 30 days, and the statistics for "Your Stats". `streak` and `totalPoints` equal the leaderboard and follow from
 * projects; `completedStreak` is the number of consecutive completed days up to the latest. Completed days earn no points.
 */
export const daysResponse = z.object({
  success: z.literal(true),
  day: z.int(),
  totalDays: z.int(),
  days: z.array(ownDay),
  stats: z.object({
    completed: z.int(),
    completedStreak: z.int(),
    handedIn: z.int(),
    approved: z.int(),
    streak: z.int(),
    totalPoints: z.number(),
    rank: z.int().nullable(),
    totalParticipants: z.int(),
  }),
  position: z.string(),
  epoch,
})
export type DaysResponse = z.infer<typeof daysResponse>
