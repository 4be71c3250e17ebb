import { z } from 'zod'
import {
  otherSessionsEndedResponse,
  ownSessionsResponse,
  sessionsOfUserResponse,
} from '../../api/accounts/sessions.ts'
import { commandResponse } from '../../api/responses.ts'
import { get, post, del } from '../endpoint-definition.ts'
import { idParam, userParams } from '../path-parameters.ts'

export const sessionEndpoints = {
  mine: get('/api/auth/sessions', {
    summary: 'Where I am logged in',
    access: 'signed-in',
    allowsPending: true,
    response: ownSessionsResponse,
  }),
  end: del('/api/auth/sessions/:sessionId', {
    summary: 'End one of my sessions',
    access: 'signed-in',
    allowsPending: true,
    limit: 'end-sessions',
    params: z.object({ sessionId: idParam }),
    response: commandResponse,
    errors: ['session-not-found', 'conflict'],
  }),
  endOthers: post('/api/auth/sessions/end-others', {
    summary: 'End all my sessions except this one, which continues with a new token',
    access: 'signed-in',
    allowsPending: true,
    limit: 'end-sessions',
    response: otherSessionsEndedResponse,
    compression: 'never',
    errors: ['not-signed-in', 'conflict'],
  }),
  ofUser: get('/api/auth/users/:userId/sessions', {
    summary: 'Where a user is logged in',
    access: 'view-admin-area',
    params: userParams,
    response: sessionsOfUserResponse,
    errors: ['user-not-found'],
  }),
  endAllOfUser: del('/api/auth/users/:userId/sessions', {
    summary: 'End all sessions of a user',
    access: 'manage-participants',
    limit: 'end-sessions',
    params: userParams,
    response: commandResponse,
    errors: ['user-not-found', 'conflict'],
  }),
}
