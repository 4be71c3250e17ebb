import { setImmediate as nextTurn } from 'node:timers/promises'
import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { beforeCalls } from '@thirty/projections/testing/runner/around-store.ts'
import { runningCounts, setUpTallyCluster, tally } from '@thirty/projections/testing/runner/tally-cluster.ts'
import { expect, test } from 'vitest'

const four = ['a', 'b', 'c', 'd'].map((name) => tally(name))

test('one projector leads: it runs all projections, also added ones; the others wait, and all are ready', async () => {
  const { start, addEvents, count, time, sentItems } = setUpTallyCluster({ projections: four })
  addEvents(5)
  const projectors = [start(), start(), start()]
  await Promise.all([...projectors.map(({ ready }) => ready), time.advance(2_000)])
  expect(runningCounts(...projectors)).toEqual([4, 0, 0])
  const added = tally('added')
  for (const projector of projectors.toReversed()) projector.add([added])
  await time.advance(2_000)
  expect(runningCounts(...projectors)).toEqual([5, 0, 0])
  addEvents()
  await time.advance(200)
  for (const { projection } of [...four, added]) expect(await count(projection.name)).toBe(6)
  expect(sentItems()).toHaveLength(5)
  expect(projectors.flatMap(({ failures }) => failures)).toEqual([])
})

test('a projector that takes one projection over runs it until it stops; the leader has it back within a second', async () => {
  const { start, started, addEvents, count, time } = setUpTallyCluster({ projections: four })
  const leader = await started('leader')
  const shell = start('shell', [tally('b')], 'take-over')
  await time.advance(2_000)
  expect([leader, shell].map((one) => one.runningProjections())).toEqual([['a', 'c', 'd'], ['b']])
  expect(await shell.rebuild('b')).toBe(true)
  addEvents()
  await time.advance(200)
  expect(await count('b')).toBe(1)
  await shell.stop()
  await time.advance(1_000)
  expect(runningCounts(leader)).toEqual([4])
  addEvents()
  await time.advance(200)
  expect(await count('b')).toBe(2)
})

test('a leader that stops releases its lease, and another projector leads within a second', async () => {
  const { start, addEvents, count, time, sentItems } = setUpTallyCluster()
  const [leader, standby] = [start(), start()]
  await time.advance(3_000)
  for (let times = 0; times < 2; times++) {
    addEvents()
    await flushPromises()
  }
  await leader.stop()
  expect(sentItems()).toEqual(['tally 0', 'tally 1'])
  await time.advance(1_000)
  expect(standby.runningProjections()).toEqual(['tally'])
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
  const wrap = beforeCalls(async ({ method, commit }) => {
    if (commit?.build.name === 'lagging' && commit.to > 10n) {
      isBlocked = true
      await blocked.promise
    }
    // The projector is stopped while it waits for this response.
    if (method === 'acquireLease' && isBlocked) {
      stopping ??= second.stop()
      blocked.resolve()
      await nextTurn()
    }
  })
  const { start, started, addEvents, memory, time } = setUpTallyCluster({
    wrapStore: wrap,
    maxBufferedDocuments: 0,
  })
  addEvents(60)
  const first = await started('first', [caughtUp])
  await first.stop()
  const second = start('second', [caughtUp, lagging])
  await time.advance(5_000)
  expect(stopping).toBeDefined()
  await stopping
  expect(await memory.liveBuild({ name: 'lagging', version: 1 })).toBeUndefined()
})
