import { searchAnswer, searchQuery } from '../api/search.ts'
import { call } from './call.ts'

export const searchCalls = {
  search: call({
    method: 'GET',
    path: '/api/admin/search',
    summary: 'Participants by name, username and e-mail address; projects by name and participant',
    may: 'admins',
    limit: 'query',
    query: searchQuery,
    answer: searchAnswer,
  }),
}
