// The live data of the leaderboard screen of admins: standings, pending submissions, and statistics (only three counts of them if their first
// load fails).

import type { StatCards } from '@thirty/contracts/judging/statistics-api.ts'
import { request } from '../../shared/http/http.ts'
import { RequestFailed } from '../../shared/http/request-failed.ts'
import { t } from '../../shared/i18n/t.ts'
import { liveBoard } from '../../shared/leaderboard/live-board.ts'
import { defaultFilter } from '../../shared/leaderboard/board.ts'
import { liveData, reloads, reloadsOn, useLiveData } from '../../shared/live/live-data.ts'
import { useTableQuery } from '../../shared/ui/table/table-query.tsx'
import { isAfter } from '../../shared/live/position.ts'

// The three parts of the screen load and fail independently.

/** Returns what a failed request says, to be shown under the screen's own message. */
export const boardErrorMessage = (error: unknown): string =>
  error instanceof RequestFailed && error.code !== 'unreadable'
    ? error.message
    : t('adminBoard.invalidResponse')

/** The number of rows of the standings until more are shown. */
export const standingsLimit = 10

export const standings = liveBoard({ pageSize: standingsLimit })

/** Returns the filter of the standings in the URL, a function that changes it, and one that ends it. */
export function useStandingsFilter() {
  const [query, change, { isFiltered, clear }] = useTableQuery({ sorts: ['totalPoints', 'projects'] })
  const filter = { ...defaultFilter, ...query }
  return { filter, change, clear: isFiltered && clear }
}

/** Returns the standings of the filter in the URL. */
export const useStandings = () => useLiveData(standings, useStandingsFilter().filter)

/** A statistic that could not be loaded is missing or undefined. */
type LoadedStatistics = {
  figures: { [Name in keyof StatCards]?: StatCards[Name] | undefined }
  position?: string | undefined
  epoch?: string | undefined
}

export const statistics = liveData<LoadedStatistics>({
  load: async (_key, signal, current) => {
    try {
      const { statistics: figures, ...at } = await request('GET', '/api/admin/statistics', { signal })
      return { figures, ...at }
    } catch (error) {
      // Statistics on screen are not replaced by fewer.
      if (signal.aborted || current !== undefined) throw error
      // The counts that have their own endpoints. The stat card of one that fails, too, says that it is not available.
      const countOf = async (path: (typeof countPaths)[number]) =>
        (await request('GET', path, { signal }).catch(() => undefined))?.count
      const [users, activeUsers, submissions] = await Promise.all(countPaths.map(countOf))
      return { figures: { users, activeUsers, submissions } }
    }
  },
  messages: {
    'statistics.changed': {
      // Projects and people have separate messages, each with the positions of its read model.
      sequence: ({ statistics: figures }) => ('users' in figures ? 'people' : 'projects'),
      change: (loaded, { statistics: figures, ...at }) => {
        // The loaded position is the lower one of the two read models.
        const isNewer = loaded.position !== undefined && isAfter({ ...loaded, position: loaded.position }, at)
        return isNewer ? loaded : { ...loaded, figures: { ...loaded.figures, ...figures } }
      },
    },
  },
})

const countPaths = ['/api/auth/users/count', '/api/auth/users/active', '/api/projects/count'] as const

/** The newest six submissions that wait for review. `counts.submitted` is the number of all. */
export const pendingSubmissions = liveData({
  load: (_key: undefined, signal) => {
    const query = { populate: 'user', status: 'submitted', limit: 6 } as const
    return request('GET', '/api/projects/all', { query, signal })
  },
  // Only admins receive the messages.
  reloadDelayMs: 500,
  messages: {
    'submission.received': reloads,
    'submission.changed': reloads,
    // A new run begins without submissions.
    ...reloadsOn('challenge.changed'),
  },
})

const parts = [standings, statistics, pendingSubmissions]

/** Loads all parts again. The current data stays until the responses arrive, and if a request fails. */
export async function refreshAdminBoard(): Promise<void> {
  await Promise.all(parts.map((part) => part.refresh()))
}

/** Pauses or resumes all parts. */
export function setAdminBoardPaused(paused: boolean): void {
  for (const part of parts) part.setPaused(paused)
}
