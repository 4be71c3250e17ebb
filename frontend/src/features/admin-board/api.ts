import type { StatCards } from '@thirty/contracts/judging/statistics-api.ts'
import type { ProjectsResponse } from '@thirty/contracts/projects/api.ts'
import { request } from '../../shared/http/http.ts'

const area = 'admin'

export const pendingLimit = 6

/** Returns the newest six submissions that wait for review. */
export const fetchPendingSubmissions = (signal: AbortSignal): Promise<ProjectsResponse> =>
  request('GET', '/api/projects/all', {
    query: { populate: 'user', status: 'submitted', limit: pendingLimit },
    area,
    signal,
  })

/** A statistic that could not be loaded is missing. */
export type LoadedStatistics = {
  figures: Partial<StatCards>
  position?: string | undefined
  epoch?: string | undefined
}

/**
 * Returns all statistics. If that fails and there are none yet, returns the counts that have their own endpoints: statistics on
 * screen are not replaced by fewer.
 */
export async function fetchStatistics(
  signal: AbortSignal,
  current: LoadedStatistics | undefined,
): Promise<LoadedStatistics> {
  try {
    const { statistics, position, epoch } = await request('GET', '/api/admin/statistics', { area, signal })
    return { figures: statistics, position, epoch }
  } catch (error) {
    if (signal.aborted || current !== undefined) throw error
    const counts = await Promise.all([
      fetchCount('users', '/api/auth/users/count', signal),
      fetchCount('activeUsers', '/api/auth/users/active', signal),
      fetchCount('submissions', '/api/projects/count', signal),
    ])
    return { figures: Object.assign({}, ...counts) }
  }
}

type CountPath = '/api/auth/users/count' | '/api/auth/users/active' | '/api/projects/count'

const fetchCount = (
  name: keyof StatCards,
  path: CountPath,
  signal: AbortSignal,
): Promise<Partial<StatCards>> =>
  request('GET', path, { area, signal }).then(
    ({ count }) => ({ [name]: count }),
    // The stat card says that this count is not available.
    () => ({}),
  )
