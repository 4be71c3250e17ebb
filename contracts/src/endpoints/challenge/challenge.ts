import { z } from 'zod'
import { commandResponse } from '../../api/responses.ts'
import {
  completeDayResponse,
  currentDayResponse,
  daysResponse,
  startChallengeResponse,
  startChallengeRequest,
} from '../../api/challenge/challenge.ts'
import { totalDays } from '../../rules/challenge-day.ts'
import { defineEndpoint } from '../endpoint-definition.ts'

export const challengeEndpoints = {
  currentDay: defineEndpoint({
    method: 'GET',
    path: '/api/challenge/current-day',
    summary: 'The current day of the challenge',
    access: 'signed-in',
    limit: 'query',
    response: currentDayResponse,
  }),
  start: defineEndpoint({
    method: 'POST',
    path: '/api/admin/challenge/start',
    summary: 'Start the challenge, now or at a time',
    access: 'admins',
    limit: 'admin',
    body: startChallengeRequest,
    response: startChallengeResponse,
    errors: ['already-started'],
  }),
  changeSchedule: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/challenge/schedule',
    summary: 'Move a scheduled start that has not come, to another time or to now',
    access: 'admins',
    limit: 'admin',
    body: startChallengeRequest,
    response: startChallengeResponse,
    errors: ['not-scheduled', 'already-started'],
  }),
  cancelSchedule: defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/challenge/schedule',
    summary: 'Cancel a scheduled start that has not come',
    access: 'admins',
    limit: 'admin',
    response: commandResponse,
    errors: ['already-started'],
  }),
}

const dayParams = z.object({ day: z.coerce.number().int().min(1).max(totalDays) })

export const completionEndpoints = {
  complete: defineEndpoint({
    method: 'POST',
    path: '/api/challenge/days/:day/complete',
    summary: 'Mark the challenge of a day as complete; it brings no points',
    access: 'participants',
    limit: 'change-own',
    params: dayParams,
    response: completeDayResponse,
    errors: ['day-not-started'],
  }),
  reopen: defineEndpoint({
    method: 'DELETE',
    path: '/api/challenge/days/:day/complete',
    summary: 'Take the completion of a day back',
    access: 'participants',
    limit: 'change-own',
    params: dayParams,
    response: completeDayResponse,
  }),
  mine: defineEndpoint({
    method: 'GET',
    path: '/api/challenge/days',
    summary: 'My 30 days: completed, handed in, and the figures of both',
    access: 'participants',
    limit: 'query',
    response: daysResponse,
  }),
}
