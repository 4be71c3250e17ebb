import type { ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import { defaultScoring, maxScoringChanges, type Scoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { decidersOf, deciding, refused } from '@thirty/command-api/testing/decider-spec.ts'
import { placed, resetTo, restoredTo, startedAt } from '@thirty/command-api/testing/challenge-events.ts'
import {
  evolveChallenge,
  initialChallenge,
  type ChallengeState,
} from '@thirty/contracts/challenge/challenge-state.ts'
import { changeScoring, requireComparedRun, undoScoring, type ScoringCommand } from './decide.ts'

const { rule } = decidersOf((events: readonly ChallengeEvent[]) =>
  placed(...events).reduce(evolveChallenge, initialChallenge),
)
const started = startedAt('2026-03-02T08:00:00.000Z')
const weights = { projects: 4, quality: 1, streak: 0 }
const scoring: Scoring = { weights, excluded: ['b', 'a'] }
const command: ScoringCommand = {
  version: '0',
  reason: 'a fairer contest',
  backup: 'new',
  run: 1,
  head: 500n,
  now: Date.parse('2026-03-13T23:30:00Z'),
  timeZone: 'UTC',
}
const changedTo = (changed: Scoring, run = 1): ChallengeEvent & { type: 'ScoringChanged' } => ({
  type: 'ScoringChanged',
  data: { run, weights: changed.weights, excluded: [...changed.excluded], reason: 'a fairer contest' },
})
const name = 'Before the change of the scoring on March 13, 2026 (day 12)'
const backupOf = (run: number): ChallengeEvent => ({
  type: 'BackupCreated',
  data: { backup: 'new', name, automatic: true, of: { run, upTo: '500' } },
})
const backup = backupOf(1)

const changing = (next: Scoring, change: Partial<ScoringCommand> = {}) =>
  deciding(changeScoring, { ...command, scoring: next })(change)
const undoing = deciding(undoScoring, command)
const inOrder = changedTo({ weights, excluded: ['a', 'b'] })
/** The version of the second event. */
const second = { version: '20' }
const afterReset = [started, ...resetTo(2, 'b1', 1)]
const resetMeanwhile = refused(
  'conflict',
  'Someone else has just reset or restored the challenge. Check the leaderboard before you try again.',
)

const scales = { all: { ratings: 9, mean: 3, deviation: 1 }, byReviewer: {} }
const normalised: Scoring = { weights, excluded: [], scales }
const { data } = changedTo(normalised)
const withScales: ChallengeEvent = { type: 'ScoringChanged', data: { ...data, scales } }
rule(
  'a change backs up the run, continues with the same run, names the participants in one order, and records the scales of reviewers',
  [[started], changing(scoring), [backup, inOrder]],
  [[started], changing(normalised), [backup, withScales]],
)

const many = Array.from({ length: maxScoringChanges }, (_, index) =>
  changedTo({ weights: { ...weights, projects: index % 2 }, excluded: [] }),
)
rule(
  'refuses a scoring that another admin has changed since, the one in force, one of another run, and too many changes',
  [[started, changedTo(scoring)], changing(defaultScoring), 'changed-meanwhile'],
  [[started, changedTo(scoring)], changing(defaultScoring, second), [backup, changedTo(defaultScoring)]],
  [[started], changing(defaultScoring), 'invalid-fields'],
  [[started, inOrder], changing(scoring, second), 'invalid-fields'],
  [afterReset, changing(scoring), 'conflict'],
  [many, changing(scoring, { version: String(10 * many.length) }), 'quota-reached'],
)

const other: Scoring = { weights: { ...weights, projects: 9 }, excluded: [] }
const twoChanges = [started, changedTo(other), changedTo(scoring)]
rule(
  'an undo applies the scoring before the latest change, and another undo the latest again',
  [twoChanges, undoing({ version: '30' }), [backup, changedTo(other)]],
  [[...twoChanges, changedTo(other)], undoing({ version: '40' }), [backup, inOrder]],
  [[started, changedTo(other)], undoing(second), [backup, changedTo(defaultScoring)]],
)

rule(
  'refuses an undo of what was never changed, has been changed since, or was changed in an earlier run',
  [[started], undoing(), 'conflict'],
  [[started, changedTo(scoring)], undoing(), 'changed-meanwhile'],
  [[started, changedTo(scoring), ...resetTo(2, 'b1', 1)], undoing({ ...second, run: 2 }), 'conflict'],
  [[started], undoing(second), 'changed-meanwhile'],
  [afterReset, undoing(), resetMeanwhile],
)

const comparing = (at: bigint) => (history: ChallengeState) => requireComparedRun(history, at) ?? []
rule(
  'a comparison of an earlier run is refused, and one of the current run, also the first, is not',
  [afterReset, comparing(29n), 'conflict'],
  [afterReset, comparing(30n), []],
  [[started], comparing(5n), []],
  [[...afterReset, changedTo(scoring, 2)], changing(other, { run: 2 }), 'changed-meanwhile'],
)

const restored = restoredTo(2, { safety: 'b2', of: 1, restored: 'b1', parent: { run: 1, upTo: '25' } })
const inRestored = [started, changedTo(scoring), ...restored]
const changedSince = [...inRestored, changedTo(other, 2)]
const secondInRun2 = { ...second, run: 2 }
const inNewRun = [started, changedTo(scoring), ...resetTo(2, 'b1', 1), changedTo(other, 2)]
rule(
  'a restored run has the scoring of the run that it was restored from, a new one has not, and both say when it was changed since',
  [inRestored, undoing(secondInRun2), [backupOf(2), changedTo(defaultScoring, 2)]],
  [changedSince, changing(defaultScoring, secondInRun2), 'changed-meanwhile'],
  [changedSince, undoing(secondInRun2), 'changed-meanwhile'],
  [inNewRun, undoing(secondInRun2), 'conflict'],
  [inNewRun, undoing({ ...secondInRun2, version: '0' }), 'changed-meanwhile'],
)
