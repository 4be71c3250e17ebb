import { StoreUnavailable } from '@thirty/infra/read-models/read-models.ts'
import { countingProjection, setUpRunner } from '@thirty/projections/testing/runner/runner-setup.ts'
import { beforeCalls } from '@thirty/projections/testing/runner/around-store.ts'
import { setUpTallyCluster } from '@thirty/projections/testing/runner/tally-cluster.ts'
import { expect, test } from 'vitest'

test('an emptied store is rebuilt, readers see the new build only when it is complete, and clients resync', async () => {
  const { started, addEvents, count, time, memory, resyncs, sentItems } = setUpTallyCluster()
  await started()
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

test('a store that lost steps but kept the lease is noticed within two seconds, without new events', async () => {
  const { start, addEvents, count, time, memory, resyncs } = setUpTallyCluster()
  addEvents(5)
  const only = start('ada')
  await Promise.all([only.ready, time.advance(1_000)])
  const readModel = { name: 'tally', version: 1 }
  const lease = await memory.acquireLease(readModel, 'ada', 3_000)
  if (!lease) throw new Error('Ada does not lead.')
  const build = await memory.beginBuild(readModel, lease)
  const upserts = [{ id: 'project-a', document: { count: 2 }, indexEntries: {} }]
  const step = { stepId: 'old', from: -1n, to: 1n, upserts, deletes: [], messages: [] }
  await memory.commit({ build, lease, ...step })
  await memory.activate(build, lease)
  expect(await count()).toBe(2)
  const resyncsBefore = resyncs()
  await time.advance(2_000)
  expect(await count()).toBe(5)
  expect(resyncs()).toBeGreaterThan(resyncsBefore)
})

test.each(['load', 'commit'])(
  'a store that cannot be reached by %s is reported once with the read model, and once more when it is back',
  async (unreachable) => {
    const away = new StoreUnavailable('away')
    let isAway = false
    const { started, log, time, outages, failures, counts } = setUpRunner(
      [{ projection: countingProjection() }],
      {
        wrap: beforeCalls(({ method }) => {
          if (isAway && method === unreachable) throw away
        }),
      },
    )
    await started()
    isAway = true
    log.add('project-a', 'Happened')
    await time.advance(60_000)
    expect(outages).toEqual([{ projection: 'tally', error: away }])
    isAway = false
    await time.advance(2_000)
    expect(outages.slice(1)).toEqual([{ projection: 'tally' }])
    log.add('project-a', 'Happened')
    await time.advance(2_000)
    expect(outages).toHaveLength(2)
    expect(await counts('tally', ['project-a'])).toEqual([2])
    expect(failures).toEqual([])
  },
)
