import { rooms } from '@thirty/contracts/live/live.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { StoreUnavailable, type ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { challengeEvent, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { documentChanges, storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { challengeMessages, challengeUpdates } from './live.ts'
import { challengeQueries, challengeProjection } from './read-model.ts'

const startingAt = (startsAt: string): GivenEvent => challengeEvent('ChallengeStarted', { run: 1, startsAt })
const started = startingAt('2026-01-05T09:00:00.000Z')
const endSetAt = (endsAt: string) => challengeEvent('ChallengeEndSet', { run: 1, endsAt })
const frozenAt = (at: string) => challengeEvent('LeaderboardFrozen', { run: 1, frozenAt: at })
const minute = 60_000

/**
 * A web process with scheduled updates, started at `from`. `changeTo` replaces the events; without events the store is
 * unavailable.
 */
async function setUp(given: GivenEvent[], from: string, timeZone = 'UTC') {
  const time = fakeScheduler(Date.parse(from))
  let store: ReadModelStore | undefined = await storeAfter([challengeProjection], given)
  const replaceableStore = new Proxy({} as ReadModelStore, {
    get: (_, name: keyof ReadModelStore) => {
      if (store === undefined) throw new StoreUnavailable('unavailable')
      return store[name]
    },
  })
  const published: string[] = []
  const live = {
    publish: (room: string, message: string, payload: unknown) => {
      // Safe: only challenge updates are published here.
      const { day, at, ended } = payload as { day: number; at: string; ended: boolean }
      const text = `${message} day ${day}${ended ? ', ended,' : ''} at ${at}`
      if (room === rooms.leaderboard) published.push(text)
    },
  }
  const queries = challengeQueries({ store: replaceableStore, clock: time.now, timeZone, shownRun: () => 1 })
  const stop = challengeMessages(queries, live, time).startSchedule()
  await time.advance(0)
  return {
    time,
    published,
    stop,
    changeTo: async (next: GivenEvent[] | undefined) => {
      store = next && (await storeAfter([challengeProjection], next))
    },
  }
}

test('publishes a new day once, at midnight in the time zone of the challenge', async () => {
  const { time, published } = await setUp([started], '2026-01-06T22:58:30Z', 'Europe/Berlin')
  await time.advance(90 * minute)
  expect(published).toEqual(['challenge.changed day 3 at 2026-01-06T23:00:00.000Z'])
})

const scheduled = startingAt('2026-01-05T09:10:00.000Z')
const cancelled = challengeEvent('ScheduleCancelled', { run: 1 })
test.each([
  [
    'a start that was scheduled since',
    [],
    '2026-01-05T09:00:00Z',
    startingAt('2026-01-05T09:00:30.500Z'),
    ['challenge.changed day 1 at 2026-01-05T09:00:30.500Z'],
  ],
  [
    'a freeze three seconds after its request',
    [started],
    '2026-01-06T12:00:00Z',
    frozenAt('2026-01-06T12:00:18.000Z'),
    ['challenge.changed day 2 at 2026-01-06T12:00:18.000Z'],
  ],
  [
    'an end that was set since',
    [started],
    '2026-01-06T12:00:00Z',
    endSetAt('2026-01-06T12:00:30.500Z'),
    ['challenge.changed day 2, ended, at 2026-01-06T12:00:30.500Z'],
  ],
  ['no scheduled start that was canceled', [scheduled], '2026-01-05T09:05:00Z', cancelled, []],
  // The projection worker publishes it.
  ['no immediate start', [], '2026-01-05T09:00:00Z', startingAt('2026-01-05T09:00:15.000Z'), []],
])('publishes %s, on time', async (_, given, from, next, expected) => {
  const { time, published, changeTo } = await setUp(given, from)
  await time.advance(minute / 4)
  await changeTo([...given, next])
  expect(published).toEqual([])
  await time.advance(30 * minute)
  expect(published).toEqual(expected)
})

test('publishes no day after the last one', async () => {
  const published = []
  for (const evening of ['2026-02-02T23:59:00Z', '2026-02-03T23:59:00Z', '2026-02-04T23:59:00Z']) {
    const running = await setUp([started], evening)
    await running.time.advance(2 * minute)
    published.push(...running.published)
  }
  expect(published).toEqual(['challenge.changed day 30 at 2026-02-03T00:00:00.000Z'])
})

test('publishes a new day late if the read model was unavailable at midnight', async () => {
  const { time, published, changeTo } = await setUp([started], '2026-01-06T23:59:00Z')
  await changeTo(undefined)
  await time.advance(2 * minute)
  await changeTo([started])
  await time.advance(2 * minute)
  expect(published).toEqual(['challenge.changed day 3 at 2026-01-07T00:02:00.000Z'])
})

test('publishes nothing after it was stopped, and leaves no timer', async () => {
  const { time, published, stop } = await setUp([started], '2026-01-06T23:59:00Z')
  stop()
  await time.advance(2 * minute)
  expect([published, time.pendingTimers()]).toEqual([[], 0])
})

const importedStart = challengeEvent('ChallengeStarted', { run: 2, startsAt: '2025-01-05T09:00:00.000Z' })
const everybody = [rooms.showcase, rooms.leaderboard]
const reset = challengeEvent('ChallengeReset', { run: 2, backup: 'b1' })
test.each<[string, GivenEvent[], GivenEvent, string[]]>([
  ['a start', [started], startingAt('2026-01-06T09:00:00.000Z'), everybody],
  ['an end', [started], endSetAt('2026-01-20T09:00:00.000Z'), everybody],
  ['a reset', [started], reset, everybody],
  ['a reset of a run that was not started', [], reset, everybody],
  ['a freeze', [started], frozenAt('2026-01-06T09:00:00.000Z'), everybody],
  ['the start of an imported run', [started], importedStart, []],
])('%s is sent to everybody if it changes the current run', async (_, given, event, expected) => {
  const store = await storeAfter([challengeProjection], [started])
  const queries = challengeQueries({ store, clock: () => 0, timeZone: 'UTC', shownRun: () => 1 })
  const updates = documentChanges(challengeProjection, given, [event]).flatMap(challengeUpdates(queries))
  expect(updates.map(({ room }) => room)).toEqual(expected)
  for (const { build } of updates)
    expect(await build()).toEqual({
      run: 1,
      startsAt: '2026-01-05T09:00:00.000Z',
      day: 1,
      totalDays: 30,
      endsAt: '2026-02-11T00:00:00.000Z',
      ended: false,
      isEndSet: false,
      frozenAt: null,
      frozen: false,
    })
})
