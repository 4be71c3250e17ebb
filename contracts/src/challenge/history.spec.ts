import type { ChallengeEvent } from './events.ts'
import { expect, test } from 'vitest'
import { evolveChallenge, initialChallenge } from './challenge-state.ts'
import { currentRun, isInHistory, publicHistory, scoringOf, withScoringAt } from './history.ts'
import { shownName } from './run-name.ts'
import { defaultScoring } from '../leaderboard/scoring.ts'

const monday = '2026-03-02T08:00:00.000Z'
const friday = '2026-03-06T08:00:00.000Z'

const at = (position: number, event: ChallengeEvent) => ({
  ...event,
  at: monday,
  position: BigInt(position),
  metadata: { correlation: 'c' },
})
/** Returns the current run after these events. */
const runAfter = (...events: ReturnType<typeof at>[]) =>
  currentRun(events.reduce(evolveChallenge, initialChallenge).runs)
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

test('a restored run has the schedule of its place; a schedule that was cancelled before does not count', () => {
  const scheduled = at(2, { type: 'ChallengeScheduled', data: { run: 1, startsAt: friday } })
  const cancelled = at(8, { type: 'ScheduleCancelled', data: { run: 1 } })
  expect(runAfter(scheduled, cancelled, reset, restored).startsAt).toBeUndefined()
  expect(runAfter(scheduled, cancelled, reset, restoredEarly).startsAt).toBe(Date.parse(friday))
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

const scoringOfWeight = (projects: number) => ({
  weights: { ...defaultScoring.weights, projects },
  excluded: [],
})
const scored = (position: number, projects: number, run = 1, time = monday) => ({
  ...at(position, { type: 'ScoringChanged', data: { run, ...scoringOfWeight(projects), reason: 'fairer' } }),
  at: time,
})

test('a run has the scoring of its latest change, the default before the first', () => {
  expect(scoringOf(runAfter(started).history)).toEqual(defaultScoring)
  const { history } = runAfter(started, scored(12, 4), scored(14, 5))
  expect(scoringOf(history)).toEqual(scoringOfWeight(5))
  expect(scoringOf(withScoringAt(history, 13n))).toEqual(scoringOfWeight(4))
  expect(withScoringAt(history, 11n)).toEqual([{ run: 1 }])
})

test('a restored run has the scoring of its place, and a reset begins with the default', () => {
  expect(scoringOf(runAfter(scored(4, 4), restoredEarly).history)).toEqual(scoringOfWeight(4))
  expect(scoringOf(runAfter(scored(6, 4), restoredEarly).history)).toEqual(defaultScoring)
  expect(scoringOf(runAfter(scored(4, 4), reset).history)).toEqual(defaultScoring)
  expect(scoringOf(runAfter(scored(4, 4), restoredEarly, scored(70, 7, 4)).history)).toEqual(
    scoringOfWeight(7),
  )
})

test('a frozen leaderboard has the scoring with which it froze', () => {
  const { history } = runAfter(scored(4, 4, 1, monday), scored(6, 6, 1, friday))
  expect(scoringOf(publicHistory(history, Date.parse(friday)))).toEqual(scoringOfWeight(4))
  expect(scoringOf(publicHistory(history, Date.parse(friday) + 1))).toEqual(scoringOfWeight(6))
  expect(scoringOf(publicHistory(history, undefined))).toEqual(scoringOfWeight(6))
})

test('every change gives the read models another name, also one that brings the default back', () => {
  const histories = [[], [scored(4, 4)], [scored(4, 5)], [scored(4, 4), scored(6, 3)]].map(
    (changes) => runAfter(started, ...changes).history,
  )
  const frozen = histories.map((history) => publicHistory(history, Date.parse(monday)))
  const names = [...histories, ...frozen].map(shownName)
  expect(names[0]).toBe('r1')
  expect(new Set(names).size).toBe(names.length)
})
