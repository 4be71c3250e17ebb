import type { ApplyScoringRequest, WhatIfResponse } from '@thirty/contracts/leaderboard/scoring-api.ts'
import { weightNames } from '@thirty/contracts/leaderboard/scoring.ts'
import { usePromptSearchParams } from '../../shared/navigation/use-prompt-search-params.ts'

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
export function draftParameters({ excluded, ...rest }: ScoringDraft): Record<string, string> {
  const entries = Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)])
  return Object.fromEntries(excluded === undefined ? entries : [...entries, ['excluded', excluded.join(',')]])
}

/** Returns the draft in the URL and a function that changes it; without an argument it throws the draft away. */
export function useScoringDraft(): [ScoringDraft, (change?: ScoringDraft) => void] {
  const [parameters, setParameters] = usePromptSearchParams()
  const draft = parseScoringDraft(parameters)
  return [
    draft,
    (change) =>
      setParameters(change === undefined ? {} : draftParameters({ ...draft, ...change }), { replace: true }),
  ]
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
