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

const withLiveUpdates = (projection: Projection<Tally>): RegisteredProjection<Tally> => ({
  projection,
  liveUpdates: ({ event }) => [
    { room: 'all', message: 'happened', item: `${projection.name} ${event.position}` },
  ],
})

const stopAll: (() => Promise<void>)[] = []
afterEach(() => Promise.all(stopAll.splice(0).map((end) => end())))

function setUp(options: Partial<ProjectorClusterOptions> = {}) {
  const cluster = projectorCluster({ projections: [withLiveUpdates(tally('tally'))], ...options })
  stopAll.push(cluster.end)
  const count = async (name = 'tally', version = 1) =>
    (await cluster.memory.load<Tally>({ name, version }, ['project-a']))[0]?.count
  const addEvents = (times = 1) => {
    for (let index = 0; index < times; index++) cluster.log.add('project-a', 'Happened')
  }
  const sentItems = () =>
    cluster.messages.flatMap(({ payload }) => (payload as { items?: string[] }).items ?? [])
  const resyncs = () => cluster.messages.filter(({ message }) => message === 'news.missed').length
  return { ...cluster, count, addEvents, sentItems, resyncs }
}

const runningCounts = (...projectors: FakeProjector[]) =>
  projectors.map((one) => one.runningProjections().length)
const fourProjections = ['a', 'b', 'c', 'd'].map((name) => withLiveUpdates(tally(name)))

test('one of two projectors runs the projection, and both are ready', async () => {
  const { start, addEvents, count, time } = setUp()
  addEvents(5)
  const [first, second] = [start(), start()]
  await Promise.all([first.ready, second.ready, time.advance(2_000)])
  expect([...first.runningProjections(), ...second.runningProjections()]).toEqual(['tally'])
  addEvents()
  await time.advance(100)
  expect(await count()).toBe(6)
  expect([...first.failures, ...second.failures]).toEqual([])
})

test('a killed leader is replaced within five seconds, and no event is lost', async () => {
  const { start, addEvents, count, time, resyncs } = setUp()
  const first = start()
  await first.ready
  const second = start()
  await time.advance(3_000)
  addEvents()
  await time.advance(50)
  const [leader, standby] = first.runningProjections().length > 0 ? [first, second] : [second, first]
  leader.stall()
  addEvents(7)
  const resyncsBefore = resyncs()
  await time.advance(5_000)
  expect(standby.runningProjections()).toEqual(['tally'])
  expect(await count()).toBe(8)
  expect(resyncs()).toBeGreaterThan(resyncsBefore)
})

test('a leader that stops releases its lease, and another projector leads within a second', async () => {
  const { start, addEvents, count, time, sentItems } = setUp()
  const projectors = [start(), start()]
  await time.advance(3_000)
  addEvents()
  await flushPromises()
  addEvents()
  await flushPromises()
  const [leader, standby] = projectors.toSorted(
    (one, other) => other.runningProjections().length - one.runningProjections().length,
  )
  await leader?.stop()
  expect(sentItems()).toEqual(['tally 0', 'tally 1'])
  await time.advance(1_000)
  expect(standby?.runningProjections()).toEqual(['tally'])
  addEvents()
  await time.advance(200)
  expect(await count()).toBe(3)
  expect(sentItems()).toEqual(['tally 0', 'tally 1', 'tally 2'])
})

test('a projector can be stopped while a projection catches up and the store responds slowly', async () => {
  const [caughtUp, lagging] = [withLiveUpdates(tally('caught-up')), withLiveUpdates(tally('lagging'))]
  const blocked = Promise.withResolvers<void>()
  let isBlocked = false
  let stopping: Promise<void> | undefined
  const wrap = (store: ReadModelStore): ReadModelStore => ({
    ...store,
    commit: async (commit) => {
      if (commit.build.name === 'lagging' && commit.to > 10n) {
        isBlocked = true
        await blocked.promise
      }
      await store.commit(commit)
    },
    // The projector is stopped while it waits for this response.
    acquireLease: async (...args) => {
      if (isBlocked) {
        stopping ??= second.stop()
        blocked.resolve()
        await nextTurn()
      }
      return store.acquireLease(...args)
    },
  })
  const { start, addEvents, memory, time } = setUp({ wrapStore: wrap })
  addEvents(60)
  const first = start('first', [caughtUp])
  await first.ready
  await first.stop()
  const second = start('second', [caughtUp, lagging])
  await time.advance(5_000)
  expect(stopping).toBeDefined()
  await stopping
  expect(await memory.liveBuild({ name: 'lagging', version: 1 })).toBeUndefined()
})

