import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { expect, test, vi } from 'vitest'
import {
  userIdOf,
  personEvents,
  projectEvents,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { movingStore } from '@thirty/projections/testing/moving-board.ts'
import { dailyRanks } from './daily-ranks.ts'
import type { Participant } from '../participant.ts'
import { leaderboardProjection } from '../projection.ts'

const projection = leaderboardProjection(firstHistory)
const [monday, tuesday] = ['2026-01-05T12:00:00.000Z', '2026-01-06T12:00:00.000Z']

/** Ada leads on Monday; on Tuesday Bob leads with more projects. */
const givenEvents: GivenEvent[] = [
  personEvents('Ada').registered({}, monday),
  personEvents('Bob').registered({}, monday),
  projectEvents('Ada', 1).submitted({}, monday),
  projectEvents('Bob', 1).submitted({}, tuesday),
  projectEvents('Bob', 2).submitted({}, tuesday),
]

async function setUp({ given = givenEvents, maxWaitMs = 5_000 } = {}) {
  const { store, state, add } = await movingStore(projection, given)
  const time = { now: 1 }
  const ranks = dailyRanks({ store, readModel: projection, clock: () => time.now, maxWaitMs })
  const load = async (name: string) => {
    const [participant] = await store.load<Participant>(projection, [userIdOf(name)])
    if (!participant) throw new Error(`${name} is not in the store.`)
    return participant
  }
  const rankOfAda = async () => (await ranks.lastKnownAtEndOf('2026-01-05'))(await load('Ada'))
  return { ranks, state, bob: await load('Bob'), time, rankOfAda, add }
}

test('scans all participants once for any number of dates', async () => {
  const { ranks, state, bob } = await setUp()
  const [before, first, second] = await ranks.atEndOf(['2026-01-04', '2026-01-05', '2026-01-06'])
  expect([before?.(bob), first?.(bob), second?.(bob)]).toEqual([null, 2, 1])
  expect(state.scans).toBe(1)
})

test('computes the ranks again after the log was put back', async () => {
  const { ranks, state, bob } = await setUp()
  await ranks.atEndOf(['2026-01-05'])
  state.epoch = 'e2'
  expect((await ranks.atEndOf(['2026-01-05']))[0]?.(bob)).toBe(2)
  expect(state.scans).toBe(2)
  state.epoch = 'e3'
  await ranks.lastKnownAtEndOf('2026-01-05')
  expect(state.scans).toBe(3)
})

test('waits for ranks that were never computed, so that no page lacks them, and not while they are computed again', async () => {
  const { ranks, state, bob, time } = await setUp()
  const gate = Promise.withResolvers<void>()
  state.gate = gate.promise
  const first = ranks.lastKnownAtEndOf('2026-01-06')
  await vi.waitFor(() => expect(state.scans).toBe(1))
  gate.resolve()
  expect((await first)(bob)).toBe(1)
  // Events of the date may have been missing.
  time.now += 60_001
  state.gate = new Promise(() => {})
  expect((await ranks.lastKnownAtEndOf('2026-01-06'))(bob)).toBe(1)
  expect(state.scans).toBe(2)
})

const others = Array.from({ length: 6 }, (_, index) => [`2026-02-${index + 10}`])

test('ranks that make room for others are computed again', async () => {
  const { ranks, state, bob } = await setUp()
  const kept = [['2026-01-05'], ...others.slice(1)]
  for (const dates of [...kept, ...kept]) await ranks.atEndOf(dates)
  expect(state.scans).toBe(6)
  await ranks.atEndOf(['2026-02-10'])
  const [rankOn] = await ranks.atEndOf(['2026-01-05'])
  expect([rankOn?.(bob), state.scans]).toEqual([2, 8])
})

test('ranks that make room for others while they are computed are returned', async () => {
  const { ranks, bob } = await setUp()
  const [first] = await Promise.all([['2026-01-05'], ...others].map((dates) => ranks.atEndOf(dates)))
  expect(first?.[0]?.(bob)).toBe(2)
})

test('a page does not wait longer than a while for ranks of very many participants, and one after them has them', async () => {
  const { ranks, state, bob } = await setUp({ maxWaitMs: 0 })
  const gate = Promise.withResolvers<void>()
  state.gate = gate.promise
  for (const page of ['first', 'second'])
    expect([page, (await ranks.lastKnownAtEndOf('2026-01-05'))(bob)]).toEqual([page, null])
  gate.resolve()
  await ranks.atEndOf(['2026-01-05'])
  expect((await ranks.lastKnownAtEndOf('2026-01-05'))(bob)).toBe(2)
  expect(state.scans).toBe(1)
})

test('scans again after a failure', async () => {
  const { ranks, state, bob } = await setUp()
  state.gate = Promise.reject(new Error('away'))
  await expect(ranks.atEndOf(['2026-01-05'])).rejects.toThrow('away')
  await expect(ranks.lastKnownAtEndOf('2026-01-06')).rejects.toThrow('away')
  state.gate = Promise.resolve()
  expect((await ranks.lastKnownAtEndOf('2026-01-05'))(bob)).toBe(2)
})

test('scans a date again until the read model is certain to contain all its events', async () => {
  const before = givenEvents.slice(0, 3)
  const late = [projectEvents('Bob', 1).submitted({}, monday), projectEvents('Bob', 2).submitted({}, monday)]
  const { ranks, state, time, add, rankOfAda } = await setUp({ given: before })
  expect(await rankOfAda()).toBe(1)
  await add(...late, projectEvents('Ada', 2).submitted({}, tuesday))
  time.now += 60_000
  expect([await rankOfAda(), state.scans]).toEqual([1, 1])
  time.now += 1
  await ranks.atEndOf(['2026-01-05'])
  expect([await rankOfAda(), state.scans]).toEqual([2, 2])
  time.now += 3_600_000
  expect([await rankOfAda(), state.scans]).toEqual([2, 2])
})

test('scans several dates again until the read model is certain to contain all events of each', async () => {
  const { ranks, state, bob, time, add } = await setUp()
  const dates = ['2026-01-05', '2026-01-06']
  const rankOfBob = async () => (await ranks.atEndOf(dates)).map((rankOn) => rankOn(bob))
  expect(await rankOfBob()).toEqual([2, 1])
  await add(...[2, 3, 4].map((day) => projectEvents('Ada', day).submitted({}, tuesday)))
  time.now += 60_001
  expect([await rankOfBob(), state.scans]).toEqual([[2, 2], 2])
})

test('a project that is worth nothing ranks before everybody without one, on the date of its submission as today', async () => {
  const weights = { projects: 0, quality: 1, streak: 0 }
  const scorings = [{ position: 0n, time: 0, scoring: { weights, excluded: [] } }]
  const qualityOnly = leaderboardProjection([{ run: 1, scorings }])
  const people = ['Ada', 'Bob'].map((name) => personEvents(name).registered({}, monday))
  const store = await storeAfter([qualityOnly], [...people, projectEvents('Bob', 1).submitted({}, tuesday)])
  const ranks = dailyRanks({ store, readModel: qualityOnly, clock: () => 0 })
  const [bob] = await store.load<Participant>(qualityOnly, [userIdOf('Bob')])
  const [onMonday, onTuesday] = await ranks.atEndOf(['2026-01-05', '2026-01-06'])
  expect(bob && [onMonday?.(bob), onTuesday?.(bob)]).toEqual([2, 1])
  expect(await store.rank(qualityOnly, 'points', userIdOf('Bob'))).toBe(0)
})

test('ranks everybody of many who registered in the same millisecond', async () => {
  const names = Array.from({ length: 130 }, (_, index) => `P${index}`)
  const { store } = await movingStore(projection, [
    ...names.map((name) => personEvents(name).registered({}, monday)),
    ...names.map((name) => projectEvents(name, 1).submitted({}, monday)),
  ])
  const [rankOn] = await dailyRanks({ store, readModel: projection, clock: () => 1 }).atEndOf(['2026-01-05'])
  const people = await store.load<Participant>(projection, names.map(userIdOf))
  expect(people.map((person) => person && rankOn?.(person))).toEqual(names.map((_, index) => index + 1))
})
