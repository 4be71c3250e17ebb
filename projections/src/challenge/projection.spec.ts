import { currentRun } from '@thirty/contracts/challenge/history.ts'
import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { expect, test } from 'vitest'
import { challengeEvent, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { documentsAfter } from '@thirty/projections/testing/fold-events.ts'
import { challengeProjection, challengeState } from './projection.ts'

const documentAfter = (...given: GivenEvent[]) => documentsAfter(challengeProjection, given).get('current')
/** Returns the current run after these events, with its start and its end (ISO). */
function after(...given: GivenEvent[]) {
  const { run, startsAt, endsAt } = currentRun(challengeState(documentAfter(...given)).runs)
  const isoOf = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString())
  return { run, startsAt: isoOf(startsAt), endsAt: isoOf(endsAt) }
}
const noon = '2026-01-05T12:00:00.000Z'
const later = '2026-02-01T00:00:00.000Z'
const started = challengeEvent('ChallengeStarted', { run: 1, startsAt: noon })
const reset = challengeEvent('ChallengeReset', { run: 2, backup: 'b1' })

test('creating, importing and deleting backups does not change the challenge', () => {
  const backup = { backup: 'b1', name: 'Before reset', automatic: true }
  const events = [
    challengeEvent('BackupCreated', { ...backup, of: { run: 1 } }),
    challengeEvent('BackupImported', { ...backup, run: 1 }),
    challengeEvent('BackupDeleted', { backup: 'b1' }),
  ]
  expect(documentAfter(started, ...events)).toEqual(documentAfter(started))
})

test('the start and the end of an imported run change nothing until it is restored', () => {
  const ofImport = [
    challengeEvent('ChallengeStarted', { run: 3, startsAt: noon }),
    challengeEvent('ChallengeEndSet', { run: 3, endsAt: later }),
    challengeEvent('BackupImported', { backup: 'b2', name: 'Halfway', automatic: false, run: 3 }),
  ]
  expect(after(started, reset, ...ofImport)).toMatchObject({ run: 2, startsAt: null, endsAt: null })
  const ofNext = challengeEvent('ChallengeScheduled', { run: 2, startsAt: later })
  expect(after(started, reset, ...ofImport, ofNext)).toMatchObject({ run: 2, startsAt: later, endsAt: null })
  const parent = { run: 3, upTo: '50' }
  const restoredImport = challengeEvent('BackupRestored', { run: 4, backup: 'b2', parent })
  expect(after(started, reset, ...ofImport, ofNext, restoredImport)).toMatchObject({
    run: 4,
    startsAt: noon,
    endsAt: later,
  })
})

test('the history keeps who changed the scoring, and why', () => {
  const data = { run: 1, weights: defaultScoring.weights, excluded: [], reason: 'A fairer one' }
  const changed = { ...challengeEvent('ScoringChanged', data), actor: 'ines' }
  const { history } = currentRun(challengeState(documentAfter(started, changed)).runs)
  expect(history[0].scorings).toMatchObject([{ by: 'ines', reason: 'A fairer one' }])
})
