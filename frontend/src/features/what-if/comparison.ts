// The scoring that an admin tries out, which the URL contains, its comparison with the one in force, and the request that applies it.

import type { ApplyScoringRequest, WhatIfResponse } from '@thirty/contracts/leaderboard/scoring-api.ts'
import { weightNames } from '@thirty/contracts/leaderboard/scoring.ts'
import { useEffect, useState } from 'react'
import { request } from '../../shared/http/http.ts'
import { t } from '../../shared/i18n/t.ts'
import { liveData, reloadsOn, useLast, useLiveData } from '../../shared/live/live-data.ts'
import { useSearchParams } from '../../shared/navigation/router.ts'

/** A scoring that an admin tries out. Missing fields are those of the current scoring. */
export type ScoringDraft = {
  projects?: number
  quality?: number
  streak?: number
  excluded?: readonly string[]
  normalise?: 'on' | 'off'
}

/** Reads the draft that the URL contains, so that it survives a reload and can be shared. */
function parseScoringDraft(parameters: URLSearchParams): ScoringDraft {
  const draft: ScoringDraft = {}
  for (const name of weightNames) {
    const weight = Number(parameters.get(name) ?? '')
    if (parameters.has(name) && Number.isFinite(weight)) draft[name] = weight
  }
  const excluded = parameters.get('excluded')
  if (excluded !== null) draft.excluded = excluded.split(',').filter((id) => id !== '')
  const normalise = parameters.get('normalise')
  if (normalise === 'on' || normalise === 'off') draft.normalise = normalise
  return draft
}

/** The parameters of the URL and of the request. */
function draftParameters({ excluded, ...rest }: ScoringDraft): Record<string, string> {
  const entries = Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)])
  return Object.fromEntries(excluded === undefined ? entries : [...entries, ['excluded', excluded.join(',')]])
}

/** Returns the draft in the URL and a function that changes it; without an argument it throws the draft away. */
export function useScoringDraft(): [ScoringDraft, (change?: ScoringDraft) => void] {
  const [parameters, setParameters] = useSearchParams()
  const draft = parseScoringDraft(parameters)
  return [
    draft,
    (change) => {
      const next = change === undefined ? {} : draftParameters({ ...draft, ...change })
      // Rendered at once, so that the next press on a slider begins with this draft.
      setParameters(next, { replace: true, flushSync: true })
    },
  ]
}

/** Milliseconds for which a moved slider rests before the request. */
const restMs = 150

const comparisons = liveData<WhatIfResponse, ReturnType<typeof draftParameters>>({
  load: (query, signal) => request('GET', '/api/admin/what-if', { query, signal }),
  messages: {
    'leaderboard.changed': reloadsOn('leaderboard'),
    'challenge.changed': reloadsOn('challenge'),
  },
  // Few admins compare at a time.
  reloadDelayMs: 1_000,
  isAlwaysFresh: true,
  failedText: t('whatIf.tryLater'),
})

/** Compares a draft with the scoring in force, again whenever the leaderboard or the challenge changes. */
export function useComparison(draft: ScoringDraft) {
  const view = useLiveData(comparisons, useRested(draftParameters(draft)))
  const last = useLast(view.data)
  return {
    /** Has the last comparison until that of the draft on screen is there. */
    view:
      view.data === undefined && last !== undefined ? { ...view, state: 'ready' as const, data: last } : view,
    /** Whether it is that of the draft on screen, and up to date. */
    isCurrent: view.data !== undefined && view.staleSince === undefined,
    /** Why the comparison of the draft on screen failed, so that another one is shown. */
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

/** Returns the request that applies what a comparison shows. */
export const applyRequest = (
  { other, inForce, position }: WhatIfResponse,
  { normalise }: ScoringDraft,
  reason: string,
): ApplyScoringRequest => ({
  weights: other.weights,
  excluded: other.excluded.map(({ id }) => id),
  ...(normalise && { normalise }),
  position,
  version: inForce.version,
  reason,
})
