import { rooms } from '@thirty/contracts/live.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { StoreUnavailable, type ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { challengeEvent, storeAfter, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { startScheduledUpdates } from './live.ts'
import { challengeQueries } from './query.ts'
import { challengeProjection } from './projection.ts'

const startingAt = (startsAt: string): GivenEvent =>
  challengeEvent({ type: 'ChallengeStarted', data: { run: 1, startsAt } })
const minute = 60_000

/** A web process with its calendar, from a moment on. `changeTo` exchanges what has happened. */
async function calendar(story: GivenEvent[], from: string, timeZone = 'UTC') {
  const time = fakeScheduler(Date.parse(from))
  let store: ReadModelStore | undefined = await storeAfter([challengeProjection], story)
  const present = new Proxy({} as ReadModelStore, {
    get: (_, name: keyof ReadModelStore) => {
      if (store === undefined) throw new StoreUnavailable('away')
      return store[name]
    },
  })
  const told: string[] = []
  const live = {
    publish: (room: string, message: string, payload: unknown) => {
      // It was made a line before.
      const { day, at } = payload as { day: number; at: string }
      if (room === rooms.leaderboard) told.push(`${message} day ${day} at ${at}`)
    },
  }
  const queries = challengeQueries({ store: present, clock: time.now, timeZone })
  const stop = startScheduledUpdates({ queries, store: present, live, scheduler: time })
  await time.advance(0)
  return {
    time,
    told,
    stop,
    changeTo: async (next: GivenEvent[] | undefined) => {
      store = next && (await storeAfter([challengeProjection], next))
    },
  }
}

test('a new day is told at midnight of the time zone, once', async () => {
  const { time, told } = await calendar(
    [startingAt('2026-01-05T09:00:00.000Z')],
    '2026-01-06T22:58:30Z',
    'Europe/Berlin',
  )
  await time.advance(90 * minute)
  expect(told).toEqual(['challenge.changed day 3 at 2026-01-06T23:00:00.000Z'])
})

test('days of 23 and 25 hours end when they end', async () => {
  const { time, told } = await calendar(
    [startingAt('2026-10-20T09:00:00.000Z')],
    '2026-10-24T12:00:00Z',
    'Europe/Berlin',
  )
  await time.advance(48 * 60 * minute)
  expect(told).toEqual([
    'challenge.changed day 6 at 2026-10-24T22:00:00.000Z',
    'challenge.changed day 7 at 2026-10-25T23:00:00.000Z',
  ])
})

test('an arranged start is told when it arrives, also one that was arranged meanwhile', async () => {
  const { time, told, changeTo } = await calendar([], '2026-01-05T09:00:00Z')
  await changeTo([startingAt('2026-01-05T09:10:30.500Z')])
  await time.advance(10 * minute)
  expect(told).toEqual([])
  await time.advance(minute)
  expect(told).toEqual(['challenge.changed day 1 at 2026-01-05T09:10:30.500Z'])
})

test('an arranged start that was cancelled is not told when its time comes', async () => {
  const { time, told, changeTo } = await calendar(
    [startingAt('2026-01-05T09:10:00.000Z')],
    '2026-01-05T09:00:00Z',
  )
  await time.advance(5 * minute)
  await changeTo([
    startingAt('2026-01-05T09:10:00.000Z'),
    challengeEvent({ type: 'ScheduleCancelled', data: { run: 1 } }),
  ])
  await time.advance(30 * minute)
  expect(told).toEqual([])
})

test('a start at once is told by whoever took it in, not by the calendar', async () => {
  const { time, told, changeTo } = await calendar([], '2026-01-05T09:00:00Z')
  await time.advance(minute / 2)
  await changeTo([startingAt('2026-01-05T09:00:30.000Z')])
  await time.advance(10 * minute)
  expect(told).toEqual([])
})

test('after the last day no other comes', async () => {
  const { time, told } = await calendar([startingAt('2026-01-05T09:00:00.000Z')], '2026-02-02T12:00:00Z')
  await time.advance(3 * 24 * 60 * minute)
  expect(told).toEqual(['challenge.changed day 30 at 2026-02-03T00:00:00.000Z'])
})

test('a midnight at which nothing could be read is told when it can', async () => {
  const story = [startingAt('2026-01-05T09:00:00.000Z')]
  const { time, told, changeTo } = await calendar(story, '2026-01-06T23:59:00Z')
  await changeTo(undefined)
  await time.advance(2 * minute)
  await changeTo(story)
  await time.advance(2 * minute)
  expect(told).toEqual(['challenge.changed day 3 at 2026-01-07T00:02:00.000Z'])
})

test('after the end nothing is told and nothing waits', async () => {
  const { time, told, stop } = await calendar(
    [startingAt('2026-01-05T09:00:00.000Z')],
    '2026-01-06T23:59:00Z',
  )
  stop()
  await time.advance(2 * minute)
  expect([told, time.pendingTimers()]).toEqual([[], 0])
})
