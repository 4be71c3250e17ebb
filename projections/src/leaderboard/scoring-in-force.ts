import type { ScoringInForce } from '@thirty/contracts/leaderboard/changed-scoring-api.ts'
import { scoringChange, type History } from '@thirty/contracts/challenge/history.ts'

/** Returns what everybody may know of the scoring of a leaderboard; `undefined` if it was never changed. */
export function scoringInForce(history: History): ScoringInForce | undefined {
  const change = scoringChange(history)
  if (change === undefined) return undefined
  const { weights, scales } = change.scoring
  return { weights, normalised: scales !== undefined, changedAt: new Date(change.time).toISOString() }
}
