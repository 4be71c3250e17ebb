import { setImmediate as nextTurn } from 'node:timers/promises'
import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import {
  StoreUnavailable,
  type Projection,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { afterEach, expect, test } from 'vitest'
import type { RegisteredProjection } from '../registered-projection.ts'
import {
  projectorCluster,
  type FakeProjector,
  type ProjectorClusterOptions,
} from '@thirty/projections/testing/runner/projector-cluster.ts'

type Tally = { count: number }

/** Counts the events of every project. */
const tally = (name: string, version = 1): Projection<Tally> => ({
  name,
  version,
  streams: ['project-'],
  documentIds: (event) => [event.stream],
  evolve: (document) => ({ count: (document?.count ?? 0) + 1 }),
  indexEntries: ({ count }) => ({ count: { score: count } }),
})

const loud = (view: Projection<Tally>): RegisteredProjection<Tally> => ({
  projection: view,
  liveUpdates: ({ event }) => [{ room: 'all', message: 'happened', item: `${view.name} ${event.position}` }],
})

const ends: (() => Promise<void>)[] = []
afterEach(() => Promise.all(ends.splice(0).map((end) => end())))

function team(options: Partial<ProjectorClusterOptions> = {}) {
  const set = projectorCluster({ projections: [loud(tally('tally'))], ...options })
  ends.push(set.end)
  const count = async (name = 'tally', version = 1) =>
    (await set.memory.load<Tally>({ name, version }, ['project-a']))[0]?.count
  const happens = (times = 1) => {
    for (let at = 0; at < times; at++) set.log.add('project-a', 'Happened')
  }
  const heard = () => set.frames.flatMap(({ payload }) => (payload as { items?: string[] }).items ?? [])
  const missed = () => set.frames.filter(({ message }) => message === 'news.missed').length
  return { ...set, count, happens, heard, missed }
}

const leaders = (...projectors: FakeProjector[]) => projectors.map((one) => one.runningProjections().length)
const four = ['a', 'b', 'c', 'd'].map((name) => loud(tally(name)))

test('one projector leads, the other stands by; both are ready', async () => {
  const { start, happens, count, time } = team()
  happens(5)
  const [first, second] = [start(), start()]
  await Promise.all([first.ready, second.ready, time.advance(2_000)])
  expect([...first.runningProjections(), ...second.runningProjections()]).toEqual(['tally'])
  happens()
  await time.advance(100)
  expect(await count()).toBe(6)
  expect([...first.failures, ...second.failures]).toEqual([])
})

test('a leader that is killed is replaced within five seconds, and the view misses nothing', async () => {
  const { start, happens, count, time, missed } = team()
  const first = start()
  await first.ready
  const second = start()
  await time.advance(3_000)
  happens()
  await time.advance(50)
  const [leader, standby] = first.runningProjections().length > 0 ? [first, second] : [second, first]
  leader.stall()
  happens(7)
  const toldBefore = missed()
  await time.advance(5_000)
  expect(standby.runningProjections()).toEqual(['tally'])
  expect(await count()).toBe(8)
  expect(missed()).toBeGreaterThan(toldBefore)
})

test('a leader that stops hands over: the next one leads a second later', async () => {
  const { start, happens, count, time, heard } = team()
  const projectors = [start(), start()]
  await time.advance(3_000)
  happens()
  await flushPromises()
  happens()
  await flushPromises()
  const [leader, standby] = projectors.toSorted(
    (one, other) => other.runningProjections().length - one.runningProjections().length,
  )
  await leader?.stop()
  expect(heard()).toEqual(['tally 0', 'tally 1'])
  await time.advance(1_000)
  expect(standby?.runningProjections()).toEqual(['tally'])
  happens()
  await time.advance(200)
  expect(await count()).toBe(3)
  expect(heard()).toEqual(['tally 0', 'tally 1', 'tally 2'])
})

test('a projector that is stopped while a view catches up ends, though its store takes a while to answer', async () => {
  const [level, behind] = [loud(tally('level')), loud(tally('behind'))]
  const held = Promise.withResolvers<void>()
  let isHeld = false
  let stopping: Promise<void> | undefined
  const wrap = (store: ReadModelStore): ReadModelStore => ({
    ...store,
    commit: async (commit) => {
      if (commit.build.name === 'behind' && commit.to > 10n) {
        isHeld = true
        await held.promise
      }
      await store.commit(commit)
    },
    // It is stopped while it waits for this answer.
    acquireLease: async (...lease) => {
      if (isHeld) {
        stopping ??= second.stop()
        held.resolve()
        await nextTurn()
      }
      return store.acquireLease(...lease)
    },
  })
  const { start, happens, memory, time } = team({ wrapStore: wrap })
  happens(60)
  const first = start('first', [level])
  await first.ready
  await first.stop()
  const second = start('second', [level, behind])
  await time.advance(5_000)
  expect(stopping).toBeDefined()
  await stopping
  expect(await memory.liveBuild({ name: 'behind', version: 1 })).toBeUndefined()
})

test('a leader that stood still writes nothing when it wakes, says so, and may lead again later', async () => {
  const { start, happens, count, time, commits, heard } = team()
  const stalled = start('stalled')
  await stalled.ready
  happens()
  await flushPromises()
  stalled.stall()
  happens(3)
  const other = start('other')
  await time.advance(5_000)
  expect(await count()).toBe(4)
  const { length } = commits
  stalled.wake()
  await flushPromises()
  expect(commits.slice(length).map(({ by }) => by)).not.toContain('stalled')
  expect(stalled.runningProjections()).toEqual([])
  expect(stalled.failures.map(({ isParked }) => isParked)).toContain(false)
  await other.stop()
  await time.advance(2_000)
  expect(stalled.runningProjections()).toEqual(['tally'])
  happens()
  await time.advance(200)
  expect(await count()).toBe(5)
  expect(heard().filter((item) => item === 'tally 0')).toHaveLength(1)
})

test('a step that was on its way while somebody else took over changes nothing', async () => {
  const held = Promise.withResolvers<void>()
  let isHeld = false
  const wrap = (store: ReadModelStore): ReadModelStore => ({
    ...store,
    commit: async (commit) => {
      if (isHeld && commit.lease?.owner === 'slow') await held.promise
      await store.commit(commit)
    },
  })
  const { start, happens, count, time } = team({ wrapStore: wrap })
  const slow = start('slow')
  await slow.ready
  isHeld = true
  happens()
  await flushPromises()
  slow.stall()
  const other = start('other')
  await time.advance(5_000)
  expect(other.runningProjections()).toEqual(['tally'])
  slow.wake()
  held.resolve()
  happens(2)
  await time.advance(5_000)
  expect(await count()).toBe(3)
})

test('views are spread: whoever joins gets a fair part, and no view is without a leader for long', async () => {
  const { start, happens, count, time, heard } = team({ projections: four })
  const first = start('one')
  await first.ready
  expect(leaders(first)).toEqual([4])
  const second = start('two')
  await time.advance(2_100)
  expect(leaders(first, second)).toEqual([2, 2])
  const third = start('three')
  await time.advance(2_100)
  const spread = leaders(first, second, third)
  expect(Math.max(...spread)).toBe(2)
  expect([first, second, third].flatMap((one) => one.runningProjections()).toSorted()).toEqual([
    'a',
    'b',
    'c',
    'd',
  ])
  happens(3)
  await time.advance(200)
  expect(await Promise.all(four.map(({ projection: view }) => count(view.name)))).toEqual([3, 3, 3, 3])
  expect(new Set(heard()).size).toBe(heard().length)
  expect(heard()).toHaveLength(12)
})

test('what a projector leaves behind is spread over those who stay', async () => {
  const { start, time } = team({ projections: four })
  const [first, second, third] = [start('one'), start('two'), start('three')]
  await time.advance(3_000)
  second.stall()
  await third.stop()
  await time.advance(5_000)
  expect(first.runningProjections().toSorted()).toEqual(['a', 'b', 'c', 'd'])
})

test('a leader that cannot renew its lease stops by its own clock, before others can take it', async () => {
  let isAway = false
  const wrap = (store: ReadModelStore): ReadModelStore => ({
    ...store,
    announceWorker: async (...given) =>
      isAway ? Promise.reject(new StoreUnavailable('away')) : store.announceWorker(...given),
  })
  const { start, happens, count, time, commits } = team({ wrapStore: wrap })
  const leader = start()
  await leader.ready
  isAway = true
  const since = time.now()
  for (let at = 0; at < 40; at++) {
    happens()
    await time.advance(100)
  }
  expect(Math.max(...commits.map(({ at }) => at)) - since).toBeLessThan(2_800)
  expect(leader.runningProjections()).toEqual([])
  expect(leader.failures).toHaveLength(2)
  isAway = false
  await time.advance(1_500)
  expect(leader.runningProjections()).toEqual(['tally'])
  expect(await count()).toBe(40)
})

test('a step that was worked out too late is not sent, though nobody else leads', async () => {
  const held = Promise.withResolvers<void>()
  const state = { isAway: false, sent: 0 }
  const wrap = (store: ReadModelStore): ReadModelStore => ({
    ...store,
    announceWorker: async (...given) =>
      state.isAway ? Promise.reject(new StoreUnavailable('away')) : store.announceWorker(...given),
    load: async (view, ids) => {
      if (state.isAway) await held.promise
      return store.load(view, ids)
    },
    commit: async (commit) => {
      state.sent += 1
      await store.commit(commit)
    },
  })
  const { start, happens, count, time } = team({ wrapStore: wrap })
  await start().ready
  happens()
  await time.advance(500)
  const { sent } = state
  state.isAway = true
  happens()
  await time.advance(5_000)
  held.resolve()
  await flushPromises()
  expect(state.sent).toBe(sent)
  state.isAway = false
  await time.advance(2_000)
  expect(await count()).toBe(2)
})

test('a projector of another release leads its own version beside the one before', async () => {
  const { start, happens, count, time } = team()
  const old = start('old')
  await old.ready
  happens(4)
  const fresh = start('new', [loud(tally('tally', 2))])
  await time.advance(2_000)
  expect([...old.runningProjections(), ...fresh.runningProjections()]).toEqual(['tally', 'tally'])
  happens()
  await time.advance(200)
  expect([await count('tally', 1), await count('tally', 2)]).toEqual([5, 5])
})

test('what an older release built is forgotten ten minutes later, but not while somebody leads it', async () => {
  const { start, happens, memory, time } = team()
  const old = start('old')
  await old.ready
  happens()
  await flushPromises()
  start('new', [loud(tally('tally', 2))])
  await time.advance(601_000)
  expect(await memory.liveBuild({ name: 'tally', version: 1 })).toBeDefined()
  await old.stop()
  await time.advance(500_000)
  expect(await memory.liveBuild({ name: 'tally', version: 1 })).toBeDefined()
  await time.advance(100_000)
  expect(await memory.liveBuild({ name: 'tally', version: 1 })).toBeUndefined()
  expect(await memory.liveBuild({ name: 'tally', version: 2 })).toMatchObject({ checkpoint: 0n })
})

test('a store that was emptied is filled again, in one step for its readers, who are told to fetch', async () => {
  const { start, happens, count, time, memory, missed, heard } = team()
  const leader = start()
  await leader.ready
  happens(7)
  await time.advance(200)
  await memory.drop({ name: 'tally', version: 1 })
  const before = missed()
  happens()
  const seen = new Set<number | undefined>()
  for (let at = 0; at < 20; at++) {
    await time.advance(10)
    seen.add(await count().catch(() => undefined))
  }
  expect([...seen]).toEqual([undefined, 8])
  expect(missed()).toBeGreaterThan(before)
  expect(heard()).toHaveLength(7)
})

test('a projector that lost both engines, and the views with them, begins where the views are', async () => {
  let isAway = false
  const unlessAway = <Answer>(ask: () => Promise<Answer>) =>
    isAway ? Promise.reject<Answer>(new StoreUnavailable('away')) : ask()
  const { start, happens, count, time, log, memory } = team({
    wrapStore: (store) => ({
      ...store,
      acquireLease: (...given) => unlessAway(() => store.acquireLease(...given)),
      announceWorker: (...given) => unlessAway(() => store.announceWorker(...given)),
    }),
  })
  const follow = log.subscribe
  let breakOff = Promise.withResolvers<never>()
  breakOff.promise.catch(() => undefined)
  log.subscribe = async function* broken(range) {
    const batches = follow(range)[Symbol.asyncIterator]()
    for (;;) {
      const next = await Promise.race([batches.next(), breakOff.promise])
      if (next.done) return
      yield next.value
    }
  }
  happens(5)
  const only = start()
  await Promise.all([only.ready, time.advance(1_000)])
  isAway = true
  breakOff.reject(new Error('connection lost'))
  await time.advance(4_000)
  expect(only.runningProjections()).toEqual([])
  await memory.drop({ name: 'tally', version: 1 })
  // The log is back before the store.
  breakOff = Promise.withResolvers<never>()
  await time.advance(3_000)
  isAway = false
  await time.advance(3_000)
  happens()
  await time.advance(1_000)
  expect(await count()).toBe(6)
})

test('a store that lost steps but not the lease is noticed within two seconds, though nothing else happens', async () => {
  const { start, happens, count, time, memory, missed } = team()
  happens(5)
  const only = start('ada')
  await Promise.all([only.ready, time.advance(1_000)])
  const view = { name: 'tally', version: 1 }
  const lease = await memory.acquireLease(view, 'ada', 3_000)
  if (!lease) throw new Error('Ada does not lead.')
  const build = await memory.beginBuild(view, lease)
  const puts = [{ id: 'project-a', document: { count: 2 }, indexEntries: {} }]
  await memory.commit({
    build,
    lease,
    stepId: 'old',
    from: -1n,
    to: 1n,
    upserts: puts,
    deletes: [],
    messages: [],
  })
  await memory.activate(build, lease)
  expect(await count()).toBe(2)
  const toldBefore = missed()
  await time.advance(2_000)
  expect(await count()).toBe(5)
  expect(missed()).toBeGreaterThan(toldBefore)
})
