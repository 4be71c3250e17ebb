import { commandResponse, countResponse } from '../../api/responses.ts'
import { peopleResponse, peopleQuery, statusRequest } from '../../api/accounts/people.ts'
import { get, put } from '../endpoint-definition.ts'
import { userParams } from '../path-parameters.ts'

export const peopleEndpoints = {
  list: get('/api/auth/users', {
    summary: 'All users, by default the newest first; the next cursor is in X-Next-Cursor',
    access: 'view-admin-area',
    query: peopleQuery,
    response: peopleResponse,
    compression: 'never',
  }),
  setStatus: put('/api/auth/users/:userId/status', {
    summary: 'Change the status of an account; for that of an admin, after a confirmation',
    access: 'manage-participants',
    confirmed: 'by-handler',
    limit: 'admin',
    params: userParams,
    body: statusRequest,
    response: commandResponse,
    errors: ['user-not-found', 'own-account', 'last-admin', 'conflict'],
  }),
  count: get('/api/auth/users/count', {
    summary: 'Number of users',
    access: 'view-admin-area',
    response: countResponse,
  }),
  countActive: get('/api/auth/users/active', {
    summary: 'Number of active users',
    access: 'view-admin-area',
    response: countResponse,
  }),
}
