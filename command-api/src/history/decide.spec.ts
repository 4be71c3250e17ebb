import type { ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import { currentRun, isInHistory } from '@thirty/contracts/rules/history.ts'
import { expect, test } from 'vitest'
import { deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'
import {
  deletedBackup,
  manualBackup,
  placed,
  resetTo,
  restoredTo,
  startedAt,
} from '@thirty/command-api/testing/challenge-events.ts'
import { createBackup, deleteBackup, maxBackups, placeOf, reset, restore, type EndRun } from './decide.ts'
import { evolveChallenge, initialChallenge } from '@thirty/contracts/events/challenge-state.ts'

const given = (...events: readonly ChallengeEvent[]) =>
  deciderSpec(initialChallenge, evolveChallenge).given(...placed(...events))
const stateAfter = (...events: readonly ChallengeEvent[]) =>
  placed(...events).reduce(evolveChallenge, initialChallenge)

const march13 = Date.parse('2026-03-13T23:30:00Z')
const started = startedAt('2026-03-02T08:00:00.000Z')
const endOf = (run: number, change: Partial<EndRun> = {}): EndRun => ({
  backup: 'new',
  run,
  isUntouched: false,
  head: 500n,
  now: march13,
  timeZone: 'UTC',
  ...change,
})
const automatic = (name: string, run: number): ChallengeEvent => ({
  type: 'BackupCreated',
  data: { backup: 'new', name, automatic: true, of: { run } },
})
const restored = (run: number, backup: string, parent: { run: number; upTo: string }): ChallengeEvent => ({
  type: 'BackupRestored',
  data: { run, backup, parent },
})

test('a reset backs up the complete run and begins a new one', () => {
  given(started)
    .when((history) => reset(history, endOf(1)))
    .then(automatic('Before reset on March 13, 2026 (day 12)', 1), {
      type: 'ChallengeReset',
      data: { run: 2, backup: 'new' },
    })
  expect(currentRun(stateAfter(started, ...resetTo(2, 'b1', 1)).runs)).toEqual({
    run: 2,
    startsAt: undefined,
    endsAt: undefined,
    history: [{ run: 2 }],
  })
})

test('the name of an automatic backup has the date in the time zone of the challenge', () => {
  given(started)
    .when((history) => reset(history, endOf(1, { timeZone: 'Asia/Tokyo' })).slice(0, 1))
    .then(automatic('Before reset on March 14, 2026 (day 13)', 1))
})

test('the name of an automatic backup says whether the challenge was not started or has ended', () => {
  given()
    .when((history) => reset(history, endOf(1)).slice(0, 1))
    .then(automatic('Before reset on March 13, 2026 (not started)', 1))
  given(startedAt('2026-01-01T08:00:00.000Z'))
    .when((history) => reset(history, endOf(1)).slice(0, 1))
    .then(automatic('Before reset on March 13, 2026 (ended)', 1))
})

test('of two admins who reset the same run, the second is refused', () => {
  given(...resetTo(2, 'b1', 1))
    .when((history) => reset(history, endOf(1)))
    .thenRefused(
      'conflict',
      'Someone else has just reset or restored the challenge. Check the leaderboard before you try again.',
    )
})

test('refuses a second reset while the new run is empty', () => {
  given(...resetTo(2, 'b1', 1))
    .when((history) => reset(history, endOf(2, { isUntouched: true })))
    .thenRefused('conflict', 'The challenge has just been reset. There is nothing to reset yet.')
})

test('a run in which something happened, and a restored one, can be reset', () => {
  given(...resetTo(2, 'b1', 1))
    .when((history) => reset(history, endOf(2)).slice(1))
    .then({ type: 'ChallengeReset', data: { run: 3, backup: 'new' } })
  given(...restoredTo(2, { safety: 's', of: 1, restored: 'b', parent: { run: 1, upTo: '5' } }))
    .when((history) => reset(history, endOf(2, { isUntouched: true })).slice(1))
    .then({ type: 'ChallengeReset', data: { run: 3, backup: 'new' } })
})

test('a restore backs up the current run and begins a new one at the place of the backup', () => {
  given(started, manualBackup('b', 1, '15'))
    .when((history) => restore(history, { ...endOf(1), restored: 'b' }))
    .then(automatic('Before restore on March 13, 2026 (day 12)', 1), restored(2, 'b', { run: 1, upTo: '15' }))
})

test('a restore of a complete run ends where the log ended at that moment', () => {
  given(...resetTo(2, 'b1', 1))
    .when((history) => restore(history, { ...endOf(2), restored: 'b1' }).slice(1))
    .then(restored(3, 'b1', { run: 1, upTo: '500' }))
})

test('an event of a closed run that arrives after the restore is in the backup, and not in the restored run', () => {
  const [safety, event] = restore(stateAfter(...resetTo(2, 'b1', 1)), { ...endOf(2), restored: 'b1' })
  if (safety === undefined || event === undefined) throw new Error('Nothing was restored.')
  const { history } = currentRun(stateAfter(...resetTo(2, 'b1', 1), safety, event).runs)
  const at = (position: bigint) => ({
    metadata: { run: 1 },
    position,
    type: 'ProjectSubmitted',
    at: '2026-03-13T08:00:00.000Z',
  })
  expect([isInHistory(history, at(500n)), isInHistory(history, at(501n))]).toEqual([true, false])
  expect(isInHistory([{ run: 1 }], at(501n))).toBe(true)
})

test('refuses to restore an unknown or deleted backup', () => {
  given()
    .when((history) => restore(history, { ...endOf(1), restored: 'b' }))
    .thenRefused('backup-not-found', 'Backup not found')
  given(manualBackup('b', 1, '5'), deletedBackup('b'))
    .when((history) => restore(history, { ...endOf(1), restored: 'b' }))
    .thenRefused('backup-not-found')
})

test('of two admins who restore at the same moment, the second is refused', () => {
  given(
    manualBackup('b', 1, '5'),
    ...restoredTo(2, { safety: 's', of: 1, restored: 'b', parent: { run: 1, upTo: '5' } }),
  )
    .when((history) => restore(history, { ...endOf(1), restored: 'b' }))
    .thenRefused('conflict')
})

const restoredOnce = [
  manualBackup('b', 1, '5'),
  manualBackup('c', 1, '7'),
  ...restoredTo(2, { safety: 's', of: 1, restored: 'b', parent: { run: 1, upTo: '5' } }),
]

test('restoring the same backup again changes nothing until something happens', () => {
  given(...restoredOnce)
    .when((history) => restore(history, { ...endOf(2, { isUntouched: true }), restored: 'b' }))
    .thenNothing()
  given(...restoredOnce)
    .when((history) => restore(history, { ...endOf(2), restored: 'b' }).slice(1))
    .then(restored(3, 'b', { run: 1, upTo: '5' }))
})

test('another backup can be restored at once, and a restore undone by restoring its safety backup', () => {
  given(...restoredOnce)
    .when((history) => restore(history, { ...endOf(2, { isUntouched: true }), restored: 'c' }).slice(1))
    .then(restored(3, 'c', { run: 1, upTo: '7' }))
  given(...restoredOnce)
    .when((history) => restore(history, { ...endOf(2, { isUntouched: true }), restored: 's' }).slice(1))
    .then(restored(3, 's', { run: 1, upTo: '500' }))
})

test('an imported backup can be restored, and its run number is not used again', () => {
  const imported: ChallengeEvent = {
    type: 'BackupImported',
    data: { backup: 'i', name: 'From afar', automatic: false, run: 7 },
  }
  given(imported)
    .when((history) => restore(history, { ...endOf(1), restored: 'i' }).slice(1))
    .then(restored(8, 'i', { run: 7, upTo: '10' }))
})

test('a backup is the current run up to the newest event of the log', () => {
  given()
    .when((history) => createBackup(history, { backup: 'b', name: 'Halfway', run: 1, head: 7n }))
    .then(manualBackup('b', 1, '7'))
})

test('refuses a backup of a run that ended meanwhile', () => {
  given(...resetTo(2, 'b1', 1))
    .when((history) => createBackup(history, { backup: 'b', name: 'Halfway', run: 1, head: 7n }))
    .thenRefused('conflict')
})

test('refuses more than two hundred backups of admins; deleted and automatic ones do not count', () => {
  const many = Array.from({ length: maxBackups }, (_, index) => manualBackup(`b${index}`, 1, '5'))
  const create = { backup: 'b', name: 'One more', run: 1, head: 7n }
  given(...many)
    .when((history) => createBackup(history, create))
    .thenRefused('quota-reached', 'There are already 200 backups. Delete one first.')
  const state = stateAfter(...many, deletedBackup('b0'))
  expect(createBackup(state, create)).toHaveLength(1)
  expect(
    createBackup(stateAfter(...many.slice(1), ...resetTo(2, 'r', 1)), { ...create, run: 2 }),
  ).toHaveLength(1)
})

test('a deleted backup is no longer listed, and cannot be deleted again', () => {
  given(manualBackup('b', 1, '5'))
    .when((history) => deleteBackup(history, { backup: 'b' }))
    .then(deletedBackup('b'))
  given(manualBackup('b', 1, '5'), deletedBackup('b'))
    .when((history) => deleteBackup(history, { backup: 'b' }))
    .thenRefused('backup-not-found', 'Backup not found')
})

test('refuses to delete an unknown backup', () => {
  given()
    .when((history) => deleteBackup(history, { backup: 'toString' }))
    .thenRefused('backup-not-found')
})

test('deleting a backup leaves the run that was restored from it as it is', () => {
  const state = stateAfter(...restoredOnce, deletedBackup('b'))
  expect(currentRun(state.runs).history).toEqual([{ run: 2 }, { run: 1, upTo: 5n }])
  expect(placeOf(state, 'b')).toBeUndefined()
})
