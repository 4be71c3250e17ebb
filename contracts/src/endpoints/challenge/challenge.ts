import { commandResponse } from '../../api/responses.ts'
import {
  currentDayResponse,
  startChallengeResponse,
  startChallengeRequest,
} from '../../api/challenge/challenge.ts'
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
