import type { History } from '@thirty/contracts/rules/history.ts'
import type { ChallengeState } from './challenge-stream.ts'

/**
 * Returns a key of the events that a history has up to a position: two histories with the same key have the same events up to
 * there. So the board of a restored run before its restore is the board of the run that it was restored from.
 */
export function lineageKey(
  history: History,
  position: bigint,
  { begun }: Pick<ChallengeState, 'begun'>,
): string {
  return history
    .filter(({ run }) => (begun.get(run)?.position ?? -1n) <= position)
    .map(({ run, upTo }) => (upTo === undefined || upTo >= position ? `${run}` : `${run}:${upTo}`))
    .join(' ')
}
