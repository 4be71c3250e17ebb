import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import {
  countingProjection,
  setUpRunner,
  withLiveUpdates,
} from '@thirty/projections/testing/runner/runner-setup.ts'
import { runningCounts, setUpTallyCluster, tally } from '@thirty/projections/testing/runner/tally-cluster.ts'
import { expect, test } from 'vitest'

const key = (name: string) => ({ name, version: 1 })

/** A log that counts its subscriptions. */
function countedLog() {
  const log = fakeEventLog()
  const counts = { subscriptions: 0 }
  const subscribe: typeof log.subscribe = (options) => {
    counts.subscriptions += 1
    return log.subscribe(options)
  }
  return { log: { ...log, subscribe }, counts }
}

test('projections that are added while others run share one reading of the log', async () => {
  const { log, counts: reads } = countedLog()
  const { started, counts, time } = setUpRunner([{ projection: countingProjection('first') }], { log })
  for (let index = 0; index < 20; index++) log.add('project-a', 'Happened')
  const runner = await started()
  expect(reads.subscriptions).toBe(1)
  runner.add(['second', 'third', 'fourth'].map((name) => ({ projection: countingProjection(name) })))
  await time.advance(100)
  log.add('project-b', 'Happened')
  await time.advance(100)
  expect(reads.subscriptions).toBe(2)
  for (const name of ['first', 'second', 'third', 'fourth']) expect(await counts(name)).toEqual([20, 1])
  expect(runner.positions().map(({ readModel }) => readModel.name)).toHaveLength(4)
})

test('a removed projection applies nothing more, is not waited for, and its read model stays', async () => {
  const { log, counts: reads } = countedLog()
  const { started, counts, time } = setUpRunner(
    ['first', 'second'].map((name) => ({ projection: countingProjection(name) })),
    { log },
  )
  log.add('project-a', 'Happened')
  const runner = await started()
  await runner.remove([key('first')])
  const last = log.add('project-a', 'Happened')
  await time.advance(100)
  expect(await runner.waitForPosition(last, 0)).toBe(true)
  expect(await counts('first')).toEqual([1, undefined])
  expect(await counts('second')).toEqual([2, undefined])
  runner.add([{ projection: countingProjection('first') }])
  await time.advance(100)
  expect(await counts('first')).toEqual([2, undefined])
  expect(reads.subscriptions).toBe(2)
})

test('the reading of a group ends with its last projection', async () => {
  const { started, time } = setUpRunner([{ projection: countingProjection('first') }])
  const runner = await started()
  runner.add([])
  for (let times = 0; times < 3; times++) {
    runner.add([{ projection: countingProjection('second') }])
    await time.advance(2_000)
    await runner.remove([key('second')])
    await time.advance(2_000)
  }
  await runner.remove([key('first')])
  await time.advance(2_000)
  expect(time.pendingTimers()).toBe(0)
  expect(runner.positions()).toEqual([])
  await runner.stop()
})

test('a projection is not added twice', async () => {
  const runner = setUpRunner([{ projection: countingProjection('first') }]).start()
  await runner.ready
  expect(() => runner.add([{ projection: countingProjection('first') }])).toThrow('registered already')
})

test('waits for the awaited read models only', async () => {
  const { started, log, time } = setUpRunner([{ projection: countingProjection('first') }])
  const position = log.add('project-a', 'Happened')
  const runner = await started(3, { awaited: () => [key('second')] })
  const early = runner.waitForPosition(position, 50)
  await time.advance(100)
  expect(await early).toBe(false)
  runner.add([{ projection: countingProjection('second') }])
  await time.advance(100)
  expect(await runner.waitForPosition(position, 0)).toBe(true)
})

test('updates of an unpublished projection are not sent, and updates of a published one have its epoch', async () => {
  let isPublished = false
  const projection = {
    ...withLiveUpdates(countingProjection('hidden')),
    isPublished: () => isPublished,
    epochOf: (epoch: string) => `${epoch}.r2`,
  }
  const { started, log, time, messages, memory } = setUpRunner([projection])
  await started()
  log.add('project-a', 'Unseen')
  await time.advance(200)
  expect(messages).toEqual([])
  isPublished = true
  log.add('project-a', 'Seen')
  await time.advance(200)
  const epoch = (await memory.liveBuild(key('hidden')))?.epoch
  expect(messages).toMatchObject([{ message: 'Seen', payload: { epoch: `${epoch}.r2` } }])
})

test('the leader runs added projections, and releases removed ones', async () => {
  const { start, addEvents, count, time, memory } = setUpTallyCluster({
    projections: [tally('a'), tally('b')],
  })
  const [first, second] = [start('one'), start('two')]
  await time.advance(3_000)
  addEvents(4)
  for (const projector of [first, second]) projector.add([tally('c'), tally('d')])
  await time.advance(3_000)
  expect(runningCounts(first, second)).toEqual([4, 0])
  expect(await Promise.all(['a', 'b', 'c', 'd'].map((name) => count(name)))).toEqual([4, 4, 4, 4])
  for (const projector of [first, second]) await projector.remove([key('a'), key('b')])
  expect(await memory.acquireLease(key('a'), 'other', 1_000)).toBeDefined()
  await time.advance(3_000)
  expect([...first.runningProjections(), ...second.runningProjections()].toSorted()).toEqual(['c', 'd'])
  addEvents()
  await time.advance(1_000)
  expect(await Promise.all(['a', 'c'].map((name) => count(name)))).toEqual([4, 5])
})
