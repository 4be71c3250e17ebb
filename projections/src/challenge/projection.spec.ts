import { expect, test } from 'vitest'
import {
  challengeEvent,
  documentsAfter,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { challengeProjection } from './projection.ts'

const after = (...given: GivenEvent[]) => documentsAfter(challengeProjection, given).get('current')
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
  expect(after()).toBeUndefined()
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
  expect(after(started, ...events)).toEqual(after(started))
})

test('the start and the end of an imported run change neither the current run nor its times', () => {
  const imported = [
    challengeEvent({ type: 'BackupImportStarted', data: { run: 2, finalHash: 'f1' } }),
    challengeEvent({ type: 'ChallengeStarted', data: { run: 2, startsAt: later } }),
    challengeEvent({ type: 'ChallengeEndSet', data: { run: 2, endsAt: later } }),
    challengeEvent({
      type: 'BackupImported',
      data: { backup: 'b2', name: 'Autumn', automatic: false, run: 2 },
    }),
  ]
  expect(after(started, ...imported)).toMatchObject({ run: 1, startsAt: noon, endsAt: null })
  expect(after(...imported)).toMatchObject({ run: 1, startsAt: null, endsAt: null })
  const fork = challengeEvent({ type: 'BackupRestored', data: { run: 3, backup: 'b2', parent: { run: 2 } } })
  expect(after(started, ...imported, fork)).toMatchObject({ run: 3, startsAt: later, endsAt: later })
})
