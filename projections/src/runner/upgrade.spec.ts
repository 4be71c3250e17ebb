import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { setUpTallyCluster, tally } from '@thirty/projections/testing/runner/tally-cluster.ts'
import { expect, test } from 'vitest'

test('a projector of a newer release builds its own version beside the previous one', async () => {
  const { start, started, addEvents, count, time } = setUpTallyCluster()
  const old = await started('old')
  addEvents(4)
  const fresh = start('new', [tally('tally', 2)])
  await time.advance(2_000)
  expect([...old.runningProjections(), ...fresh.runningProjections()]).toEqual(['tally', 'tally'])
  addEvents()
  await time.advance(200)
  expect([await count('tally', 1), await count('tally', 2)]).toEqual([5, 5])
})

test('read models of an older release are deleted after ten minutes, unless a projector still runs them', async () => {
  const { start, started, addEvents, memory, time } = setUpTallyCluster()
  const old = await started('old')
  addEvents()
  await flushPromises()
  const before = await memory.liveBuild({ name: 'tally', version: 1 })
  start('new', [tally('tally', 2)])
  await time.advance(601_000)
  expect(await memory.liveBuild({ name: 'tally', version: 1 })).toEqual(before)
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
  start('new', [{ ...tally('merged'), replaced: () => [{ name: 'old', version: 2 }] }])
  await time.advance(601_000)
  expect(await live('old', 2)).toBeDefined()
  await previous.stop()
  await time.advance(601_000)
  expect(await live('old', 2)).toBeUndefined()
  expect(await live('other', 1)).toBeDefined()
  expect(await live('merged', 1)).toMatchObject({ checkpoint: 0n })
})

test('a read model that the leader still runs is not dropped by its replacement', async () => {
  const replacing = { ...tally('replacing'), replaced: () => [{ name: 'still-shown', version: 1 }] }
  const { started, memory, time } = setUpTallyCluster({ projections: [tally('still-shown'), replacing] })
  const leader = await started()
  const isStored = async () => (await memory.liveBuild({ name: 'still-shown', version: 1 })) !== undefined
  await time.advance(601_000)
  expect([await isStored(), leader.failures]).toEqual([true, []])
  await leader.remove([{ name: 'still-shown', version: 1 }])
  await time.advance(601_000)
  expect([await isStored(), leader.runningProjections()]).toEqual([false, ['replacing']])
})
