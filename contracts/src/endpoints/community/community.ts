import {
  communityResponse,
  feedResponse,
  feedQuery,
  membersResponse,
  membersQuery,
} from '../../api/community/community.ts'
import { get } from '../endpoint-definition.ts'

export const communityEndpoints = {
  allData: get('/api/community/all-data', {
    summary: 'The top contributors and the most popular projects',
    access: 'signed-in',
    response: communityResponse,
  }),
  feed: get('/api/community/feed', {
    summary: 'Recent activity, newest first',
    access: 'signed-in',
    query: feedQuery,
    response: feedResponse,
  }),
  members: get('/api/community/members', {
    summary: 'Active members, newest first',
    access: 'signed-in',
    query: membersQuery,
    response: membersResponse,
  }),
}
