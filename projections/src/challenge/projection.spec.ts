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
const started = challengeEvent('ChallengeStarted', { run: 1, startsAt: noon })
const scheduled = challengeEvent('ChallengeScheduled', { run: 1, startsAt: later })
const cancelled = challengeEvent('ScheduleCancelled', { run: 1 })
const reset = challengeEvent('ChallengeReset', { run: 2, backup: 'b1' })
const restored = (upTo?: string) =>
  challengeEvent('BackupRestored', {
    run: 3,
    backup: 'b1',
    parent: { run: 1, ...(upTo !== undefined && { upTo }) },
  })

const changedSchedule = challengeEvent('ChallengeScheduled', { run: 1, startsAt: noon })
const endSet = (endsAt: string) => challengeEvent('ChallengeEndSet', { run: 1, endsAt })
const endUndone = challengeEvent('ChallengeEndUndone', { run: 1 })

test.each<[string, GivenEvent[], { run: number; startsAt: string | null; endsAt?: string | null }]>([
  ['a started challenge begins at its start', [started], { run: 1, startsAt: noon, endsAt: null }],
  ['a scheduled challenge begins at its start', [scheduled], { run: 1, startsAt: later }],
  ['a cancelled schedule is no start', [scheduled, cancelled], { run: 1, startsAt: null }],
  ['a start after a cancelled schedule', [scheduled, cancelled, started], { run: 1, startsAt: noon }],
  ['the latest schedule counts', [scheduled, changedSchedule], { run: 1, startsAt: noon }],
  ['a reset begins a run without a start', [started, reset], { run: 2, startsAt: null }],
  ['a restored run has its start', [started, reset, restored()], { run: 3, startsAt: noon }],
  ['a place at the start has it', [started, reset, restored('10')], { run: 3, startsAt: noon }],
  ['a place before the start has none', [started, reset, restored('9')], { run: 3, startsAt: null }],
  [
    'a restored run after the cancellation is not scheduled',
    [scheduled, cancelled, reset, restored()],
    { run: 3, startsAt: null },
  ],
  [
    'a place before the cancellation is scheduled',
    [scheduled, cancelled, reset, restored('10')],
    { run: 3, startsAt: later },
  ],
  ['a set end', [started, endSet(later)], { run: 1, startsAt: noon, endsAt: later }],
  ['the latest end counts', [started, endSet(later), endSet(noon)], { run: 1, startsAt: noon, endsAt: noon }],
  ['an undone end is none', [started, endSet(later), endUndone], { run: 1, startsAt: noon, endsAt: null }],
  ['an end before the start', [endSet(later), started], { run: 1, startsAt: noon, endsAt: later }],
  ['a reset undoes the end', [started, endSet(later), reset], { run: 2, startsAt: null, endsAt: null }],
  [
    'a restored run has its end',
    [started, endSet(later), reset, restored()],
    { run: 3, startsAt: noon, endsAt: later },
  ],
  [
    'a place before the end has none',
    [started, endSet(later), reset, restored('10')],
    { run: 3, startsAt: noon, endsAt: null },
  ],
  [
    'a place before the end was undone has it',
    [started, endSet(later), endUndone, reset, restored('20')],
    { run: 3, startsAt: noon, endsAt: later },
  ],
])('the current run after events: %s', (_, given, expected) => {
  expect(after(...given)).toMatchObject(expected)
})

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

test('who changed the scoring, and why, stays known', () => {
  const data = { run: 1, weights: defaultScoring.weights, excluded: [], reason: 'A fairer one' }
  const changed = { ...challengeEvent('ScoringChanged', data), actor: 'ines' }
  const { history } = currentRun(challengeState(documentAfter(started, changed)).runs)
  expect(history[0].scorings).toMatchObject([{ by: 'ines', reason: 'A fairer one' }])
})
