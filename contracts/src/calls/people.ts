import { accepted, countAnswer } from '../api/answers.ts'
import { peopleAnswer, peopleQuery, statusRequest, userParams } from '../api/people.ts'
import { call } from './call.ts'

export const peopleCalls = {
  list: call({
    method: 'GET',
    path: '/api/auth/users',
    summary: 'All users, newest first; the next cursor is in X-Next-Cursor',
    may: 'admins',
    limit: 'query',
    query: peopleQuery,
    answer: peopleAnswer,
  }),
  setStatus: call({
    method: 'PUT',
    path: '/api/auth/users/:userId/status',
    summary: 'Switch an account on or off',
    may: 'admins',
    limit: 'admin',
    params: userParams,
    body: statusRequest,
    answer: accepted,
    refuses: ['user-not-found', 'own-account', 'last-admin', 'conflict'],
  }),
  count: call({
    method: 'GET',
    path: '/api/auth/users/count',
    summary: 'How many users there are',
    may: 'admins',
    limit: 'query',
    answer: countAnswer,
  }),
  countActive: call({
    method: 'GET',
    path: '/api/auth/users/active',
    summary: 'How many users are active',
    may: 'admins',
    limit: 'query',
    answer: countAnswer,
  }),
}
