import type { ChallengeEvent } from '../events/challenge.ts'
import { expect, test } from 'vitest'
import { currentRun, evolveRuns, initialRuns, isInHistory } from './history.ts'

const monday = '2026-03-02T08:00:00.000Z'
const friday = '2026-03-06T08:00:00.000Z'

const at = (position: number, event: ChallengeEvent) => ({
  ...event,
  at: monday,
  position: BigInt(position),
  metadata: { correlation: 'c' },
})
/** Returns the current run after these events. */
const runAfter = (...events: ReturnType<typeof at>[]) => currentRun(events.reduce(evolveRuns, initialRuns))
const projectEventIn = (run: number, position: number) => ({
  type: 'ProjectSubmitted',
  data: {},
  at: monday,
  position: BigInt(position),
  metadata: { correlation: 'c', run },
})

const started = at(10, { type: 'ChallengeStarted', data: { run: 1, startsAt: monday } })
const reset = at(20, { type: 'ChallengeReset', data: { run: 2, backup: 'b1' } })
const startedAgain = at(30, { type: 'ChallengeStarted', data: { run: 2, startsAt: friday } })
const restored = at(40, { type: 'BackupRestored', data: { run: 3, backup: 'b1', parent: { run: 1 } } })
const restoredEarly = at(50, {
  type: 'BackupRestored',
  data: { run: 4, backup: 'b2', parent: { run: 1, upTo: '5' } },
})
const forkOfFork = at(60, {
  type: 'BackupRestored',
  data: { run: 5, backup: 'b3', parent: { run: 3, upTo: '45' } },
})

test('a new installation has run 1, not started', () => {
  expect(runAfter()).toEqual({ run: 1, startsAt: undefined, history: [{ run: 1 }] })
})

test('a started run has a start time', () => {
  expect(runAfter(started).startsAt).toBe(Date.parse(monday))
})

test('a reset begins a new run that is not started', () => {
  expect(runAfter(started, reset)).toMatchObject({ run: 2, startsAt: undefined })
})

test('a restored run has the start time of the run that it was restored from', () => {
  expect(runAfter(started, reset, startedAgain, restored)).toMatchObject({
    run: 3,
    startsAt: Date.parse(monday),
  })
})

const ended = at(15, { type: 'ChallengeEndSet', data: { run: 1, endsAt: friday } })
const endUndone = at(16, { type: 'ChallengeEndUndone', data: { run: 1 } })

test('a run has the end that was set last, and none after it was undone or reset', () => {
  expect(runAfter(started).endsAt).toBeUndefined()
  expect(runAfter(started, ended)).toMatchObject({ endsAt: Date.parse(friday), startsAt: Date.parse(monday) })
  expect(runAfter(started, ended, endUndone).endsAt).toBeUndefined()
  expect(runAfter(started, ended, reset).endsAt).toBeUndefined()
})

test('a restored run has the end that the run of its backup had', () => {
  expect(runAfter(started, ended, reset, restored).endsAt).toBe(Date.parse(friday))
  expect(runAfter(started, ended, endUndone, reset, restored).endsAt).toBeUndefined()
  expect(runAfter(started, ended, reset, restoredEarly).endsAt).toBeUndefined()
})

test('a run that was restored from a backup before the start is not started', () => {
  expect(runAfter(started, reset, startedAgain, restored, restoredEarly).startsAt).toBeUndefined()
})

test('a restored run has the history of its parent up to the backup', () => {
  const run = runAfter(started, reset, startedAgain, restored, restoredEarly)
  expect(isInHistory(run.history, projectEventIn(1, 5))).toBe(true)
  expect(isInHistory(run.history, projectEventIn(1, 6))).toBe(false)
  expect(isInHistory(run.history, projectEventIn(2, 3))).toBe(false)
  expect(isInHistory(run.history, projectEventIn(4, 55))).toBe(true)
})

test('the history includes the segments of every restore, each up to the place of the restore', () => {
  const run = runAfter(started, reset, restored, forkOfFork)
  expect(run.history).toEqual([{ run: 5 }, { run: 3, upTo: 45n }, { run: 1, upTo: 45n }])
  expect(run.startsAt).toBe(Date.parse(monday))
})
