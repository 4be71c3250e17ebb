import { searchResponse, searchQuery } from '../../api/admin/search.ts'
import { defineEndpoint } from '../endpoint-definition.ts'

export const searchEndpoints = {
  search: defineEndpoint({
    method: 'GET',
    path: '/api/admin/search',
    summary: 'Participants by name, username and e-mail address; projects by name and participant',
    access: 'admins',
    limit: 'query',
    query: searchQuery,
    response: searchResponse,
  }),
}
