import { StoreUnavailable } from '@thirty/infra/read-models/read-models.ts'
import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { beforeCalls } from '@thirty/projections/testing/runner/around-store.ts'
import { setUpTallyCluster, tally } from '@thirty/projections/testing/runner/tally-cluster.ts'
import { expect, test } from 'vitest'

test('a stalled leader is replaced within five seconds, writes nothing after it wakes, and can lead again later', async () => {
  const { start, started, addEvents, count, time, commits, sentItems } = setUpTallyCluster()
  const stalled = await started('stalled')
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

test('a leader that cannot renew its lease stops by its own clock before the lease expires', async () => {
  let isAway = false
  const wrap = beforeCalls(({ method }) => {
    if (isAway && method === 'acquireLease') throw new StoreUnavailable('away')
  })
  const { started, addEvents, count, time, commits } = setUpTallyCluster({ wrapStore: wrap })
  const leader = await started()
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
  const wrapStore = beforeCalls(async ({ method }) => {
    if (method === 'commit') state.sent += 1
    if (method === 'acquireLease' && state.isAway) throw new StoreUnavailable('away')
    if (method === 'load' && state.isAway) await blocked.promise
  })
  const { started, addEvents, count, time } = setUpTallyCluster({ wrapStore })
  await started()
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

test('a worker whose lease has expired keeps no documents when it is replaced', async () => {
  const blocked = Promise.withResolvers<void>()
  const state = { isAway: false, sent: 0 }
  const wrapStore = beforeCalls(async ({ method, name }) => {
    if (method === 'acquireLease' && state.isAway) throw new StoreUnavailable('away')
    if (method === 'commit' && name === 'b' && (state.sent += 1) === 1) await blocked.promise
  })
  const projections = [tally('a'), tally('b')]
  const { start, log, count, commits, time } = setUpTallyCluster({
    projections,
    wrapStore,
    maxBufferedDocuments: 7,
  })
  for (const project of 'abcdefg') log.add(`project-${project}`, 'Happened')
  start()
  await flushPromises()
  expect(state.sent).toBe(1)
  state.isAway = true
  await time.advance(5_000)
  state.isAway = false
  await time.advance(2_000)
  blocked.resolve()
  expect(await count('b')).toBe(1)
  // If the documents of the old build were kept, the new build would exceed its share and be written before its end.
  expect(commits.find(({ build }) => build.name === 'b')?.upserts).toHaveLength(7)
})
