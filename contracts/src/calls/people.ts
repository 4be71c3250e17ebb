import { countAnswer } from '../api/answers.ts'
import { peopleAnswer, peopleQuery } from '../api/people.ts'
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
