// What happens when a log was put back to an older copy. `interleavings.spec.ts` shows for any moment that read models equal the log in the end.

import { LogReplaced } from '@thirty/infra/event-log/event-log.ts'
import { ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { fakeEventLog, type FakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import {
  countingProjection,
  setUpCluster,
  setUpRunner,
  tally,
  withLiveUpdates,
} from '@thirty/projections/testing/runner/runner-setup.ts'
import { expect, test } from 'vitest'
import { LogNotReadable } from './retries.ts'

/** A runner whose read model has counted five events of `project-a` and one of `user-1`; the first of each are kept in the older copy. */
async function setUp(fake = fakeEventLog()) {
  const projection = countingProjection('tally', { streams: ['project-', 'user-'] })
  const setup = setUpRunner([withLiveUpdates(projection)], { log: fake })
  const { log, started, memory } = setup
  log.add('project-a', 'Kept')
  log.add('user-1', 'Kept')
  for (let index = 0; index < 4; index++) log.add('project-a', 'Lost')
  const runner = await started()
  const live = () => memory.liveBuild(projection)
  return { ...setup, runner, live, putBack: () => log.putBack(1n) }
}

const replaced = [{ projection: 'tally', error: expect.any(LogReplaced), isParked: false }]

test('it is noticed while a projection runs: clients load anew, and updates have a new epoch and lower positions', async () => {
  const { log, counts, failures, messages, live, putBack, time } = await setUp()
  log.add('project-a', 'Sent')
  await time.advance(200)
  const [before, sentBefore] = [(await live())?.epoch, messages.length]
  expect(messages.at(-1)).toMatchObject({ message: 'Sent', payload: { position: '6', epoch: before } })
  putBack()
  await time.advance(200)
  expect([await counts('tally', ['project-a', 'user-1']), failures]).toEqual([[1, 1], replaced])
  log.add('project-a', 'Sent')
  await time.advance(200)
  const epoch = (await live())?.epoch
  expect(messages.slice(sentBefore)).toMatchObject([
    { room: 'showcase', message: 'news.missed' },
    { room: 'leaderboard', message: 'news.missed' },
    { message: 'Sent', payload: { position: '2', epoch } },
  ])
  expect(epoch).not.toBe(before)
})

test.each([
  ['that ends before what was seen', 0],
  ['that has grown past its old end', 9],
])(
  'it is noticed at the start, of a log %s; until the rebuild readers see the old build as out of date',
  async (_, added) => {
    const { log, start, runner, counts, failures, live, putBack } = await setUp()
    const before = (await live())?.epoch
    await runner.stop()
    putBack()
    for (let index = 0; index < added; index++) log.add('project-b', 'New')
    const restarted = start()
    const seen = new Set<string>()
    for (let round = 0; round < 60; round++) {
      const [count] = await counts('tally', ['project-a'])
      seen.add(`${count} ${(await live())?.outdatedSince === undefined ? 'current' : 'out of date'}`)
    }
    await restarted.ready
    expect([...seen]).toEqual(['5 current', '5 out of date', '1 current'])
    expect(await counts('tally', ['project-a', 'user-1', 'project-b'])).toEqual([1, 1, added || undefined])
    expect([failures, (await live())?.epoch === before]).toEqual([replaced, false])
  },
)

test('it is noticed even if only events of other streams, after the last known one, differ', async () => {
  /** A log that does not name the last event of streams that a reader does not want, like the embedded one. */
  const fake = fakeEventLog()
  const withoutNewest: FakeEventLog = {
    ...fake,
    subscribe: async function* (options) {
      for await (const { newest: _, ...batch } of fake.subscribe(options)) yield batch
    },
  }
  const { log, started, runner, counts, live } = await setUp(withoutNewest)
  for (let index = 0; index < 3; index++) log.add('journey-1', 'Lost')
  await flushPromises()
  await runner.stop()
  const { seen } = (await live()) ?? {}
  expect([seen?.upTo, seen?.events.at(-1)?.position]).toEqual([8n, 5n])
  log.putBack(5n)
  log.add('project-b', 'New')
  for (let index = 0; index < 9; index++) log.add('journey-1', 'New')
  await started()
  expect(await counts('tally', ['project-a', 'project-b'])).toEqual([5, 1])
})

/** Begins a second read model, which reads alone, and puts the log back after its first batch. `around` changes the first two subscriptions. */
async function setUpNewcomer(around: Record<1 | 2, (read: Batches, options: Subscription) => Batches>) {
  const { log, start, started, counts, addEvents, time } = setUpRunner()
  addEvents(20)
  await (await started()).stop()
  let subscriptions = 0
  const subscribe: FakeEventLog['subscribe'] = (options) => {
    subscriptions += 1
    const read = log.subscribe(options)
    return subscriptions === 1 || subscriptions === 2 ? around[subscriptions](read, options) : read
  }
  start({ log: { ...log, subscribe }, projections: [tally(), tally('newcomer')] })
  await flushPromises()
  expect(subscriptions).toBe(2)
  log.putBack(1n)
  for (let index = 0; index < 30; index++) log.add('project-b', 'New')
  return async () => {
    await time.advance(1_000)
    return counts('newcomer')
  }
}
type Subscription = Parameters<FakeEventLog['subscribe']>[0]
type Batches = ReturnType<FakeEventLog['subscribe']>

const aborted = ({ signal }: Subscription) =>
  new Promise((resolve) => signal?.addEventListener('abort', resolve))

test('a projection that reads alone does not continue in such a log after its connection was lost', async () => {
  const countsLater = await setUpNewcomer({
    1: async function* (_, options) {
      yield* []
      await aborted(options)
    },
    2: async function* (read) {
      for await (const batch of read) {
        yield batch
        throw new Error('connection lost')
      }
    },
  })
  expect(await countsLater()).toEqual([2, 30])
})

test('a projection that reads alone starts anew when another one notices it', async () => {
  const [noticed, delayed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const countsLater = await setUpNewcomer({
    1: async function* () {
      yield* []
      await noticed.promise
      throw new LogReplaced({ position: 0n })
    },
    2: async function* (read, options) {
      for await (const batch of read) {
        yield batch
        await Promise.race([delayed.promise, aborted(options)])
        if (options.signal?.aborted) return
      }
    },
  })
  noticed.resolve()
  expect(await countsLater()).toEqual([2, 30])
  delayed.resolve()
  expect(await countsLater()).toEqual([2, 30])
})

test('a read model that is being built when it is put back is never shown with events that the log does not have', async () => {
  const held = Promise.withResolvers<void>()
  const { log, start, addEvents, count, fault } = setUpRunner([tally()], { maxBufferedDocuments: 0 })
  fault.before = ({ commit }) => (commit?.to === 4n ? held.promise : undefined)
  addEvents(5)
  start({ batch: 10 })
  await flushPromises()
  log.putBack(1n)
  held.resolve()
  const seen = new Set<number | undefined>()
  for (let round = 0; round < 60; round++) {
    await Promise.resolve()
    seen.add(await count().catch(() => undefined))
  }
  expect([...seen]).toEqual([undefined, 2])
})

test('a projection starts anew when another one of its process finds it', async () => {
  const { log, started, memory, time, addEvents, fault } = setUpRunner([tally('one'), tally('two')])
  addEvents()
  await started()
  const epoch = async (name: string) => (await memory.liveBuild({ name, version: 1 }))?.epoch
  const before = await epoch('two')
  // The shared subscription notices nothing. The first projection compares its read model, because it cannot store.
  log.compareEvent = async () => 'other'
  fault.before = ({ name, commit }) => {
    if (commit && name === 'one') throw new ReadModelNotBuilt(commit.build)
  }
  addEvents()
  await flushPromises()
  delete fault.before
  await time.advance(1_000)
  expect(await epoch('one')).not.toBe(before)
  expect(await epoch('two')).toBe(await epoch('one'))
})

test('the leaders of two releases agree on one epoch, under the leases that they hold', async () => {
  const { start, log, memory, time, addEvents, failures } = setUpCluster()
  addEvents(5)
  const projectors = ['one', 'two'].map((name) => start({ projections: [tally(name)] }))
  await Promise.all([...projectors.map(({ ready }) => ready), time.advance(3_000)])
  const live = () => Promise.all(['one', 'two'].map((name) => memory.liveBuild({ name, version: 1 })))
  const [before] = await live()
  log.putBack(1n)
  await time.advance(3_000)
  const after = await live()
  const [epoch] = after.map((build) => build?.epoch)
  expect(epoch).not.toBe(before?.epoch)
  expect(after).toMatchObject([{ checkpoint: 1n }, { checkpoint: 1n, epoch }])
  expect(after.map((build) => build?.outdatedSince)).toEqual([undefined, undefined])
  expect(projectors.map((projector) => projector.runningProjections().length)).toEqual([1, 1])
  expect(failures.every(({ error }) => error instanceof LogReplaced)).toBe(true)
})

test('a restart on the same log keeps the build and the epoch, also if seen events were erased', async () => {
  const { log, runner, started, failures, live } = await setUp()
  // A read model remembers the last event of any stream.
  log.add('journey-1', 'Unread')
  await flushPromises()
  const before = await live()
  expect(before?.seen.events.at(-1)).toMatchObject({ stream: 'journey-1', position: before?.checkpoint })
  await runner.stop()
  log.add('user-1', 'Erased')
  const again = await started()
  await again.stop()
  // The account of user 1 was deleted, and the store was scavenged.
  const { compareEvent } = log
  log.compareEvent = async (event) => (event.stream === 'user-1' ? 'erased' : compareEvent(event))
  await started()
  expect(await live()).toMatchObject({ build: before?.build, epoch: before?.epoch })
  expect(failures).toEqual([])
})

test('a log that says that it was put back although it has the last seen event is checked at growing intervals', async () => {
  let subscriptions = 0
  const log = fakeEventLog()
  const contradictory: FakeEventLog = {
    ...log,
    subscribe: async function* () {
      subscriptions += 1
      yield* []
      throw new LogReplaced({ position: 0n })
    },
  }
  const { start, time, failures, addEvents } = setUpRunner([tally()], { log: contradictory })
  addEvents()
  start()
  await time.advance(10_000)
  expect(subscriptions).toBeGreaterThan(4)
  expect(subscriptions).toBeLessThan(15)
  expect(new Set(failures.map(({ error }) => (error as Error).constructor))).toEqual(
    new Set([LogNotReadable]),
  )
})