test('a stalled leader writes nothing after it wakes, reports it, and can lead again later', async () => {
  const { start, addEvents, count, time, commits, sentItems } = setUp()
  const stalled = start('stalled')
  await stalled.ready
  addEvents()
  await flushPromises()
  stalled.stall()
  addEvents(3)
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
  addEvents()
  await time.advance(200)
  expect(await count()).toBe(5)
  expect(sentItems().filter((item) => item === 'tally 0')).toHaveLength(1)
})

test('a commit that arrives after another projector took over changes nothing', async () => {
  const blocked = Promise.withResolvers<void>()
  let isBlocked = false
  const wrap = (store: ReadModelStore): ReadModelStore => ({
    ...store,
    commit: async (commit) => {
      if (isBlocked && commit.lease?.owner === 'slow') await blocked.promise
      await store.commit(commit)
    },
  })
  const { start, addEvents, count, time } = setUp({ wrapStore: wrap })
  const slow = start('slow')
  await slow.ready
  isBlocked = true
  addEvents()
  await flushPromises()
  slow.stall()
  const other = start('other')
  await time.advance(5_000)
  expect(other.runningProjections()).toEqual(['tally'])
  slow.wake()
  blocked.resolve()
  addEvents(2)
  await time.advance(5_000)
  expect(await count()).toBe(3)
})

test('projections are shared equally when projectors join, and each soon has a leader again', async () => {
  const { start, addEvents, count, time, sentItems } = setUp({ projections: fourProjections })
  const first = start('one')
  await first.ready
  expect(runningCounts(first)).toEqual([4])
  const second = start('two')
  await time.advance(2_100)
  expect(runningCounts(first, second)).toEqual([2, 2])
  const third = start('three')
  await time.advance(2_100)
  const spread = runningCounts(first, second, third)
  expect(Math.max(...spread)).toBe(2)
  expect([first, second, third].flatMap((one) => one.runningProjections()).toSorted()).toEqual([
    'a',
    'b',
    'c',
    'd',
  ])
  addEvents(3)
  await time.advance(200)
  expect(await Promise.all(fourProjections.map(({ projection }) => count(projection.name)))).toEqual([
    3, 3, 3, 3,
  ])
  expect(new Set(sentItems()).size).toBe(sentItems().length)
  expect(sentItems()).toHaveLength(12)
})

test('the remaining projectors take over the projections of those that stopped', async () => {
  const { start, time } = setUp({ projections: fourProjections })
  const [first, second, third] = [start('one'), start('two'), start('three')]
  await time.advance(3_000)
  second.stall()
  await third.stop()
  await time.advance(5_000)
  expect(first.runningProjections().toSorted()).toEqual(['a', 'b', 'c', 'd'])
})

