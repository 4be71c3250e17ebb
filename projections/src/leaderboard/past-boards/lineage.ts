import { scoringChange, type History } from '@thirty/contracts/challenge/history.ts'
import type { ChallengeState } from '@thirty/contracts/challenge/challenge-state.ts'

/**
 * Returns a key of the events that a history has up to a position: two histories with the same key have the same events up to
 * there, and the same scoring. So the board of a restored run before its restore is the board of the run that it was restored from.
 * The scoring is the one of the whole history: a board is folded with it from its first event.
 */
export function lineageKey(
  history: History,
  position: bigint,
  { runs: { runs } }: Pick<ChallengeState, 'runs'>,
): string {
  const places = history
    .filter(({ run }) => (runs.get(run)?.begun?.position ?? -1n) <= position)
    .map(({ run, upTo }) => (upTo === undefined || upTo >= position ? `${run}` : `${run}:${upTo}`))
    .join(' ')
  const change = scoringChange(history)
  return change === undefined ? places : `${places} scoring ${JSON.stringify(change.scoring)}`
}
