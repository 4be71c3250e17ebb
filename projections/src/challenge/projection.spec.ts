import { currentRun } from '@thirty/contracts/rules/history.ts'
import { defaultScoring } from '@thirty/contracts/rules/scoring.ts'
import { expect, test } from 'vitest'
import {
  challengeEvent,
  documentsAfter,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
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
const started = challengeEvent({ type: 'ChallengeStarted', data: { run: 1, startsAt: noon } })
const scheduled = challengeEvent({ type: 'ChallengeScheduled', data: { run: 1, startsAt: later } })
const cancelled = challengeEvent({ type: 'ScheduleCancelled', data: { run: 1 } })
const reset = challengeEvent({ type: 'ChallengeReset', data: { run: 2, backup: 'b1' } })
const restored = (upTo?: string) =>
  challengeEvent({
    type: 'BackupRestored',
    data: { run: 3, backup: 'b1', parent: { run: 1, ...(upTo !== undefined && { upTo }) } },
  })

test('has no document before the challenge is started', () => {
  expect(documentAfter()).toBeUndefined()
})

test('a started challenge begins at its start', () => {
  expect(after(started)).toMatchObject({ run: 1, startsAt: noon })
})

test('a scheduled challenge begins at its start', () => {
  expect(after(scheduled)).toMatchObject({ run: 1, startsAt: later })
})

test('has no start after a schedule was cancelled, until the challenge is started or scheduled again', () => {
  expect(after(scheduled, cancelled)).toMatchObject({ run: 1, startsAt: null })
  expect(after(scheduled, cancelled, started)).toMatchObject({ run: 1, startsAt: noon })
})

test('a rescheduled challenge begins at its latest start', () => {
  const changed = challengeEvent({ type: 'ChallengeScheduled', data: { run: 1, startsAt: noon } })
  expect(after(scheduled, changed)).toMatchObject({ run: 1, startsAt: noon })
})

test('a restored run is scheduled only if its backup is from before the cancellation', () => {
  expect(after(scheduled, cancelled, reset, restored())).toMatchObject({ run: 3, startsAt: null })
  expect(after(scheduled, cancelled, reset, restored('10'))).toMatchObject({ run: 3, startsAt: later })
})

test('a reset begins a new run that is not started', () => {
  expect(after(started, reset)).toMatchObject({ run: 2, startsAt: null })
})

test('a restored run is started as the run it comes from', () => {
  expect(after(started, reset, restored())).toMatchObject({ run: 3, startsAt: noon })
  expect(after(started, reset, restored('10'))).toMatchObject({ run: 3, startsAt: noon })
})

test('a run restored from before the start is not started', () => {
  expect(after(started, reset, restored('9'))).toMatchObject({ run: 3, startsAt: null })
})

const endSet = (endsAt: string) => challengeEvent({ type: 'ChallengeEndSet', data: { run: 1, endsAt } })
const endUndone = challengeEvent({ type: 'ChallengeEndUndone', data: { run: 1 } })

test('has the end that was set last, and none after it was undone', () => {
  expect(after(started)).toMatchObject({ endsAt: null })
  expect(after(started, endSet(later))).toMatchObject({ run: 1, startsAt: noon, endsAt: later })
  expect(after(started, endSet(later), endSet(noon))).toMatchObject({ endsAt: noon })
  expect(after(started, endSet(later), endUndone)).toMatchObject({ startsAt: noon, endsAt: null })
  expect(after(endSet(later), started)).toMatchObject({ startsAt: noon, endsAt: later })
})

test('a reset begins a run whose end is not set', () => {
  expect(after(started, endSet(later), reset)).toMatchObject({ run: 2, endsAt: null })
})

test('a restored run ends as the run it comes from', () => {
  expect(after(started, endSet(later), reset, restored())).toMatchObject({ run: 3, endsAt: later })
  expect(after(started, endSet(later), reset, restored('10'))).toMatchObject({ startsAt: noon, endsAt: null })
  expect(after(started, endSet(later), endUndone, reset, restored('20'))).toMatchObject({ endsAt: later })
  expect(after(started, endSet(later), endUndone, reset, restored())).toMatchObject({ endsAt: null })
})

test('creating, importing and deleting backups does not change the challenge', () => {
  const backup = { backup: 'b1', name: 'Before reset', automatic: true }
  const events = [
    challengeEvent({ type: 'BackupCreated', data: { ...backup, of: { run: 1 } } }),
    challengeEvent({ type: 'BackupImported', data: { ...backup, run: 1 } }),
    challengeEvent({ type: 'BackupDeleted', data: { backup: 'b1' } }),
  ]
  expect(documentAfter(started, ...events)).toEqual(documentAfter(started))
})

test('the start and the end of an imported run change nothing until it is restored', () => {
  const ofImport = [
    challengeEvent({ type: 'ChallengeStarted', data: { run: 3, startsAt: noon } }),
    challengeEvent({ type: 'ChallengeEndSet', data: { run: 3, endsAt: later } }),
    challengeEvent({
      type: 'BackupImported',
      data: { backup: 'b2', name: 'Halfway', automatic: false, run: 3 },
    }),
  ]
  expect(after(started, reset, ...ofImport)).toMatchObject({ run: 2, startsAt: null, endsAt: null })
  const ofNext = challengeEvent({ type: 'ChallengeScheduled', data: { run: 2, startsAt: later } })
  expect(after(started, reset, ...ofImport, ofNext)).toMatchObject({ run: 2, startsAt: later, endsAt: null })
  const parent = { run: 3, upTo: '50' }
  const restoredImport = challengeEvent({ type: 'BackupRestored', data: { run: 4, backup: 'b2', parent } })
  expect(after(started, reset, ...ofImport, ofNext, restoredImport)).toMatchObject({
    run: 4,
    startsAt: noon,
    endsAt: later,
  })
})

test('who changed the scoring, and why, stays known', () => {
  const data = { run: 1, weights: defaultScoring.weights, excluded: [], reason: 'A fairer one' }
  const changed = { ...challengeEvent({ type: 'ScoringChanged', data }), actor: 'ines' }
  const { history } = currentRun(challengeState(documentAfter(started, changed)).runs)
  expect(history[0].scorings).toMatchObject([{ by: 'ines', reason: 'A fairer one' }])
})
