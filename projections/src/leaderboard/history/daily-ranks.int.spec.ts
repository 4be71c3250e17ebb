import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import {
  userIdOf,
  personEvents,
  projectEvents,
  storeAfter,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { dailyRanks } from './daily-ranks.ts'
import type { Participant } from '../participant.ts'
import { leaderboardProjection } from '../projection.ts'

const view = leaderboardProjection(1)
const [monday, tuesday] = ['2026-01-05T12:00:00.000Z', '2026-01-06T12:00:00.000Z']

/** Ada led on Monday, and on Tuesday Bob, who has more days by then. */
const story: GivenEvent[] = [
  personEvents('Ada').registered({}, monday),
  personEvents('Bob').registered({}, monday),
  projectEvents('Ada', 1).submitted({}, monday),
  projectEvents('Bob', 1).submitted({}, tuesday),
  projectEvents('Bob', 2).submitted({}, tuesday),
]

/** A store that counts how often somebody begins to look at everybody, and can make them wait or fail. */
async function setUp(patience?: number) {
  const store = await storeAfter([view], story)
  const looks = { count: 0, gate: Promise.resolve() }
  const range: ReadModelStore['range'] = async (key, index, window) => {
    if (index === 'participants' && window.offset === 0) looks.count += 1
    await looks.gate
    return store.range(key, index, window)
  }
  const ranks = dailyRanks({
    store: { ...store, range },
    readModel: view,
    clock: () => 0,
    ...(patience !== undefined && { timeoutMs: patience }),
  })
  const [bob] = await store.load<Participant>(view, [userIdOf('Bob')])
  if (!bob) throw new Error('Bob is not there.')
  return { ranks, looks, bob }
}

test('everybody is looked at once, however many dates are asked for', async () => {
  const { ranks, looks, bob } = await setUp()
  const [before, first, second] = await ranks.atEndOf(['2026-01-04', '2026-01-05', '2026-01-06'])
  expect([before?.(bob), first?.(bob), second?.(bob)]).toEqual([null, 2, 1])
  await ranks.atEndOf(['2026-01-05'])
  expect((await ranks.ifReady('2026-01-06'))(bob)).toBe(1)
  expect(looks.count).toBe(1)
})

test('nobody waits long while many are counted; afterwards the ranks are there', async () => {
  const { ranks, looks, bob } = await setUp(0)
  const gate = Promise.withResolvers<void>()
  looks.gate = gate.promise
  expect((await ranks.ifReady('2026-01-05'))(bob)).toBeNull()
  gate.resolve()
  const [rankOn] = await ranks.atEndOf(['2026-01-05'])
  expect(rankOn?.(bob)).toBe(2)
  expect((await ranks.ifReady('2026-01-05'))(bob)).toBe(2)
  expect(looks.count).toBe(1)
})

test('after a failure they are counted again', async () => {
  const { ranks, looks, bob } = await setUp()
  looks.gate = Promise.reject(new Error('away'))
  await expect(ranks.atEndOf(['2026-01-05'])).rejects.toThrow('away')
  await expect(ranks.ifReady('2026-01-06')).rejects.toThrow('away')
  looks.gate = Promise.resolve()
  expect((await ranks.ifReady('2026-01-05'))(bob)).toBe(2)
})

test('a date is counted again until the view has certainly had all of it', async () => {
  const soFar = [
    personEvents('Ada').registered({}, monday),
    personEvents('Bob').registered({}, monday),
    projectEvents('Ada', 1).submitted({}, monday),
  ]
  const late = [projectEvents('Bob', 1).submitted({}, monday), projectEvents('Bob', 2).submitted({}, monday)]
  const nextDay = projectEvents('Ada', 2).submitted({}, tuesday)
  let store = await storeAfter([view], soFar)
  let now = 0
  let looks = 0
  const range: ReadModelStore['range'] = (key, index, window) => {
    looks += 1
    return store.range(key, index, window)
  }
  const ranks = dailyRanks({ store: { ...store, range }, readModel: view, clock: () => now })
  const rankOfAda = async () => {
    const [ada] = await store.load<Participant>(view, [userIdOf('Ada')])
    return ada && (await ranks.ifReady('2026-01-05'))(ada)
  }
  expect(await rankOfAda()).toBe(1)
  store = await storeAfter([view], [...soFar, ...late, nextDay])
  now += 59_999
  expect([await rankOfAda(), looks]).toEqual([1, 1])
  now += 1
  await ranks.atEndOf(['2026-01-05'])
  expect([await rankOfAda(), looks]).toEqual([2, 2])
  now += 3_600_000
  expect([await rankOfAda(), looks]).toEqual([2, 2])
})
