import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { setUpTallyCluster, tally } from '@thirty/projections/testing/runner/tally-cluster.ts'
import { expect, test } from 'vitest'

test('one of two projectors runs the projection, and both are ready', async () => {
  const { start, addEvents, count, time } = setUpTallyCluster()
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
  const { start, addEvents, count, time, resyncs } = setUpTallyCluster()
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
  const { start, addEvents, count, time, sentItems } = setUpTallyCluster()
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
  const [caughtUp, lagging] = [tally('caught-up'), tally('lagging')]
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
  const { start, addEvents, memory, time } = setUpTallyCluster({ wrapStore: wrap })
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
