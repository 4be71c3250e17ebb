// The users by filter. Live messages have only figures, so a change loads the list again.

import type { PeopleSort, Person } from '@thirty/contracts/accounts/people-api.ts'
import { request, requestPage } from '../../shared/http/http.ts'
import { liveData } from '../../shared/live/live-data.ts'
import { loadRows } from '../../shared/live/pages.ts'
import type { SortOrder } from '../../shared/ui/controls/segments.tsx'

export const userSorts = ['joined', 'name', 'submissions'] as const satisfies PeopleSort[]

type UserFilter = { sort: PeopleSort; order: SortOrder; search: string; status?: Person['status'] }

/** The loaded users of the filter, and the numbers of all users and of the active ones. */
type Users = {
  people: readonly Person[]
  nextCursor: string | null
  users: number
  activeUsers: number
}

const area = 'admin'
const pageSize = 100

export const allUsers = liveData<Users, UserFilter>({
  load: async (filter, signal, current) => {
    const count = Math.max(pageSize, current?.people.length ?? 0)
    const [{ rows: people, nextCursor }, users, active] = await Promise.all([
      loadRows(count, (limit, cursor) => fetchPage(filter, limit, cursor, signal)),
      request('GET', '/api/auth/users/count', { area, signal }),
      request('GET', '/api/auth/users/active', { area, signal }),
    ])
    return { people, nextCursor, users: users.count, activeUsers: active.count }
  },
  loadMore: async (filter, cursor, signal) => {
    const page = await fetchPage(filter, pageSize, cursor, signal)
    return (users) => ({ ...users, people: [...users.people, ...page.rows], nextCursor: page.nextCursor })
  },
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

const fetchPage = (filter: UserFilter, limit: number, cursor: string | null, signal: AbortSignal) => {
  const { search, ...query } = filter
  return requestPage('/api/auth/users', {
    query: { ...query, limit, ...(search !== '' && { search }), ...(cursor !== null && { cursor }) },
    area,
    signal,
  })
}

/** Activates or deactivates an account. The row changes in place; the next reload applies the filter. */
export async function setUserStatus({ _id: userId }: Person, status: Person['status']): Promise<void> {
  await request('PUT', '/api/auth/users/:userId/status', { params: { userId }, body: { status }, area })
  changeShownUser(userId, { status })
}

/** Shows that all sessions of a user have ended. */
export const showSessionsEnded = (userId: string): void =>
  changeShownUser(userId, { sessions: 0, lastSeenAt: null })

const changeShownUser = (userId: string, change: Partial<Person>): void =>
  allUsers.change((users) => ({
    ...users,
    people: users.people.map((user) => (user._id === userId ? { ...user, ...change } : user)),
  }))
