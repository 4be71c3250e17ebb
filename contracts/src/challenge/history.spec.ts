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

const ended = at(15, { type: 'ChallengeEndSet', data: { run: 1, endsAt: friday } })
const endUndone = at(16, { type: 'ChallengeEndUndone', data: { run: 1 } })
const scheduled = at(2, { type: 'ChallengeScheduled', data: { run: 1, startsAt: friday } })
const cancelled = at(8, { type: 'ScheduleCancelled', data: { run: 1 } })
const importStarted = at(35, { type: 'ChallengeStarted', data: { run: 3, startsAt: monday } })
const importEnded = at(36, { type: 'ChallengeEndSet', data: { run: 3, endsAt: friday } })
const importRestored = at(40, { type: 'BackupRestored', data: { run: 4, backup: 'b2', parent: { run: 3 } } })

test.each([
  ['a reset begins a run that is not started', [started, ended, reset], undefined, undefined],
  ['a run has the end that was set last', [started, ended], monday, friday],
  ['a run has no end after it was undone', [started, ended, endUndone], monday, undefined],
  [
    'a restored run starts and ends as the run of its backup',
    [started, ended, reset, startedAgain, restored],
    monday,
    friday,
  ],
  [
    'a restored run has no end that was undone',
    [started, ended, endUndone, reset, restored],
    monday,
    undefined,
  ],
  [
    'a run of a backup before start and end has neither',
    [started, ended, reset, restoredEarly],
    undefined,
    undefined,
  ],
  [
    'a restored run has no schedule that was cancelled',
    [scheduled, cancelled, reset, restored],
    undefined,
    undefined,
  ],
  [
    'a restored run has the schedule of its place',
    [scheduled, cancelled, reset, restoredEarly],
    friday,
    undefined,
  ],
  ['an imported run changes nothing', [started, importStarted, importEnded], monday, undefined],
  [
    'an imported run counts once it is restored',
    [reset, importStarted, importEnded, importRestored],
    monday,
    friday,
  ],
])('%s', (_, events, startsAt, endsAt) => {
  const timeOf = (moment: string | undefined) => moment && Date.parse(moment)
  expect(runAfter(...events)).toMatchObject({ startsAt: timeOf(startsAt), endsAt: timeOf(endsAt) })
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
  for (const position of [12n, 13n])
    expect(scoringOf(withScoringAt(history, position))).toEqual(scoringOfWeight(4))
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
