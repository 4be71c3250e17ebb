import type { WhatIfResponse } from '@thirty/contracts/leaderboard/scoring-api.ts'
import { useEffect, useState } from 'react'
import { request } from '../../shared/http/http.ts'
import { liveData, reloadsOn } from '../../shared/live/live-data.ts'
import { useLast, useLiveData } from '../../shared/live/use-live-data.ts'
import { draftParameters, type ScoringDraft } from './scoring-draft.ts'
import { t } from '../../shared/i18n/t.ts'

/** Milliseconds for which a moved slider rests before the request. */
const restMs = 150

const comparisons = liveData<WhatIfResponse, ReturnType<typeof draftParameters>>({
  load: (query, signal) => request('GET', '/api/admin/what-if', { query, area: 'admin', signal }),
  messages: {
    'leaderboard.changed': reloadsOn('leaderboard'),
    'challenge.changed': reloadsOn('challenge'),
  },
  // Few admins compare at a time.
  reloadDelayMs: 1_000,
  isAlwaysFresh: true,
  failedText: t('whatIf.tryLater'),
})

export type ComparisonView =
  | { state: 'loading' }
  | { state: 'failed'; message: string; retry: () => void }
  /** `failure`: why the comparison of the draft on screen failed, so that another one is shown. */
  | {
      state: 'ready'
      comparison: WhatIfResponse
      isCurrent: boolean
      failure: string | undefined
      reload: () => void
    }

/** Compares a draft with the scoring in force, again whenever the leaderboard or the challenge changes. */
export function useComparison(draft: ScoringDraft): ComparisonView {
  const view = useLiveData(comparisons, useRested(draftParameters(draft)))
  const comparison = useLast(view.data)
  const { reload } = view
  if (comparison !== undefined)
    return {
      state: 'ready',
      comparison,
      isCurrent: view.data !== undefined && view.staleSince === undefined,
      failure: view.state === 'failed' ? view.message : undefined,
      reload,
    }
  if (view.state === 'failed') return { state: 'failed', message: view.message, retry: reload }
  return { state: 'loading' }
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
