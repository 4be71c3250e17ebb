import { rooms } from '@thirty/contracts/live.ts'
import { steppedTime } from '@thirty/infra/scheduler-double.ts'
import { StoreUnavailable, type ViewStore } from '@thirty/infra/views/views.ts'
import { expect, test } from 'vitest'
import { challenge, storeAfter, type Told } from '../story.ts'
import { followCalendar } from './calendar.ts'
import { challengeQueries } from './query.ts'
import { challengeView } from './view.ts'

const startingAt = (startsAt: string): Told =>
  challenge({ type: 'ChallengeStarted', data: { run: 1, startsAt } })
const minute = 60_000

/** A web process with its calendar, from a moment on. `changeTo` exchanges what has happened. */
async function calendar(story: Told[], from: string, timeZone = 'UTC') {
  const time = steppedTime(Date.parse(from))
  let store: ViewStore | undefined = await storeAfter([challengeView], story)
  const present = new Proxy({} as ViewStore, {
    get: (_, name: keyof ViewStore) => {
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
  const stop = followCalendar({ queries, store: present, live, scheduler: time })
  await time.pass(0)
  return {
    time,
    told,
    stop,
    changeTo: async (next: Told[] | undefined) => {
      store = next && (await storeAfter([challengeView], next))
    },
  }
}

test('a new day is told at midnight of the time zone, once', async () => {
  const { time, told } = await calendar(
    [startingAt('2026-01-05T09:00:00.000Z')],
    '2026-01-06T22:58:30Z',
    'Europe/Berlin',
  )
  await time.pass(90 * minute)
  expect(told).toEqual(['challenge.changed day 3 at 2026-01-06T23:00:00.000Z'])
})

test('days of 23 and 25 hours end when they end', async () => {
  const { time, told } = await calendar(
    [startingAt('2026-10-20T09:00:00.000Z')],
    '2026-10-24T12:00:00Z',
    'Europe/Berlin',
  )
  await time.pass(48 * 60 * minute)
  expect(told).toEqual([
    'challenge.changed day 6 at 2026-10-24T22:00:00.000Z',
    'challenge.changed day 7 at 2026-10-25T23:00:00.000Z',
  ])
})

test('an arranged start is told when it arrives, also one that was arranged meanwhile', async () => {
  const { time, told, changeTo } = await calendar([], '2026-01-05T09:00:00Z')
  await changeTo([startingAt('2026-01-05T09:10:30.500Z')])
  await time.pass(10 * minute)
  expect(told).toEqual([])
  await time.pass(minute)
  expect(told).toEqual(['challenge.changed day 1 at 2026-01-05T09:10:30.500Z'])
})

test('an arranged start that was cancelled is not told when its time comes', async () => {
  const { time, told, changeTo } = await calendar(
    [startingAt('2026-01-05T09:10:00.000Z')],
    '2026-01-05T09:00:00Z',
  )
  await time.pass(5 * minute)
  await changeTo([
    startingAt('2026-01-05T09:10:00.000Z'),
    challenge({ type: 'ScheduleCancelled', data: { run: 1 } }),
  ])
  await time.pass(30 * minute)
  expect(told).toEqual([])
})

test('a start at once is told by whoever took it in, not by the calendar', async () => {
  const { time, told, changeTo } = await calendar([], '2026-01-05T09:00:00Z')
  await time.pass(minute / 2)
  await changeTo([startingAt('2026-01-05T09:00:30.000Z')])
  await time.pass(10 * minute)
  expect(told).toEqual([])
})

test('after the last day no other comes', async () => {
  const { time, told } = await calendar([startingAt('2026-01-05T09:00:00.000Z')], '2026-02-02T12:00:00Z')
  await time.pass(3 * 24 * 60 * minute)
  expect(told).toEqual(['challenge.changed day 30 at 2026-02-03T00:00:00.000Z'])
})

test('a midnight at which nothing could be read is told when it can', async () => {
  const story = [startingAt('2026-01-05T09:00:00.000Z')]
  const { time, told, changeTo } = await calendar(story, '2026-01-06T23:59:00Z')
  await changeTo(undefined)
  await time.pass(2 * minute)
  await changeTo(story)
  await time.pass(2 * minute)
  expect(told).toEqual(['challenge.changed day 3 at 2026-01-07T00:02:00.000Z'])
})

test('after the end nothing is told and nothing waits', async () => {
  const { time, told, stop } = await calendar(
    [startingAt('2026-01-05T09:00:00.000Z')],
    '2026-01-06T23:59:00Z',
  )
  stop()
  await time.pass(2 * minute)
  expect([told, time.timers()]).toEqual([[], 0])
})
