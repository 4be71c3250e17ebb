import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import type { ProjectsResponse } from '@thirty/contracts/api/projects/projects.ts'
import type { StatCards, StatisticsResponse } from '@thirty/contracts/api/admin/statistics.ts'
import { get } from '../../shared/http/http.ts'

const area = 'admin'

/** How the standings are sorted. The rank of a row never changes by that. */
export type BoardSorting = { sort: 'totalPoints' | 'projects'; order: 'asc' | 'desc' }

const firstTen = 10
const nextSix = 6

/** The first ten under a sorting, with the totals over everybody. */
export const fetchStandings = ({ sort, order }: BoardSorting): Promise<BoardResponse> =>
  get(`/api/leaderboard/leaderboard?${new URLSearchParams({ sort, order, limit: String(firstTen) })}`, {
    area,
  })

/** The newest six that wait for review. */
export const fetchPendingSubmissions = (): Promise<ProjectsResponse> =>
  get(`/api/projects/all?populate=user&status=submitted&limit=${nextSix}`, { area })

/** Whatever figures can be had: all of them, or at least the counts that have calls of their own. Never rejects. */
export async function fetchStatistics(): Promise<Partial<StatCards>> {
  try {
    return (await get<StatisticsResponse>('/api/admin/statistics', { area })).statistics
  } catch {
    const counts = await Promise.all([
      fetchCount('users', '/api/auth/users/count'),
      fetchCount('activeUsers', '/api/auth/users/active'),
      fetchCount('submissions', '/api/projects/count'),
    ])
    return Object.assign({}, ...counts)
  }
}

const fetchCount = (name: keyof StatCards, path: string): Promise<Partial<StatCards>> =>
  get<{ count: number }>(path, { area }).then(
    ({ count }) => ({ [name]: count }),
    // The card of this count says that it is not available.
    () => ({}),
  )
