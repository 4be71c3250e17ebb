// The users by filter, and the request that activates or deactivates one. Live messages have only figures, so a change loads the list
// again.

import type { PeopleSort, Person } from '@thirty/contracts/accounts/people-api.ts'
import { request, requestPage } from '../../shared/http/http.ts'
import { liveData, pagesOf } from '../../shared/live/live-data.ts'
import type { SortOrder } from '../../shared/ui/controls/segments.tsx'

export const userSorts = ['joined', 'name', 'submissions'] as const satisfies PeopleSort[]

type UserFilter = { sort: PeopleSort; order: SortOrder; search: string; status?: Person['status'] }

/** The loaded users of the filter, and the numbers of all users and of the active ones. */
type Users = { rows: Person[]; nextCursor: string | null; users: number; activeUsers: number }

const pageSize = 100

const people = pagesOf('rows', {
  pageSize,
  minRows: pageSize,
  fetchPage: ({ search, ...filter }: UserFilter, page, signal) =>
    requestPage('/api/auth/users', {
      query: { ...filter, ...page, ...(search !== '' && { search }) },
      signal,
    }),
  idOf: ({ _id }) => _id,
})

export const allUsers = liveData<Users, UserFilter>({
  load: async (filter, signal, current) => {
    const [page, users, active] = await Promise.all([
      people.load(filter, signal, current),
      request('GET', '/api/auth/users/count', { signal }),
      request('GET', '/api/auth/users/active', { signal }),
    ])
    return { ...page, users: users.count, activeUsers: active.count }
  },
  loadMore: people.loadMore,
  messages: {
    'statistics.changed': {
      sequence: ({ statistics }) => ('users' in statistics ? 'people' : 'projects'),
      apply: (users, { statistics }, reload) => {
        reload()
        return 'users' in statistics ? { ...users, ...statistics } : users
      },
    },
  },
})
