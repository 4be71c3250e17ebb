import { useQuery } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isCompleteUpTo } from '../live/position.ts'
import { onResync } from '../live/resync.ts'
import { queryClient } from './query-client.ts'
import { errorMessage } from './request-failed.ts'

/** The state of data that a screen loads. */
export type LoadState<Value> =
  | { state: 'loading' }
  | { state: 'failed'; message: string; retry: () => void }
  | { state: 'ready'; value: Value; reload: () => void }

type LoadOptions<Value> = {
  /** Identifies the data, with everything that the request depends on. */
  queryKey: QueryKey
  queryFn: (signal: AbortSignal) => Promise<Value>
  /** The message if the request fails and the server sends none. */
  fallback?: string
  /** Loads the data again when live messages may have been missed. */
  resyncs?: boolean
  /** Does not show data that was loaded before, for a form that begins with the data. */
  isAlwaysFresh?: boolean
}

/**
 * Loads data with TanStack Query. Data that was loaded before is shown while it is loaded again, and stays if that fails.
 * What failed for a reason that may pass is loaded again by itself.
 */
export function useLoadState<Value>({
  queryKey,
  queryFn,
  fallback = '',
  resyncs = false,
  isAlwaysFresh = false,
}: LoadOptions<Value>): LoadState<Value> {
  const { data, error, refetch } = useQuery(
    { queryKey, queryFn: ({ signal }) => queryFn(signal), ...(isAlwaysFresh && { gcTime: 0 }) },
    // There is no provider, so that the first script does without the library.
    queryClient,
  )
  const reload = () => void refetch()
  // Stays on the screen while the query tries again by itself.
  const [failure, setFailure] = useState<{ key: string; error: unknown }>()
  const key = JSON.stringify(queryKey)
  if (error && failure?.error !== error) setFailure({ key, error })
  const hasError = Boolean(error)
  useEffect(
    () =>
      resyncs
        ? onResync((_kind, joinedAt) => {
            if (hasError || !isCompleteUpTo(joinedAt, data)) void refetch()
          })
        : undefined,
    [resyncs, refetch, data, hasError],
  )
  if (data !== undefined) return { state: 'ready', value: data, reload }
  if (!error && failure?.key !== key) return { state: 'loading' }
  const retry = () => {
    reload()
    setFailure(undefined)
  }
  return { state: 'failed', message: errorMessage(error ?? failure?.error, fallback), retry }
}