test('a leader that cannot renew its lease stops by its own clock before the lease expires', async () => {
  let isAway = false
  const wrap = (store: ReadModelStore): ReadModelStore => ({
    ...store,
    announceWorker: async (...args) =>
      isAway ? Promise.reject(new StoreUnavailable('away')) : store.announceWorker(...args),
  })
  const { start, addEvents, count, time, commits } = setUp({ wrapStore: wrap })
  const leader = start()
  await leader.ready
  isAway = true
  const since = time.now()
  for (let round = 0; round < 40; round++) {
    addEvents()
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

test('a step that was computed after the lease expired is not committed, even without another leader', async () => {
  const blocked = Promise.withResolvers<void>()
  const state = { isAway: false, sent: 0 }
  const wrap = (store: ReadModelStore): ReadModelStore => ({
    ...store,
    announceWorker: async (...args) =>
      state.isAway ? Promise.reject(new StoreUnavailable('away')) : store.announceWorker(...args),
    load: async (readModel, ids) => {
      if (state.isAway) await blocked.promise
      return store.load(readModel, ids)
    },
    commit: async (commit) => {
      state.sent += 1
      await store.commit(commit)
    },
  })
  const { start, addEvents, count, time } = setUp({ wrapStore: wrap })
  await start().ready
  addEvents()
  await time.advance(500)
  const { sent } = state
  state.isAway = true
  addEvents()
  await time.advance(5_000)
  blocked.resolve()
  await flushPromises()
  expect(state.sent).toBe(sent)
  state.isAway = false
  await time.advance(2_000)
  expect(await count()).toBe(2)
})

test('a projector of a newer release builds its own version beside the previous one', async () => {
  const { start, addEvents, count, time } = setUp()
  const old = start('old')
  await old.ready
  addEvents(4)
  const fresh = start('new', [withLiveUpdates(tally('tally', 2))])
  await time.advance(2_000)
  expect([...old.runningProjections(), ...fresh.runningProjections()]).toEqual(['tally', 'tally'])
  addEvents()
  await time.advance(200)
  expect([await count('tally', 1), await count('tally', 2)]).toEqual([5, 5])
})

test('read models of an older release are deleted after ten minutes, unless a projector still runs them', async () => {
  const { start, addEvents, memory, time } = setUp()
  const old = start('old')
  await old.ready
  addEvents()
  await flushPromises()
  start('new', [withLiveUpdates(tally('tally', 2))])
  await time.advance(601_000)
  expect(await memory.liveBuild({ name: 'tally', version: 1 })).toBeDefined()
  await old.stop()
  await time.advance(500_000)
  expect(await memory.liveBuild({ name: 'tally', version: 1 })).toBeDefined()
  await time.advance(100_000)
  expect(await memory.liveBuild({ name: 'tally', version: 1 })).toBeUndefined()
  expect(await memory.liveBuild({ name: 'tally', version: 2 })).toMatchObject({ checkpoint: 0n })
})

test('an emptied store is rebuilt, readers see the new build only when it is complete, and clients resync', async () => {
  const { start, addEvents, count, time, memory, resyncs, sentItems } = setUp()
  const leader = start()
  await leader.ready
  addEvents(7)
  await time.advance(200)
  await memory.drop({ name: 'tally', version: 1 })
  const before = resyncs()
  addEvents()
  const seen = new Set<number | undefined>()
  for (let round = 0; round < 20; round++) {
    await time.advance(10)
    seen.add(await count().catch(() => undefined))
  }
  expect([...seen]).toEqual([undefined, 8])
  expect(resyncs()).toBeGreaterThan(before)
  expect(sentItems()).toHaveLength(7)
})

test('a projector that lost the log, the store and its read models rebuilds them after a reconnect', async () => {
  let isAway = false
  const unlessAway = <Result>(operation: () => Promise<Result>) =>
    isAway ? Promise.reject<Result>(new StoreUnavailable('away')) : operation()
  const { start, addEvents, count, time, log, memory } = setUp({
    wrapStore: (store) => ({
      ...store,
      acquireLease: (...args) => unlessAway(() => store.acquireLease(...args)),
      announceWorker: (...args) => unlessAway(() => store.announceWorker(...args)),
    }),
  })
  const { subscribe } = log
  let connection = Promise.withResolvers<never>()
  connection.promise.catch(() => undefined)
  log.subscribe = async function* breakable(range) {
    const batches = subscribe(range)[Symbol.asyncIterator]()
    for (;;) {
      const next = await Promise.race([batches.next(), connection.promise])
      if (next.done) return
      yield next.value
    }
  }
  addEvents(5)
  const only = start()
  await Promise.all([only.ready, time.advance(1_000)])
  isAway = true
  connection.reject(new Error('connection lost'))
  await time.advance(4_000)
  expect(only.runningProjections()).toEqual([])
  await memory.drop({ name: 'tally', version: 1 })
  // The log is back before the store.
  connection = Promise.withResolvers<never>()
  await time.advance(3_000)
  isAway = false
  await time.advance(3_000)
  addEvents()
  await time.advance(1_000)
  expect(await count()).toBe(6)
})

test('a store that lost steps but kept the lease is noticed within two seconds, without new events', async () => {
  const { start, addEvents, count, time, memory, resyncs } = setUp()
  addEvents(5)
  const only = start('ada')
  await Promise.all([only.ready, time.advance(1_000)])
  const readModel = { name: 'tally', version: 1 }
  const lease = await memory.acquireLease(readModel, 'ada', 3_000)
  if (!lease) throw new Error('Ada does not lead.')
  const build = await memory.beginBuild(readModel, lease)
  const upserts = [{ id: 'project-a', document: { count: 2 }, indexEntries: {} }]
  await memory.commit({
    build,
    lease,
    stepId: 'old',
    from: -1n,
    to: 1n,
    upserts,
    deletes: [],
    messages: [],
  })
  await memory.activate(build, lease)
  expect(await count()).toBe(2)
  const resyncsBefore = resyncs()
  await time.advance(2_000)
  expect(await count()).toBe(5)
  expect(resyncs()).toBeGreaterThan(resyncsBefore)
})
