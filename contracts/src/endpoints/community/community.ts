import {
  communityResponse,
  feedResponse,
  feedQuery,
  membersResponse,
  membersQuery,
} from '../../api/community/community.ts'
import { defineEndpoint } from '../endpoint-definition.ts'

export const communityEndpoints = {
  allData: defineEndpoint({
    method: 'GET',
    path: '/api/community/all-data',
    summary: 'The top contributors and the most popular projects',
    access: 'signed-in',
    limit: 'query',
    response: communityResponse,
  }),
  feed: defineEndpoint({
    method: 'GET',
    path: '/api/community/feed',
    summary: 'Recent activity, newest first',
    access: 'signed-in',
    limit: 'query',
    query: feedQuery,
    response: feedResponse,
  }),
  members: defineEndpoint({
    method: 'GET',
    path: '/api/community/members',
    summary: 'Active members, newest first',
    access: 'signed-in',
    limit: 'query',
    query: membersQuery,
    response: membersResponse,
  }),
}
