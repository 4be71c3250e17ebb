import { communityAnswer, feedAnswer, feedQuery, membersAnswer, membersQuery } from '../api/community.ts'
import { call } from './call.ts'

export const communityCalls = {
  allData: call({
    method: 'GET',
    path: '/api/community/all-data',
    summary: 'Who takes part, and the most popular projects',
    may: 'signed-in',
    limit: 'query',
    answer: communityAnswer,
  }),
  feed: call({
    method: 'GET',
    path: '/api/community/feed',
    summary: 'What happened lately, newest first',
    may: 'signed-in',
    limit: 'query',
    query: feedQuery,
    answer: feedAnswer,
  }),
  members: call({
    method: 'GET',
    path: '/api/community/members',
    summary: 'Active members, newest first',
    may: 'signed-in',
    limit: 'query',
    query: membersQuery,
    answer: membersAnswer,
  }),
}
