import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { runningCounts, setUpTallyCluster, tally } from '@thirty/projections/testing/runner/tally-cluster.ts'
import { expect, test } from 'vitest'

const fourProjections = ['a', 'b', 'c', 'd'].map((name) => tally(name))

test('projections are shared equally when projectors join, and each soon has a leader again', async () => {
  const { start, addEvents, count, time, sentItems } = setUpTallyCluster({ projections: fourProjections })
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

test('the remaining projectors take over the projections of stopped projectors', async () => {
  const { start, time } = setUpTallyCluster({ projections: fourProjections })
  const [first, second, third] = [start('one'), start('two'), start('three')]
  await time.advance(3_000)
  second.stall()
  await third.stop()
  await time.advance(5_000)
  expect(first.runningProjections().toSorted()).toEqual(['a', 'b', 'c', 'd'])
})

test('a projector of a newer release builds its own version beside the previous one', async () => {
  const { start, addEvents, count, time } = setUpTallyCluster()
  const old = start('old')
  await old.ready
  addEvents(4)
  const fresh = start('new', [tally('tally', 2)])
  await time.advance(2_000)
  expect([...old.runningProjections(), ...fresh.runningProjections()]).toEqual(['tally', 'tally'])
  addEvents()
  await time.advance(200)
  expect([await count('tally', 1), await count('tally', 2)]).toEqual([5, 5])
})

test('read models of an older release are deleted after ten minutes, unless a projector still runs them', async () => {
  const { start, addEvents, memory, time } = setUpTallyCluster()
  const old = start('old')
  await old.ready
  addEvents()
  await flushPromises()
  start('new', [tally('tally', 2)])
  await time.advance(601_000)
  expect(await memory.liveBuild({ name: 'tally', version: 1 })).toBeDefined()
  await old.stop()
  await time.advance(500_000)
  expect(await memory.liveBuild({ name: 'tally', version: 1 })).toBeDefined()
  await time.advance(100_000)
  expect(await memory.liveBuild({ name: 'tally', version: 1 })).toBeUndefined()
  expect(await memory.liveBuild({ name: 'tally', version: 2 })).toMatchObject({ checkpoint: 0n })
})

test('a read model that replaced others drops them, once no projector of an older release runs them', async () => {
  const { start, addEvents, memory, time } = setUpTallyCluster({
    projections: [tally('old', 2), tally('other')],
  })
  addEvents()
  const previous = start('previous')
  await Promise.all([previous.ready, time.advance(2_000)])
  const live = (name: string, version: number) => memory.liveBuild({ name, version })
  const { projection } = tally('merged')
  start('new', [{ projection: { ...projection, replaces: [{ name: 'old', version: 2 }] } }])
  await time.advance(601_000)
  expect(await live('old', 2)).toBeDefined()
  await previous.stop()
  await time.advance(601_000)
  expect(await live('old', 2)).toBeUndefined()
  expect(await live('other', 1)).toBeDefined()
  expect(await live('merged', 1)).toMatchObject({ checkpoint: 0n })
})
