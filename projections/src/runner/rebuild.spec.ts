import { flushPromises, fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import {
  StoreUnavailable,
  type Commit,
  type LiveMessage,
  type Projection,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { afterEach, expect, test } from 'vitest'
import type { ProjectionFailure } from './retry-policy.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { startProjections, type RunningProjections } from './start-projections.ts'

type Tally = { count: number; by: string }

const key = { name: 'tally', version: 1 }
const running: RunningProjections[] = []
afterEach(() => Promise.all(running.splice(0).map((one) => one.stop())))

/** One view that counts the events of every project, in a process that feeds everything. */
function setUp(wrap: (store: ReadModelStore) => ReadModelStore = (store) => store) {
  const [log, time] = [fakeEventLog(), fakeScheduler()]
  const frames: LiveMessage[] = []
  const failures: ProjectionFailure[] = []
  const commits: Commit[] = []
  /** Changes what the view does, as a new release would. */
  const code = { by: 'first', refuses: '' }
  const publish = (room: string, message: string, payload: unknown) =>
    void frames.push({ room, message, payload })
  const memory = memoryReadModelStore({ live: { publish } })
  const noted: ReadModelStore = {
    ...memory,
    commit: async (commit) => {
      await memory.commit(commit)
      commits.push(commit)
    },
  }
  const view: Projection<Tally> = {
    ...key,
    streams: ['project-'],
    documentIds: (event) => [event.stream],
    evolve: (document, event) => {
      if (event.type === code.refuses) throw new Error(`cannot take in ${event.type}`)
      return { count: (document?.count ?? 0) + 1, by: code.by }
    },
    indexEntries: ({ count }) => ({ count: { score: count } }),
  }
  const start = () => {
    const runner = startProjections({
      log,
      store: wrap(noted),
      projections: [
        {
          projection: view,
          liveUpdates: ({ event }) => [{ room: 'all', message: 'happened', item: `${event.position}` }],
        },
      ],
      onFailure: (failure) => void failures.push(failure),
      scheduler: time,
      monotonic: time.now,
      batch: 3,
    })
    running.push(runner)
    return runner
  }
  const happens = (times: number, type = 'Happened') => {
    for (let at = 0; at < times; at++) log.add('project-a', type)
  }
  const read = async () => (await memory.load<Tally>(key, ['project-a']))[0]
  const heard = () => frames.flatMap(({ payload }) => (payload as { items?: string[] }).items ?? [])
  return { log, time, memory, frames, failures, commits, code, start, happens, read, heard }
}

test('a view is built anew beside the live one, which is fed on, and they switch in one step', async () => {
  const gate = Promise.withResolvers<void>()
  let isHeld = false
  const { code, commits, frames, happens, heard, read, start, time } = setUp((store) => ({
    ...store,
    commit: async (commit) => {
      if (isHeld && commit.from === 5n) await gate.promise
      await store.commit(commit)
    },
  }))
  happens(12)
  const runner = start()
  await runner.ready
  const first = commits[0]?.build
  code.by = 'second'
  isHeld = true
  const isRebuilt = runner.rebuild('tally')
  await flushPromises()
  happens(2)
  await time.advance(200)
  expect(await read()).toEqual({ count: 14, by: 'second' })
  expect(heard()).toEqual(['12', '13'])
  const building = commits.at(-1)?.build
  expect(commits.filter(({ build }) => build.build !== first?.build)).toHaveLength(2)
  expect(building).toEqual(first)
  gate.resolve()
  expect(await isRebuilt).toBe(true)
  happens(1)
  await time.advance(200)
  expect(await read()).toEqual({ count: 15, by: 'second' })
  expect(commits.at(-1)?.build).not.toEqual(first)
  expect(heard()).toEqual(['12', '13', '14'])
  expect(frames.filter(({ message }) => message === 'news.missed')).not.toHaveLength(0)
})

test('readers see the old build until the new one is level, and never an empty one', async () => {
  const { happens, read, start, code } = setUp()
  happens(40)
  const runner = start()
  await runner.ready
  code.by = 'second'
  const isRebuilt = runner.rebuild('tally')
  const seen: (Tally | undefined)[] = []
  const progress = { isDone: false }
  void isRebuilt.then(() => (progress.isDone = true))
  while (!progress.isDone) seen.push(await read())
  const [old, next] = ['first', 'second'].map((by) => ({ count: 40, by }))
  expect(seen.length).toBeGreaterThan(10)
  expect([old, next]).toEqual(expect.arrayContaining(seen))
  expect(seen[0]).toEqual(old)
  expect(await read()).toEqual(next)
})

test('a replay that cannot take in an event leaves the view as it is, and it is fed on', async () => {
  const { code, failures, happens, memory, read, start } = setUp()
  happens(4)
  happens(1, 'Odd')
  happens(4)
  const runner = start()
  await runner.ready
  const before = await memory.liveBuild(key)
  code.refuses = 'Odd'
  expect(await runner.rebuild('tally')).toBe(false)
  expect(failures).toMatchObject([{ isParked: true, event: { type: 'Odd' } }])
  expect(await memory.liveBuild(key)).toEqual(before)
  happens(1)
  expect(await runner.waitForPosition(9n, 1_000)).toBe(true)
  expect(await read()).toEqual({ count: 10, by: 'first' })
  expect(runner.positions()[0]).not.toHaveProperty('parked')
})

test('a parked view that is built anew with code that can take the event in goes on', async () => {
  const { code, happens, read, start } = setUp()
  code.refuses = 'Odd'
  happens(2)
  const runner = start()
  await runner.ready
  happens(1, 'Odd')
  happens(3)
  await flushPromises()
  expect(runner.positions()).toMatchObject([{ position: 1n, parked: { position: 2n } }])
  expect(await runner.waitForPosition(5n, 1_000)).toBe(false)
  code.refuses = ''
  expect(await runner.rebuild('tally')).toBe(true)
  expect(await runner.waitForPosition(5n, 0)).toBe(true)
  happens(1)
  expect(await runner.waitForPosition(6n, 1_000)).toBe(true)
  expect(await read()).toEqual({ count: 7, by: 'first' })
})

test('a view that is not fed here, or is being built already, is not built anew', async () => {
  const { happens, start } = setUp()
  happens(1)
  const runner = start()
  expect(await runner.rebuild('tally')).toBe(false)
  await runner.ready
  expect(await runner.rebuild('stranger')).toBe(false)
  const [one, other] = [runner.rebuild('tally'), runner.rebuild('tally')]
  expect(await Promise.all([one, other])).toEqual([true, true])
})

test('a rebuild that the store loses on the way leaves the view to be built again by itself', async () => {
  const { happens, memory, read, start, time } = setUp()
  happens(30)
  const runner = start()
  await runner.ready
  const isRebuilt = runner.rebuild('tally')
  await Promise.resolve()
  await memory.drop(key)
  await time.advance(500)
  expect(await isRebuilt).toBe(false)
  happens(1)
  await time.advance(500)
  expect(await read()).toMatchObject({ count: 31 })
})

test('a view that is ahead of the log is built anew from this log; until then readers see what they saw', async () => {
  const { failures, happens, memory, read, start } = setUp()
  const other = await memory.beginBuild(key)
  const puts = [{ id: 'project-a', document: { count: 99, by: 'another log' }, indexEntries: {} }]
  const step = { build: other, stepId: 'x', from: -1n, to: 50n, upserts: puts, deletes: [], messages: [] }
  await memory.commit(step)
  await memory.activate(other)
  happens(7)
  const runner = start()
  expect(await read()).toEqual({ count: 99, by: 'another log' })
  await runner.ready
  expect(await read()).toEqual({ count: 7, by: 'first' })
  expect(failures).toMatchObject([{ projection: 'tally', isParked: false }])
})

test('a step whose answer was lost is asked for again under its own name: nothing counts or leaves twice', async () => {
  let loses = 0
  const names: string[] = []
  const { happens, heard, read, start, time } = setUp((store) => ({
    ...store,
    commit: async (commit) => {
      await store.commit(commit)
      names.push(commit.stepId)
      if (names.length % 3 !== 0) return
      loses += 1
      throw new StoreUnavailable('the answer was lost')
    },
  }))
  const runner = start()
  await runner.ready
  for (let at = 0; at < 10; at++) {
    happens(1)
    await time.advance(150)
  }
  await time.advance(1_000)
  expect(await read()).toMatchObject({ count: 10 })
  expect(heard()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
  expect(loses).toBeGreaterThan(3)
  expect(new Set(names).size).toBe(names.length - loses)
})

test('a store that is away holds everything up; when it is back nothing is lost and nothing comes twice', async () => {
  let isAway = false
  const away = <Given extends unknown[], Answer>(ask: (...given: Given) => Promise<Answer>) => {
    return (...given: Given) => (isAway ? Promise.reject(new StoreUnavailable('away')) : ask(...given))
  }
  const { happens, heard, read, start, time } = setUp((store) => ({
    ...store,
    load: (view, ids) => (isAway ? Promise.reject(new StoreUnavailable('away')) : store.load(view, ids)),
    commit: away(store.commit),
  }))
  const runner = start()
  await runner.ready
  happens(1)
  await time.advance(20)
  happens(1)
  isAway = true
  const isReached = runner.waitForPosition(1n, 1_000)
  happens(3)
  await time.advance(60_000)
  expect(await isReached).toBe(false)
  isAway = false
  await time.advance(5_000)
  expect(await read()).toMatchObject({ count: 5 })
  expect(heard()).toEqual(['0', '1', '2', '3', '4'])
})

test('a store that was brought back older is caught up without a gap, also when a frame notices first', async () => {
  const older = memoryReadModelStore({ live: { publish: () => undefined } })
  const build = await older.beginBuild(key)
  const document = { count: 2, by: 'first' }
  const puts = [{ id: 'project-a', document, indexEntries: { count: { score: 2 } } }]
  await older.commit({ build, stepId: 'x', from: -1n, to: 1n, upserts: puts, deletes: [], messages: [] })
  await older.activate(build)
  let isOlder = false
  const { happens, heard, start, time } = setUp((store) => ({
    ...store,
    liveBuild: (view) => (isOlder ? older : store).liveBuild(view),
    load: (view, ids) => (isOlder ? older : store).load(view, ids),
    commit: (commit) => (isOlder ? older : store).commit(commit),
  }))
  happens(2)
  const runner = start()
  await runner.ready
  happens(1)
  await flushPromises()
  happens(1)
  await flushPromises()
  isOlder = true
  await time.advance(100)
  happens(1)
  await time.advance(500)
  expect(await older.load(key, ['project-a'])).toEqual([{ count: 5, by: 'first' }])
  expect(await older.checkpoint(key)).toBe(4n)
  expect(heard()).toEqual(['2'])
})

test('a process that feeds everything leaves no timer behind when nothing happens', async () => {
  const { happens, start, time } = setUp()
  happens(3)
  const runner = start()
  await runner.ready
  happens(1)
  await time.advance(300)
  expect(time.pendingTimers()).toBe(0)
  await runner.stop()
  expect(time.pendingTimers()).toBe(0)
})
