import { rooms } from '@thirty/contracts/live.ts'
import { StoreUnavailable, type ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { challengeEvent, storeAfter, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { challengeUpdates } from './live.ts'
import { challengeQueries } from './query.ts'
import { challengeProjection, type Challenge } from './projection.ts'

const started = challengeEvent({
  type: 'ChallengeStarted',
  data: { run: 1, startsAt: '2026-01-05T23:30:00.000Z' },
})
const queriesAfter = async (story: GivenEvent[], now: string, timeZone = 'UTC') =>
  challengeQueries({
    store: await storeAfter([challengeProjection], story),
    clock: () => Date.parse(now),
    timeZone,
  })
const dayAt = async (story: GivenEvent[], now: string, timeZone?: string) =>
  (await queriesAfter(story, now, timeZone)).currentDay()

test('a challenge that nobody has started is on day 1', async () => {
  expect(await dayAt([], '2026-01-05T12:00:00.000Z')).toEqual({
    success: true,
    day: 1,
    totalDays: 30,
    started: false,
    startsAt: null,
    run: 1,
    timeZone: 'UTC',
  })
})

test('days are counted in the time zone of the challenge', async () => {
  expect(await dayAt([started], '2026-01-06T00:10:00.000Z')).toMatchObject({ day: 2, started: true })
  expect(await dayAt([started], '2026-01-06T00:10:00.000Z', 'Asia/Tokyo')).toMatchObject({ day: 1 })
})

test('a challenge that starts later is not started yet', async () => {
  expect(await dayAt([started], '2026-01-05T23:29:59.999Z')).toMatchObject({ day: 1, started: false })
})

test('every state of the challenge says its day, whether it is started, and when', async () => {
  const startsAt = '2026-01-05T23:30:00.000Z'
  const scheduled = challengeEvent({ type: 'ChallengeScheduled', data: { run: 1, startsAt } })
  const cancelled = challengeEvent({ type: 'ScheduleCancelled', data: { run: 1 } })
  const reset = challengeEvent({ type: 'ChallengeReset', data: { run: 2, backup: 'b1' } })
  const before = '2026-01-04T12:00:00.000Z'
  const after = '2026-01-06T12:00:00.000Z'
  expect(await dayAt([scheduled], before)).toMatchObject({ day: 1, started: false, startsAt })
  expect(await dayAt([scheduled], after)).toMatchObject({ day: 2, started: true, startsAt })
  expect(await dayAt([scheduled, cancelled], after)).toMatchObject({ day: 1, started: false, startsAt: null })
  expect(await dayAt([started], '2027-01-01T00:00:00.000Z')).toMatchObject({ day: 30, started: true })
  expect(await dayAt([started, reset], after)).toMatchObject({
    day: 1,
    started: false,
    startsAt: null,
    run: 2,
  })
})

test('while the view cannot be read, days go on by what is known of the start', async () => {
  const store = await storeAfter([challengeProjection], [started])
  let failure: Error | undefined
  let now = '2026-01-06T12:00:00.000Z'
  const load = () =>
    failure ? Promise.reject(failure) : store.load<Challenge>(challengeProjection, ['current'])
  // Only `load` is asked here, and for nothing else.
  const shaky = { ...store, load } as ReadModelStore
  const { currentDay } = challengeQueries({ store: shaky, clock: () => Date.parse(now), timeZone: 'UTC' })

  failure = new StoreUnavailable('away')
  await expect(currentDay()).rejects.toThrow('away')
  failure = undefined
  expect(await currentDay()).toMatchObject({ day: 2 })
  failure = new StoreUnavailable('away')
  now = '2026-01-07T12:00:00.000Z'
  expect(await currentDay()).toMatchObject({ day: 3, started: true })
  failure = new Error('broken')
  await expect(currentDay()).rejects.toThrow('broken')
})

test('everybody hears when the challenge changes', async () => {
  const [news, ...more] = challengeUpdates(await queriesAfter([started], '2026-01-06T12:00:00.000Z'))()
  expect([news, ...more]).toMatchObject([
    { room: rooms.showcase, message: 'challenge.changed' },
    { room: rooms.leaderboard, message: 'challenge.changed' },
  ])
  expect(news && 'build' in news && (await news.build())).toEqual({
    run: 1,
    startsAt: '2026-01-05T23:30:00.000Z',
    day: 2,
    totalDays: 30,
  })
})
