import { z } from 'zod'
import { commandResponse } from '../../api/responses.ts'
import {
  completeDayResponse,
  currentDayResponse,
  daysResponse,
  endChallengeRequest,
  endChallengeResponse,
  freezeRequest,
  freezeResponse,
  startChallengeResponse,
  startChallengeRequest,
} from '../../api/challenge/challenge.ts'
import { totalDays } from '../../rules/challenge-day.ts'
import { get, post, put, del } from '../endpoint-definition.ts'

export const challengeEndpoints = {
  currentDay: get('/api/challenge/current-day', {
    summary: 'The current day of the challenge',
    access: 'signed-in',
    response: currentDayResponse,
  }),
  start: post('/api/admin/challenge/start', {
    summary: 'Start the challenge now, or schedule its start',
    access: 'run-challenge',
    limit: 'change-challenge',
    body: startChallengeRequest,
    response: startChallengeResponse,
    errors: ['already-started', 'challenge-ended', 'challenge-was-reset'],
  }),
  changeSchedule: put('/api/admin/challenge/schedule', {
    summary: 'Move a scheduled start that is still in the future, to another time or to now',
    access: 'run-challenge',
    limit: 'change-challenge',
    body: startChallengeRequest,
    response: startChallengeResponse,
    errors: ['not-scheduled', 'already-started', 'challenge-ended', 'challenge-was-reset'],
  }),
  cancelSchedule: del('/api/admin/challenge/schedule', {
    summary: 'Cancel a scheduled start that is still in the future',
    access: 'run-challenge',
    limit: 'change-challenge',
    response: commandResponse,
    errors: ['already-started', 'challenge-was-reset'],
  }),
  end: post('/api/admin/challenge/end', {
    summary: 'End the challenge now or at a later time, or move its end; afterwards no projects are accepted',
    access: 'run-challenge',
    limit: 'change-challenge',
    body: endChallengeRequest,
    response: endChallengeResponse,
    errors: ['challenge-was-reset'],
  }),
  undoEnd: del('/api/admin/challenge/end', {
    summary: 'Undo the end that was set; the challenge ends seven days after day 30 again',
    access: 'run-challenge',
    limit: 'change-challenge',
    response: endChallengeResponse,
    errors: ['challenge-was-reset'],
  }),
  freeze: post('/api/admin/challenge/freeze', {
    summary:
      'Freeze the leaderboard in a few seconds or at a later time, or move a freeze that has not begun',
    access: 'run-challenge',
    limit: 'change-challenge',
    body: freezeRequest,
    response: freezeResponse,
    errors: ['already-frozen', 'challenge-ended', 'challenge-was-reset'],
  }),
  cancelFreeze: del('/api/admin/challenge/freeze', {
    summary: 'Cancel a freeze of the leaderboard that has not begun',
    access: 'run-challenge',
    limit: 'change-challenge',
    response: freezeResponse,
    errors: ['already-frozen', 'challenge-was-reset'],
  }),
  reveal: post('/api/admin/challenge/reveal', {
    summary: 'Reveal the final standings: ends the freeze of the leaderboard',
    access: 'run-challenge',
    limit: 'change-challenge',
    response: freezeResponse,
    errors: ['not-frozen', 'challenge-was-reset'],
  }),
}

const dayParams = z.object({ day: z.coerce.number().int().min(1).max(totalDays) })

export const completionEndpoints = {
  complete: post('/api/challenge/days/:day/complete', {
    summary: 'Mark a day as completed; this earns no points',
    access: 'participants',
    limit: 'change-own',
    params: dayParams,
    response: completeDayResponse,
    errors: ['day-not-started'],
  }),
  reopen: del('/api/challenge/days/:day/complete', {
    summary: 'Mark a day as not completed',
    access: 'participants',
    limit: 'change-own',
    params: dayParams,
    response: completeDayResponse,
  }),
  mine: get('/api/challenge/days', {
    summary: 'My 30 days with completions and submissions, and their statistics',
    access: 'participants',
    response: daysResponse,
  }),
}
