// Endpoints for the days of the challenge, its start and end, and the freeze of its leaderboard.

import { z } from 'zod'
import { isPossibleMoment } from './moments.ts'
import { rule } from '../texts/text.ts'
import { projectStatus } from '../projects/api.ts'
import { commandResponse, liveResponse, queryResponse } from '../endpoints/responses.ts'
import { get, post, put, del } from '../endpoints/endpoint-definition.ts'

/**
 * `endsAt` (ISO): from then on no project is accepted; null for a challenge that is not started or scheduled and whose end is not set.
 * `ended`: whether that time has come. `isEndSet`: whether an admin has set it; otherwise it is seven days after day 30.
 */
const challengeEnd = { endsAt: z.string().nullable(), ended: z.boolean(), isEndSet: z.boolean() }

/**
 * `frozenAt` (ISO): from then on everybody but admins sees the standings of that time; null without a freeze, and after the reveal.
 * `frozen`: whether that time has come.
 */
const leaderboardFreeze = { frozenAt: z.string().nullable(), frozen: z.boolean() }

/** `startsAt` is ISO time; null before the challenge is started or scheduled. A start in the future is a schedule. */
export const currentDayResponse = queryResponse.extend({
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
/** The part of it that live messages carry. */
export const currentDayChange = currentDayResponse.omit({ success: true, started: true, timeZone: true })

/** A time at which the challenge is to start, end or freeze. */
const moment = z.iso.datetime({ offset: true }).refine(isPossibleMoment, rule('impossibleMoment'))

/** Without `startsAt` it starts now. */
const startChallengeRequest = z.strictObject({ startsAt: moment.optional() })

export const startChallengeResponse = commandResponse.extend({ day: z.int(), startsAt: z.string() })

/** Without `at` it ends now. */
export const endChallengeRequest = z.strictObject({ at: moment.optional() })

export const endChallengeResponse = commandResponse.extend(challengeEnd)

const freezeResponse = commandResponse.extend(leaderboardFreeze)

/** `completedDays` are all completed days after the change, ascending. */
const completeDayResponse = commandResponse.extend({
  day: z.int(),
  isCompleted: z.boolean(),
  completedDays: z.array(z.int()),
})

export const ownDayProject = z.object({
  _id: z.string(),
  projectName: z.string(),
  status: projectStatus,
  averageRating: z.number(),
  ratingCount: z.int(),
})

/**
 * One of the 30 days of a participant. `isOpen`: the day has begun, so it can be completed and, until the challenge ends,
 * a project can be submitted. `completedAt` (ISO) and `project` are null if missing.
 */
export const ownDay = z.object({
  day: z.int(),
  isOpen: z.boolean(),
  completedAt: z.string().nullable(),
  project: ownDayProject.nullable(),
})
export type OwnDay = z.infer<typeof ownDay>

/**
 * All 30 days, and the statistics for "Your Stats". `streak` and `totalPoints` equal the leaderboard and follow from
 * projects; `completedStreak` is the number of consecutive completed days up to the latest. Completed days earn no points.
 */
export const daysResponse = liveResponse.extend({
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
})
export type DaysResponse = z.infer<typeof daysResponse>

export const challengeEndpoints = {
  currentDay: get('/api/challenge/current-day', 'signed-in', {
    summary: 'The current day of the challenge',
    response: currentDayResponse,
  }),
  start: post('/api/admin/challenge/start', 'run-challenge', {
    summary: 'Start the challenge now, or schedule its start',
    body: startChallengeRequest,
    response: startChallengeResponse,
    errors: ['already-started', 'challenge-ended', 'challenge-was-reset'],
  }),
  changeSchedule: put('/api/admin/challenge/schedule', 'run-challenge', {
    summary: 'Move a scheduled start that is still in the future, to another time or to now',
    body: startChallengeRequest,
    response: startChallengeResponse,
    errors: ['not-scheduled', 'already-started', 'challenge-ended', 'challenge-was-reset'],
  }),
  cancelSchedule: del('/api/admin/challenge/schedule', 'run-challenge', {
    summary: 'Cancel a scheduled start that is still in the future',
    errors: ['already-started', 'challenge-was-reset'],
  }),
  end: post('/api/admin/challenge/end', 'run-challenge', {
    summary: 'End the challenge now or at a later time, or move its end; afterwards no projects are accepted',
    body: endChallengeRequest,
    response: endChallengeResponse,
    errors: ['challenge-was-reset'],
  }),
  undoEnd: del('/api/admin/challenge/end', 'run-challenge', {
    summary: 'Undo the end that was set; the challenge ends seven days after day 30 again',
    response: endChallengeResponse,
    errors: ['challenge-was-reset'],
  }),
  freeze: post('/api/admin/challenge/freeze', 'run-challenge', {
    summary:
      'Freeze the leaderboard in a few seconds or at a later time, or move a freeze that has not begun',
    /** Without `at` in a few seconds. */
    body: z.strictObject({ at: moment.optional() }),
    response: freezeResponse,
    errors: ['already-frozen', 'challenge-ended', 'challenge-was-reset'],
  }),
  cancelFreeze: del('/api/admin/challenge/freeze', 'run-challenge', {
    summary: 'Cancel a freeze of the leaderboard that has not begun',
    response: freezeResponse,
    errors: ['already-frozen', 'challenge-was-reset'],
  }),
  reveal: post('/api/admin/challenge/reveal', 'run-challenge', {
    summary: 'Reveal the final standings: ends the freeze of the leaderboard',
    response: freezeResponse,
    errors: ['not-frozen', 'challenge-was-reset'],
  }),
}

export const completionEndpoints = {
  complete: post('/api/challenge/days/:day/complete', 'participants', {
    summary: 'Mark a day as completed; this earns no points',
    limit: 'change-own',
    response: completeDayResponse,
    errors: ['day-not-started'],
  }),
  reopen: del('/api/challenge/days/:day/complete', 'participants', {
    summary: 'Mark a day as not completed',
    limit: 'change-own',
    response: completeDayResponse,
  }),
  mine: get('/api/challenge/days', 'participants', {
    summary: 'My 30 days with completions and submissions, and their statistics',
    response: daysResponse,
  }),
}
