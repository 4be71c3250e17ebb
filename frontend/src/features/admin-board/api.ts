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

/** A statistic that could not be loaded is missing or undefined. */
export type LoadedStatistics = {
  figures: { [Name in keyof StatCards]?: StatCards[Name] | undefined }
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
    // The stat card of a count that fails, too, says that it is not available.
    const [users, activeUsers, submissions] = await Promise.all(
      countPaths.map((path) =>
        request('GET', path, { area, signal }).then(
          ({ count }) => count,
          () => undefined,
        ),
      ),
    )
    return { figures: { users, activeUsers, submissions } }
  }
}

const countPaths = ['/api/auth/users/count', '/api/auth/users/active', '/api/projects/count'] as const
