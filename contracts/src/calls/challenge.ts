import { accepted } from '../api/answers.ts'
import { currentDayAnswer, startChallengeAnswer, startChallengeRequest } from '../api/challenge.ts'
import { call } from './call.ts'

export const challengeCalls = {
  currentDay: call({
    method: 'GET',
    path: '/api/challenge/current-day',
    summary: 'The current day of the challenge',
    may: 'signed-in',
    limit: 'query',
    answer: currentDayAnswer,
  }),
  start: call({
    method: 'POST',
    path: '/api/admin/challenge/start',
    summary: 'Start the challenge, now or at a time',
    may: 'admins',
    limit: 'admin',
    body: startChallengeRequest,
    answer: startChallengeAnswer,
    refuses: ['already-started'],
  }),
  changeSchedule: call({
    method: 'PUT',
    path: '/api/admin/challenge/schedule',
    summary: 'Move a scheduled start that has not come, to another time or to now',
    may: 'admins',
    limit: 'admin',
    body: startChallengeRequest,
    answer: startChallengeAnswer,
    refuses: ['not-scheduled', 'already-started'],
  }),
  cancelSchedule: call({
    method: 'DELETE',
    path: '/api/admin/challenge/schedule',
    summary: 'Cancel a scheduled start that has not come',
    may: 'admins',
    limit: 'admin',
    answer: accepted,
    refuses: ['already-started'],
  }),
}
