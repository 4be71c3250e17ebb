import { z } from 'zod'
import { completeDayResponse, daysResponse } from '../../api/challenge/completions.ts'
import { totalDays } from '../../rules/challenge-day.ts'
import { defineEndpoint } from '../endpoint-definition.ts'

const params = z.object({ day: z.coerce.number().int().min(1).max(totalDays) })

export const completionEndpoints = {
  complete: defineEndpoint({
    method: 'POST',
    path: '/api/challenge/days/:day/complete',
    summary: 'Mark the challenge of a day as complete; it brings no points',
    access: 'participants',
    limit: 'change-own',
    params,
    response: completeDayResponse,
    errors: ['day-not-started'],
  }),
  reopen: defineEndpoint({
    method: 'DELETE',
    path: '/api/challenge/days/:day/complete',
    summary: 'Take the completion of a day back',
    access: 'participants',
    limit: 'change-own',
    params,
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
