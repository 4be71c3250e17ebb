import type { WhatIfResponse } from '@thirty/contracts/leaderboard/scoring-api.ts'
import { useEffect, useState } from 'react'
import { request } from '../../shared/http/http.ts'
import { liveData, reloadsOn, useLast, useLiveData } from '../../shared/live/live-data.ts'
import type { LiveView } from '../../shared/live/live-types.ts'
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

type Comparison = {
  /** Has the last comparison until that of the draft on screen is there. */
  view: LiveView<WhatIfResponse>
  /** Whether it is that of the draft on screen, and up to date. */
  isCurrent: boolean
  /** Why the comparison of the draft on screen failed, so that another one is shown. */
  failure: string | undefined
}

/** Compares a draft with the scoring in force, again whenever the leaderboard or the challenge changes. */
export function useComparison(draft: ScoringDraft): Comparison {
  const view = useLiveData(comparisons, useRested(draftParameters(draft)))
  const last = useLast(view.data)
  return {
    view: view.data === undefined && last !== undefined ? { ...view, state: 'ready', data: last } : view,
    isCurrent: view.data !== undefined && view.staleSince === undefined,
    failure: view.state === 'failed' ? view.message : undefined,
  }
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
