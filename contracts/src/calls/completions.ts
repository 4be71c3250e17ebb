import { z } from 'zod'
import { completeDayAnswer, daysAnswer } from '../api/completions.ts'
import { totalDays } from '../rules/challenge-day.ts'
import { call } from './call.ts'

const params = z.object({ day: z.coerce.number().int().min(1).max(totalDays) })

export const completionCalls = {
  complete: call({
    method: 'POST',
    path: '/api/challenge/days/:day/complete',
    summary: 'Mark the challenge of a day as complete; it brings no points',
    may: 'participants',
    limit: 'change-own',
    params,
    answer: completeDayAnswer,
    refuses: ['day-not-started'],
  }),
  reopen: call({
    method: 'DELETE',
    path: '/api/challenge/days/:day/complete',
    summary: 'Take the completion of a day back',
    may: 'participants',
    limit: 'change-own',
    params,
    answer: completeDayAnswer,
  }),
  mine: call({
    method: 'GET',
    path: '/api/challenge/days',
    summary: 'My 30 days: completed, handed in, and the figures of both',
    may: 'participants',
    limit: 'query',
    answer: daysAnswer,
  }),
}
