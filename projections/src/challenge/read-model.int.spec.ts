import { currentRun } from '@thirty/contracts/challenge/history.ts'
import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { StoreUnavailable } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { challengeEvent, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { documentsAfter, storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { challengeProjection, challengeQueries, challengeState, readCurrentHistory } from './read-model.ts'

const started = challengeEvent('ChallengeStarted', { run: 1, startsAt: '2026-01-05T23:30:00.000Z' })
const queriesAfter = async (given: GivenEvent[], now: string, timeZone = 'UTC', run = 1) =>
  challengeQueries({
    store: await storeAfter([challengeProjection], given),
    clock: () => Date.parse(now),
    timeZone,
    shownRun: () => run,
  })
const dayAt = async (given: GivenEvent[], now: string, timeZone?: string) =>
  (await queriesAfter(given, now, timeZone)).currentDay()

const [set, unset] = [
  { endsAt: '2026-01-20T18:00:00.000Z', isEndSet: true },
  { endsAt: '2026-02-11T00:00:00.000Z', isEndSet: false },
]
const startsAt = '2026-01-05T23:30:00.000Z'
const scheduled = challengeEvent('ChallengeScheduled', { run: 1, startsAt })
const cancelled = challengeEvent('ScheduleCancelled', { run: 1 })
const endSet = challengeEvent('ChallengeEndSet', { run: 1, endsAt: set.endsAt })
const undone = challengeEvent('ChallengeEndUndone', { run: 1 })
const none = { day: 1, started: false, startsAt: null, endsAt: null }

test.each([
  ['that is not started', [], '2026-01-05T12:00:00.000Z', { run: 1, totalDays: 30, ...none }],
  ['before its start', [scheduled], '2026-01-04T12:00:00.000Z', { day: 1, started: false, startsAt }],
  ['after its start', [scheduled], '2026-01-06T12:00:00.000Z', { day: 2, started: true, startsAt }],
  ['whose start was cancelled', [scheduled, cancelled], '2026-01-06T12:00:00.000Z', none],
  ['just before its end', [started], '2026-02-10T23:59:59.999Z', { day: 30, ...unset, ended: false }],
  ['at its end', [started], unset.endsAt, { ...unset, ended: true }],
  ['just before its set end', [started, endSet], '2026-01-20T17:59:59.999Z', { ...set, ended: false }],
  ['at its set end', [started, endSet], set.endsAt, { ...set, ended: true }],
  ['whose set end was undone', [started, endSet, undone], set.endsAt, { ...unset, ended: false }],
])('says day, start and end of a challenge %s', async (_, given, now, expected) => {
  expect(await dayAt(given, now)).toMatchObject(expected)
})

test('a challenge ends at the end of a day in its time zone', async () => {
  expect(await dayAt([started], unset.endsAt, 'America/New_York')).toMatchObject({
    endsAt: '2026-02-11T05:00:00.000Z',
    ended: false,
  })
})

test('computes the day from the last known start while the read model is unavailable', async () => {
  const store = await storeAfter([challengeProjection], [started])
  let now = '2026-01-06T12:00:00.000Z'
  const clock = () => Date.parse(now)
  const { currentDay } = challengeQueries({ store, clock, timeZone: 'UTC', shownRun: () => 1 })
  const { load } = store
  const fail = () => {
    store.load = () => Promise.reject(new StoreUnavailable('unavailable'))
  }
  fail()
  await expect(currentDay()).rejects.toThrow('unavailable')
  store.load = load
  expect(await currentDay()).toMatchObject({ day: 2 })
  fail()
  now = '2026-01-07T12:00:00.000Z'
  expect(await currentDay()).toMatchObject({ day: 3, started: true })
})

const afterRestore = [
  started,
  challengeEvent('ChallengeReset', { run: 2, backup: 'b1' }),
  challengeEvent('BackupRestored', { run: 3, backup: 'b2', parent: { run: 1 } }),
  challengeEvent('BackupRestored', { run: 4, backup: 'b3', parent: { run: 3, upTo: '35' } }),
]

test('returns the day of the shown run, also while another run is current', async () => {
  const now = '2026-01-06T12:00:00.000Z'
  const dayOf = async (run: number) => (await queriesAfter(afterRestore, now, 'UTC', run)).currentDay()
  expect(await dayOf(1)).toMatchObject({ run: 1, day: 2, started: true })
  expect(await dayOf(2)).toMatchObject({ run: 2, day: 1, started: false, startsAt: null })
  expect(await dayOf(4)).toMatchObject({ run: 4, day: 2, started: true })
})

test('returns the history of the current run, where it began, and the earlier runs', async () => {
  const historyAfter = async (...given: GivenEvent[]) =>
    readCurrentHistory(await storeAfter([challengeProjection], given))
  expect(await historyAfter()).toEqual({ history: [{ run: 1 }], begun: null, earlier: [] })
  expect(await historyAfter(...afterRestore)).toEqual({
    history: [{ run: 4 }, { run: 3, upTo: 35n }, { run: 1, upTo: 35n }],
    begun: { at: '2026-01-05T12:00:00.000Z', position: 40n },
    earlier: [[{ run: 3 }, { run: 1 }], [{ run: 2 }], [{ run: 1 }]],
  })
})

test.each(['+275760-09-13T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '-000001-01-01T00:00:00.000Z'])(
  'a log from before the bounds of moments, with %s, has a day, an end and a freeze',
  async (at) => {
    const start = challengeEvent('ChallengeScheduled', { run: 1, startsAt: at })
    const given = [start, challengeEvent('LeaderboardFrozen', { run: 1, frozenAt: at })]
    const ended = [...given, challengeEvent('ChallengeEndSet', { run: 1, endsAt: at })]
    for (const timeZone of ['UTC', 'Pacific/Kiritimati']) {
      const { day, endsAt } = await dayAt(given, '2026-01-05T12:00:00.000Z', timeZone)
      expect([day >= 1, Number.isNaN(Date.parse(String(endsAt)))]).toEqual([true, false])
      expect((await dayAt(ended, '2026-01-05T12:00:00.000Z', timeZone)).isEndSet).toBe(true)
    }
  },
)

test('the history keeps who changed the scoring, and why', () => {
  const data = { run: 1, weights: defaultScoring.weights, excluded: [], reason: 'A fairer one' }
  const changed = { ...challengeEvent('ScoringChanged', data), actor: 'ines' }
  const document = documentsAfter(challengeProjection, [changed]).get('current')
  const { history } = currentRun(challengeState(document).runs)
  expect(history[0].scorings).toMatchObject([{ by: 'ines', reason: 'A fairer one' }])
})
