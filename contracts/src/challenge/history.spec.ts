import type { ChallengeEvent } from './events.ts'
import { expect, test } from 'vitest'
import { evolveChallenge, initialChallenge } from './challenge-state.ts'
import { currentRun, isInHistory, publicHistory, scoringOf, withScoringAt } from './history.ts'
import { shownRunName } from './run-name.ts'
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

const restore = (position: number, run: number, backup: string, parent: { run: number; upTo?: string }) =>
  at(position, { type: 'BackupRestored', data: { run, backup, parent } })

const started = at(10, { type: 'ChallengeStarted', data: { run: 1, startsAt: monday } })
const reset = at(20, { type: 'ChallengeReset', data: { run: 2, backup: 'b1' } })
const startedAgain = at(30, { type: 'ChallengeStarted', data: { run: 2, startsAt: friday } })
const restored = restore(40, 3, 'b1', { run: 1 })
const restoredEarly = restore(50, 4, 'b2', { run: 1, upTo: '5' })
const forkOfFork = restore(60, 5, 'b3', { run: 3, upTo: '45' })
const ended = at(15, { type: 'ChallengeEndSet', data: { run: 1, endsAt: friday } })
const endUndone = at(16, { type: 'ChallengeEndUndone', data: { run: 1 } })
const scheduled = at(2, { type: 'ChallengeScheduled', data: { run: 1, startsAt: friday } })
const cancelled = at(8, { type: 'ScheduleCancelled', data: { run: 1 } })
const imported = [
  at(35, { type: 'ChallengeStarted', data: { run: 3, startsAt: monday } }),
  at(36, { type: 'ChallengeEndSet', data: { run: 3, endsAt: friday } }),
]
const importRestored = restore(40, 4, 'b2', { run: 3 })

/** The start and the end of the current run after these events, empty without one. */
test.each([
  ['a reset begins a run that is not started', [started, ended, reset], '', ''],
  ['a run has the end that was set last', [started, ended], monday, friday],
  ['a run has no end after it was undone', [started, ended, endUndone], monday, ''],
  [
    'a restored run starts and ends as its backup',
    [started, ended, reset, startedAgain, restored],
    monday,
    friday,
  ],
  ['a restored run has no end that was undone', [started, ended, endUndone, reset, restored], monday, ''],
  ['a run of a backup before start and end has neither', [started, ended, reset, restoredEarly], '', ''],
  ['a restored run has no schedule that was cancelled', [scheduled, cancelled, reset, restored], '', ''],
  ['a restored run has the schedule of its place', [scheduled, cancelled, reset, restoredEarly], friday, ''],
  ['an imported run changes nothing', [started, ...imported], monday, ''],
  ['an imported run counts once it is restored', [reset, ...imported, importRestored], monday, friday],
])('%s', (_, events, startsAt, endsAt) => {
  const iso = (time: number | undefined) => (time === undefined ? '' : new Date(time).toISOString())
  const run = runAfter(...events)
  expect([iso(run.startsAt), iso(run.endsAt)]).toEqual([startsAt, endsAt])
})

test('a restored run has the history of its parent up to the backup', () => {
  const run = runAfter(started, reset, startedAgain, restored, restoredEarly)
  const isIn = (inRun: number, position: number) => isInHistory(run.history, projectEventIn(inRun, position))
  expect([isIn(1, 5), isIn(1, 6), isIn(2, 3), isIn(4, 55)]).toEqual([true, false, false, true])
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
  for (const position of [12n, 13n])
    expect(scoringOf(withScoringAt(history, position))).toEqual(scoringOfWeight(4))
  expect(withScoringAt(history, 11n)).toEqual([{ run: 1 }])
})

test('a restored run has the scoring of its place, and a reset begins with the default', () => {
  const after = (...events: Parameters<typeof runAfter>) => scoringOf(runAfter(...events).history)
  expect(after(scored(4, 4), restoredEarly)).toEqual(scoringOfWeight(4))
  expect(after(scored(6, 4), restoredEarly)).toEqual(defaultScoring)
  expect(after(scored(4, 4), reset)).toEqual(defaultScoring)
  expect(after(scored(4, 4), restoredEarly, scored(70, 7, 4))).toEqual(scoringOfWeight(7))
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
  const names = [...histories, ...frozen].map(shownRunName)
  expect(names[0]).toBe('r1')
  expect(new Set(names).size).toBe(names.length)
})
