// How the runner notices that a log was put back to an older copy. `log-replaced-readers.spec.ts`: what readers, clients and leaders see
// then.

import { LogReplaced, type Batch, type SubscriptionOptions } from '@thirty/infra/event-log/event-log.ts'
import { ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import { LogNotReadable } from './retries.ts'
import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { fakeEventLog, type FakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { setUpPutBack, tallyModel } from '@thirty/projections/testing/runner/put-back-setup.ts'
import {
  setUpRunner,
  countingProjection,
  withLiveUpdates,
} from '@thirty/projections/testing/runner/runner-setup.ts'
import { expect, test } from 'vitest'

test('a log that is put back while a projection runs is noticed, and the read model is rebuilt from it', async () => {
  const { log, counts, failures, epoch, putBackTo } = await setUpPutBack()
  const before = await epoch()
  log.putBack(putBackTo)
  await flushPromises()
  expect(await counts('tally', ['project-a', 'user-1'])).toEqual([1, 1])
  expect(failures).toMatchObject([{ projection: 'tally', error: expect.any(LogReplaced), isParked: false }])
  expect(await epoch()).not.toBe(before)
  log.add('project-a', 'New')
  await flushPromises()
  expect(await counts('tally', ['project-a'])).toEqual([2])
})

test('a log that is put back while a build is being activated is noticed, although no event comes after it', async () => {
  const activation = Promise.withResolvers<void>()
  const { log, start, counts } = setUpRunner([withLiveUpdates(countingProjection('tally'))], {
    wrap: (store) => ({
      ...store,
      activate: async (build) => {
        await store.activate(build)
        await activation.promise
      },
    }),
  })
  log.add('project-a', 'Kept')
  log.add('project-a', 'Lost')
  start()
  await flushPromises()
  log.putBack(0n)
  await flushPromises()
  activation.resolve()
  await flushPromises()
  expect(await counts('tally', ['project-a'])).toEqual([1])
})

test.each([
  ['that ends before what was seen', 0],
  ['that has grown past its old end', 9],
])('a log that was put back while no projection ran, %s, is noticed at the start', async (_, added) => {
  const { log, started, runner, counts, failures, epoch, putBackTo } = await setUpPutBack()
  const before = await epoch()
  await runner.stop()
  log.putBack(putBackTo)
  for (let index = 0; index < added; index++) log.add('project-b', 'New')
  await started()
  expect(await counts('tally', ['project-a', 'user-1', 'project-b'])).toEqual([1, 1, added || undefined])
  expect(failures).toMatchObject([{ projection: 'tally', error: expect.any(LogReplaced) }])
  expect(await epoch()).not.toBe(before)
})

test('a log that was put back is noticed even if only events between the last known one and the end differ', async () => {
  const { log, started, runner, counts, memory } = await setUpPutBack(withoutNewest(fakeEventLog()))
  for (let index = 0; index < 3; index++) log.add('journey-1', 'Lost')
  await flushPromises()
  await runner.stop()
  const { seen } = (await memory.liveBuild(tallyModel)) ?? {}
  expect([seen?.upTo, seen?.events.at(-1)?.position]).toEqual([8n, 5n])
  log.putBack(5n)
  log.add('project-b', 'New')
  for (let index = 0; index < 9; index++) log.add('journey-1', 'New')
  await started()
  expect(await counts('tally', ['project-a', 'project-b'])).toEqual([5, 1])
})

test('a read model remembers the last event of any stream', async () => {
  const { log, memory } = await setUpPutBack()
  log.add('journey-1', 'Unread')
  await flushPromises()
  const { seen, checkpoint } = (await memory.liveBuild(tallyModel)) ?? {}
  expect(seen?.events.at(-1)).toMatchObject({ stream: 'journey-1', position: checkpoint })
})

test('a restart on the same log keeps the build and the epoch', async () => {
  const { log, started, runner, failures, memory } = await setUpPutBack()
  const before = await memory.liveBuild(tallyModel)
  await runner.stop()
  log.add('project-a', 'New')
  await started()
  expect(await memory.liveBuild(tallyModel)).toMatchObject({ build: before?.build, epoch: before?.epoch })
  expect(failures).toEqual([])
})

test('erased events are not a sign of another log, as long as an older event is the same', async () => {
  const setup = await setUpPutBack()
  const { log, runner, started, failures, memory } = setup
  const before = await memory.liveBuild(tallyModel)
  const { compareEvent } = log
  // The account of user 1 was deleted, and the store was scavenged.
  log.add('user-1', 'Erased')
  await flushPromises()
  await runner.stop()
  log.compareEvent = async (event) => (event.stream === 'user-1' ? 'erased' : compareEvent(event))
  await started()
  expect(await memory.liveBuild(tallyModel)).toMatchObject({ build: before?.build })
  expect(failures).toEqual([])
})

/**
 * A projection that has applied twenty events, and a newcomer that reads alone because of that, in a log that is put back: the shared
 * subscription is `shared`, and that of the newcomer goes through `alone`.
 */
async function setUpNewcomer(
  shared: (options: SubscriptionOptions) => AsyncIterable<Batch>,
  alone: (batches: AsyncIterable<Batch>, signal: AbortSignal | undefined) => AsyncIterable<Batch>,
) {
  const log = fakeEventLog()
  const { memory, counts, addEvents, started } = setUpRunner([{ projection: countingProjection() }], { log })
  addEvents(20)
  const first = await started()
  await first.stop()
  let subscriptions = 0
  const unstable: FakeEventLog = {
    ...log,
    subscribe: (options) => {
      subscriptions += 1
      if (subscriptions === 1) return shared(options)
      const batches = log.subscribe(options)
      return subscriptions === 2 ? alone(batches, options.signal) : batches
    },
  }
  const both = ['tally', 'newcomer'].map((name) => ({ projection: countingProjection(name) }))
  const restarted = setUpRunner(both, { log: unstable, wrap: () => memory })
  restarted.start()
  await flushPromises()
  expect(subscriptions).toBe(2)
  log.putBack(1n)
  for (let index = 0; index < 30; index++) log.add('project-b', 'New')
  const countsAfter = async (milliseconds: number) => {
    await restarted.time.advance(milliseconds)
    return counts('newcomer')
  }
  return { countsAfter }
}

test('a lagging projection does not continue in a log that was put back while the connection was lost', async () => {
  // The subscription of the projections that are up to date notices nothing.
  const { countsAfter } = await setUpNewcomer(silentSubscription, breakAfterFirst)
  expect(await countsAfter(1_000)).toEqual([2, 30])
})

test('a projection starts anew when another one of its process finds that the log was put back', async () => {
  const log = fakeEventLog()
  log.add('project-a', 'Happened')
  let isLost = false
  const { started, memory, time } = setUpRunner(
    [{ projection: countingProjection('one') }, { projection: countingProjection('two') }],
    {
      log,
      wrap: (store) => ({
        ...store,
        commit: (commit) =>
          isLost && commit.build.name === 'one'
            ? Promise.reject(new ReadModelNotBuilt(commit.build))
            : store.commit(commit),
      }),
    },
  )
  await started()
  const epoch = async (name: string) => (await memory.liveBuild({ name, version: 1 }))?.epoch
  const before = await epoch('two')
  // The shared subscription notices nothing. The first projection compares its read model, because it cannot store.
  log.compareEvent = async () => 'other'
  isLost = true
  log.add('project-a', 'Happened')
  await flushPromises()
  isLost = false
  await time.advance(1_000)
  expect(await epoch('one')).not.toBe(before)
  expect(await epoch('two')).toBe(await epoch('one'))
})

test('a projection that reads alone starts anew when another one notices that the log was put back', async () => {
  const [noticed, delayed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { countsAfter } = await setUpNewcomer(
    () => replacedSubscription(noticed.promise),
    (batches, signal) => delayAfterFirst(batches, delayed.promise, signal),
  )
  noticed.resolve()
  expect(await countsAfter(1_000)).toEqual([2, 30])
  delayed.resolve()
  expect(await countsAfter(1_000)).toEqual([2, 30])
})

test('a log that says that it was put back although it has the last seen event is checked at growing intervals', async () => {
  const log = fakeEventLog()
  log.add('project-a', 'Happened')
  let subscriptions = 0
  const contradictory: FakeEventLog = {
    ...log,
    subscribe: (options) =>
      ++subscriptions > 100 ? silentSubscription(options) : replacedSubscription(Promise.resolve()),
  }
  const { start, time, failures } = setUpRunner([{ projection: countingProjection() }], {
    log: contradictory,
  })
  start()
  await time.advance(10_000)
  expect(subscriptions).toBeGreaterThan(4)
  expect(subscriptions).toBeLessThan(15)
  expect(failures).not.toEqual([])
  expect(failures.every(({ error }) => error instanceof LogNotReadable)).toBe(true)
})

/** A log that does not name the last event of streams that a reader does not want, like the embedded one. */
const withoutNewest = (log: FakeEventLog): FakeEventLog => ({
  ...log,
  subscribe: async function* (options) {
    for await (const { newest: _, ...batch } of log.subscribe(options)) yield batch
  },
})

const replacedSubscription = (noticed: Promise<void>): AsyncIterable<Batch> => ({
  [Symbol.asyncIterator]: () => ({
    next: async () => {
      await noticed
      throw new LogReplaced({ position: 0n })
    },
  }),
})

async function* delayAfterFirst(
  batches: AsyncIterable<Batch>,
  delayed: Promise<void>,
  signal: AbortSignal | undefined,
): AsyncIterable<Batch> {
  const aborted = new Promise((resolve) => signal?.addEventListener('abort', resolve))
  for await (const batch of batches) {
    yield batch
    await Promise.race([delayed, aborted])
  }
}

async function* silentSubscription({ after, signal }: SubscriptionOptions): AsyncIterable<Batch> {
  yield { events: [], position: after, caughtUp: true }
  await new Promise((resolve) => signal?.addEventListener('abort', resolve))
}

async function* breakAfterFirst(batches: AsyncIterable<Batch>): AsyncIterable<Batch> {
  for await (const batch of batches) {
    yield batch
    throw new Error('connection lost')
  }
}
