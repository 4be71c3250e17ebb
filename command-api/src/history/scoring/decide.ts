// Decides about changes of the scoring of the current run, each of which makes a backup before.

import type { ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import { type ChallengeState, beginningOf } from '@thirty/contracts/challenge/challenge-state.ts'
import { refuse, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { currentRun, scoringChange } from '@thirty/contracts/challenge/history.ts'
import {
  defaultScoring,
  isSameScoring,
  maxScoringChanges,
  type Scoring,
} from '@thirty/contracts/leaderboard/scoring.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { dateAndDay, requireRun, type RunCommand } from '../decide.ts'

/** A change of the scoring. `version`: that of the scoring which the admin saw. */
export type ScoringCommand = RunCommand & { version: string; reason: string }

/** Returns the version of the scoring in force: the position of its event, 0 for the default. */
export const scoringVersion = ({ runs }: ChallengeState): string =>
  scoringChange(currentRun(runs).history)?.position.toString() ?? '0'

/**
 * Backs up the current run and changes its scoring. Refuses a scoring that another admin has changed meanwhile, the scoring that is in
 * force already, and more changes than every command can read.
 */
export function changeScoring(
  history: ChallengeState,
  { scoring, ...command }: ScoringCommand & { scoring: Scoring },
): ChallengeEvent[] {
  const { run, backup, head, reason } = command
  requireRun(history, run)
  requireVersion(history, command)
  const { scorings = [] } = currentRun(history.runs).history[0]
  if (isSameScoring(scoring, scorings.at(-1)?.scoring ?? defaultScoring))
    refuseField('weights', say('scoringInForce'))
  if (scorings.length >= maxScoringChanges)
    refuse('quota-reached', say('scoringChangesLimit', { count: maxScoringChanges }))
  const name = `Before the change of the scoring ${dateAndDay(history, command)}`
  const { weights, excluded, scales } = scoring
  return [
    { type: 'BackupCreated', data: { backup, name, automatic: true, of: { run, upTo: head.toString() } } },
    {
      type: 'ScoringChanged',
      data: { run, weights, excluded: excluded.toSorted(), ...(scales && { scales }), reason },
    },
  ]
}

/** Applies the scoring that was in force before the latest change. Refuses if there was none. */
export function undoScoring(history: ChallengeState, command: ScoringCommand): ChallengeEvent[] {
  requireRun(history, command.run)
  requireVersion(history, command)
  if (scoringVersion(history) === '0') refuse('conflict', say('scoringNeverChanged'))
  const { scorings = [] } = currentRun(history.runs).history[0]
  return changeScoring(history, { ...command, scoring: scorings.at(-2)?.scoring ?? defaultScoring })
}

/** Refuses a comparison of an earlier run, which has other participants and ratings than the current one. */
export function requireComparedRun(history: ChallengeState, comparedAt: bigint): void {
  const begun = beginningOf(history)
  if (begun === undefined || comparedAt >= begun.position) return
  refuse('conflict', say('comparedInEarlierRun'))
}

function requireVersion(history: ChallengeState, { version }: ScoringCommand): void {
  if (scoringVersion(history) === version) return
  // The version is the position of an event. A restored run has the changes of the run that it was restored from.
  const { scorings = [] } = currentRun(history.runs).history[0]
  const isOfRun = version === '0' || scorings.some(({ position }) => position.toString() === version)
  if (!isOfRun) requireComparedRun(history, BigInt(version))
  refuse('changed-meanwhile', say('scoringChanged'))
}
