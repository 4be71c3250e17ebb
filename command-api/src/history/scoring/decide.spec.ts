import type { ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import { currentRun, scoringOf } from '@thirty/contracts/rules/history.ts'
import { defaultScoring, maxScoringChanges, type Scoring } from '@thirty/contracts/rules/scoring.ts'
import { deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'
import { placed, resetTo, restoredTo, startedAt } from '@thirty/command-api/testing/challenge-events.ts'
import { expect, test } from 'vitest'
import { evolveChallenge, initialChallenge } from '@thirty/contracts/events/challenge-state.ts'
import { changeScoring, undoScoring, type ScoringCommand } from './decide.ts'

const given = (...events: readonly ChallengeEvent[]) =>
  deciderSpec(initialChallenge, evolveChallenge).given(...placed(...events))
const started = startedAt('2026-03-02T08:00:00.000Z')
const weights = { projects: 4, quality: 1, streak: 0 }
const scoring: Scoring = { weights, excluded: ['b', 'a'] }
const commandOf = (change: Partial<ScoringCommand> = {}): ScoringCommand => ({
  version: '0',
  reason: 'a fairer contest',
  backup: 'new',
  run: 1,
  head: 500n,
  now: Date.parse('2026-03-13T23:30:00Z'),
  timeZone: 'UTC',
  ...change,
})
const changedTo = (changed: Scoring, run = 1): ChallengeEvent & { type: 'ScoringChanged' } => ({
  type: 'ScoringChanged',
  data: { run, weights: changed.weights, excluded: [...changed.excluded], reason: 'a fairer contest' },
})
const backup: ChallengeEvent = {
  type: 'BackupCreated',
  data: {
    backup: 'new',
    name: 'Before the change of the scoring on March 13, 2026 (day 12)',
    automatic: true,
    of: { run: 1, upTo: '500' },
  },
}

test('a change backs up the run, goes on with the same run, and names the participants in one order', () => {
  given(started)
    .when((history) => changeScoring(history, { ...commandOf(), scoring }))
    .then(backup, changedTo({ weights, excluded: ['a', 'b'] }))
})

test('refuses a scoring that another admin has changed since', () => {
  given(started, changedTo(scoring))
    .when((history) => changeScoring(history, { ...commandOf(), scoring: defaultScoring }))
    .thenRefused('changed-meanwhile')
  given(started, changedTo(scoring))
    .when((history) => changeScoring(history, { ...commandOf({ version: '20' }), scoring: defaultScoring }))
    .then(backup, changedTo(defaultScoring))
})

test('refuses the scoring in force', () => {
  given(started)
    .when((history) => changeScoring(history, { ...commandOf(), scoring: defaultScoring }))
    .thenRefused('invalid-fields')
  given(started, changedTo({ weights, excluded: ['a', 'b'] }))
    .when((history) => changeScoring(history, { ...commandOf({ version: '20' }), scoring }))
    .thenRefused('invalid-fields')
})

test('refuses a run that was reset since the request arrived', () => {
  given(started, ...resetTo(2, 'b1', 1))
    .when((history) => changeScoring(history, { ...commandOf(), scoring }))
    .thenRefused('conflict')
})

test('refuses more changes than every command can read', () => {
  const changes = Array.from({ length: maxScoringChanges }, (_, index) =>
    changedTo({ weights: { ...weights, projects: index % 2 }, excluded: [] }),
  )
  given(...changes)
    .when((history) =>
      changeScoring(history, { ...commandOf({ version: String(10 * changes.length) }), scoring }),
    )
    .thenRefused('quota-reached')
})

test('an undo applies the scoring before the latest change, and another undo the latest again', () => {
  const other: Scoring = { weights: { ...weights, projects: 9 }, excluded: [] }
  given(started, changedTo(other), changedTo(scoring))
    .when((history) => undoScoring(history, commandOf({ version: '30' })))
    .then(backup, changedTo(other))
  given(started, changedTo(other), changedTo(scoring), changedTo(other))
    .when((history) => undoScoring(history, commandOf({ version: '40' })))
    .then(backup, changedTo({ weights, excluded: ['a', 'b'] }))
  given(started, changedTo(other))
    .when((history) => undoScoring(history, commandOf({ version: '20' })))
    .then(backup, changedTo(defaultScoring))
})

test('refuses an undo of what was never changed, or has been changed since', () => {
  given(started)
    .when((history) => undoScoring(history, commandOf()))
    .thenRefused('conflict')
  given(started, changedTo(scoring))
    .when((history) => undoScoring(history, commandOf()))
    .thenRefused('changed-meanwhile')
})

test('an undo of a change in an earlier run says that another run has begun, and names nobody', () => {
  given(started, changedTo(scoring), ...resetTo(2, 'b1', 1))
    .when((history) => undoScoring(history, commandOf({ run: 2, version: '20' })))
    .thenRefused('conflict')
})

test('the automatic backup has the scoring from before the change', () => {
  const events = placed(
    started,
    changedTo(scoring),
    ...restoredTo(2, {
      safety: 'b2',
      of: 1,
      restored: 'b1',
      parent: { run: 1, upTo: '15' },
    }),
  )
  const { runs } = events.reduce(evolveChallenge, initialChallenge)
  expect(scoringOf(currentRun(runs).history)).toEqual(defaultScoring)
})
