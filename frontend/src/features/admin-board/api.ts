import type { StatCards } from '@thirty/contracts/api/admin/statistics.ts'
import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import type { ProjectsResponse } from '@thirty/contracts/api/projects/projects.ts'
import { request } from '../../shared/http/http.ts'

const area = 'admin'

/** The order of the standings. The rank in a row does not depend on it. */
export type BoardSorting = { sort: 'totalPoints' | 'projects'; order: 'asc' | 'desc' }

const standingsLimit = 10
const pendingLimit = 6

/** Returns the first ten rows in the given order, with the totals of all participants. */
export const fetchStandings = ({ sort, order }: BoardSorting): Promise<BoardResponse> =>
  request('GET', '/api/leaderboard/leaderboard', { query: { sort, order, limit: standingsLimit }, area })

/** Returns the newest six submissions that wait for review. */
export const fetchPendingSubmissions = (): Promise<ProjectsResponse> =>
  request('GET', '/api/projects/all', {
    query: { populate: 'user', status: 'submitted', limit: pendingLimit },
    area,
  })

/** Returns all statistics. If that fails, returns the counts that have endpoints of their own. Never rejects. */
export async function fetchStatistics(): Promise<Partial<StatCards>> {
  try {
    return (await request('GET', '/api/admin/statistics', { area })).statistics
  } catch {
    const counts = await Promise.all([
      fetchCount('users', '/api/auth/users/count'),
      fetchCount('activeUsers', '/api/auth/users/active'),
      fetchCount('submissions', '/api/projects/count'),
    ])
    return Object.assign({}, ...counts)
  }
}

type CountPath = '/api/auth/users/count' | '/api/auth/users/active' | '/api/projects/count'

const fetchCount = (name: keyof StatCards, path: CountPath): Promise<Partial<StatCards>> =>
  request('GET', path, { area }).then(
    ({ count }) => ({ [name]: count }),
    // The stat card says that this count is not available.
    () => ({}),
  )
