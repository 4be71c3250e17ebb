import { useQuery } from '@tanstack/react-query'
import type { HealthResponse } from '@thirty/contracts/api/admin/health.ts'
import { request } from '../../shared/http/http.ts'
import { queryClient } from '../../shared/http/query-client.ts'
import { errorMessage } from '../../shared/http/request-failed.ts'
import { t } from './messages/t.ts'

/** Milliseconds between two requests of a visible page. */
export const refreshMs = 4_000

export type HealthView =
  | { state: 'loading' }
  | { state: 'failed'; message: string; retry: () => void }
  /** `isOutdated`: the last request failed. */
  | { state: 'ready'; health: HealthResponse; isOutdated: boolean }

/** Loads the health of the installation every few seconds while the page is visible. */
export function useHealth(): HealthView {
  const { data, isPending, isFetching, error, refetch } = useQuery(
    {
      queryKey: ['admin-health'],
      queryFn: ({ signal }) => request('GET', '/api/admin/health', { area: 'admin', signal }),
      // What was true minutes ago must not be shown as if it were now.
      gcTime: 0,
      refetchInterval: refreshMs,
    },
    queryClient,
  )
  if (data !== undefined) return { state: 'ready', health: data, isOutdated: error !== null }
  if (isPending || isFetching) return { state: 'loading' }
  return { state: 'failed', message: errorMessage(error, t('failedText')), retry: () => void refetch() }
}
