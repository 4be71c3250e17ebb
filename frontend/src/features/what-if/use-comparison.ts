import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { WhatIfResponse } from '@thirty/contracts/api/admin/scoring.ts'
import { useEffect, useState } from 'react'
import { request } from '../../shared/http/http.ts'
import { queryClient } from '../../shared/http/query-client.ts'
import { errorMessage } from '../../shared/http/request-failed.ts'
import { subscribe } from '../../shared/live/live-socket.ts'
import { onResync } from '../../shared/live/resync.ts'
import { throttle } from '../../shared/live/throttle.ts'
import { draftParameters, type Draft } from './draft.ts'
import { t } from './messages/t.ts'

/** Milliseconds for which a moved slider rests before the request. */
const restMs = 150
/** Milliseconds between two comparisons because of live messages. */
const throttleMs = 1_000

export type ComparisonView =
  | { state: 'loading' }
  | { state: 'failed'; message: string; retry: () => void }
  /** `failure`: why the comparison of the draft on screen failed, so that it shows an earlier one. */
  | {
      state: 'ready'
      comparison: WhatIfResponse
      isCurrent: boolean
      failure: string | undefined
      reload: () => void
    }

/** Compares a draft with the scoring in force, again whenever the leaderboard or the challenge changes. */
export function useComparison(draft: Draft): ComparisonView {
  const query = useRested(draftParameters(draft))
  const { data, isPending, isFetching, error, refetch, isPlaceholderData } = useQuery(
    {
      queryKey: ['what-if', query],
      queryFn: ({ signal }) => request('GET', '/api/admin/what-if', { query, area: 'admin', signal }),
      placeholderData: keepPreviousData,
      gcTime: 0,
    },
    queryClient,
  )
  useEffect(() => {
    const reload = throttle(() => refetch(), throttleMs)
    const stops = [
      subscribe('leaderboard.changed', reload),
      subscribe('challenge.changed', reload),
      onResync(reload),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [refetch])
  const reload = () => void refetch()
  const failure = error === null ? undefined : errorMessage(error, t('tryLater'))
  if (data !== undefined)
    return { state: 'ready', comparison: data, isCurrent: !isPlaceholderData && !error, failure, reload }
  if (failure === undefined && (isPending || isFetching)) return { state: 'loading' }
  return { state: 'failed', message: failure ?? t('tryLater'), retry: reload }
}

/** Returns a value once it has not changed for a moment. */
function useRested<Value>(value: Value): Value {
  const text = JSON.stringify(value)
  const [rested, setRested] = useState(value)
  useEffect(() => {
    // Safe: the text was made of such a value.
    const timer = setTimeout(() => setRested(JSON.parse(text) as Value), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
