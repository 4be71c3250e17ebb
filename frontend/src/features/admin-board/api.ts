import type { BoardAnswer } from '@thirty/contracts/api/leaderboard.ts'
import type { ProjectsAnswer } from '@thirty/contracts/api/projects.ts'
import type { StatCards, StatisticsAnswer } from '@thirty/contracts/api/statistics.ts'
import { get } from '../../shared/http.ts'

const area = 'admin'

/** How the standings are sorted. The rank of a row never changes by that. */
export type Sorting = { sort: 'totalPoints' | 'projects'; order: 'asc' | 'desc' }

const firstTen = 10
const nextSix = 6

/** The first ten under a sorting, with the totals over everybody. */
export const fetchStandings = ({ sort, order }: Sorting): Promise<BoardAnswer> =>
  get(`/api/leaderboard/leaderboard?${new URLSearchParams({ sort, order, limit: String(firstTen) })}`, {
    area,
  })

/** The newest six that wait for review. */
export const fetchWaiting = (): Promise<ProjectsAnswer> =>
  get(`/api/projects/all?populate=user&status=submitted&limit=${nextSix}`, { area })

/** Whatever figures can be had: all of them, or at least the counts that have calls of their own. Never rejects. */
export async function fetchFigures(): Promise<Partial<StatCards>> {
  try {
    return (await get<StatisticsAnswer>('/api/admin/statistics', { area })).statistics
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
