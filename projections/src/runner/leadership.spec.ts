import { StoreUnavailable } from '@thirty/infra/read-models/read-models.ts'
import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { beforeCalls } from '@thirty/projections/testing/runner/around-store.ts'
import { setUpTallyCluster, tally } from '@thirty/projections/testing/runner/tally-cluster.ts'
import { expect, test } from 'vitest'

const two = ['a', 'b'].map((name) => tally(name))

/** A cluster whose calls of the store go through `around` first. */
const setUpWith = (around: (call: string, name: string) => Promise<void> | undefined) =>
  setUpTallyCluster({ projections: two, wrapStore: beforeCalls(({ method, name }) => around(method, name)) })

test('a leader keeps its leases while each answer of the store takes most of a second', async () => {
  let isSlow = false
  const cluster = setUpWith(() =>
    isSlow ? new Promise((resolve) => void cluster.time.after(850, resolve)) : undefined,
  )
  const { started, time } = cluster
  const leader = await started()
  isSlow = true
  await time.advance(20_000)
  isSlow = false
  await time.advance(2_000)
  expect([leader.failures, leader.runningProjections()]).toEqual([[], ['a', 'b']])
})

test('leases are renewed while the lead itself cannot be', async () => {
  let isAway = false
  const { started, time } = setUpWith((_, name) =>
    isAway && name.startsWith('leader') ? Promise.reject(new StoreUnavailable('away')) : flushPromises(),
  )
  const leader = await started()
  isAway = true
  for (let step = 0; step < 100; step++) await time.advance(50)
  isAway = false
  expect(leader.runningProjections()).toEqual(['a', 'b'])
  expect(leader.failures).toHaveLength(1)
})

test.each(['releaseLease', 'commit'])(
  'a leader whose %s of one read model hangs is followed for the others within a second',
  async (hanging) => {
    let isHanging = false
    const answered = Promise.withResolvers<void>()
    const { start, started, addEvents, time } = setUpWith((call, name) =>
      isHanging && call === hanging && name === 'a' ? answered.promise : undefined,
    )
    const leader = await started('leader')
    const standby = start('standby')
    isHanging = true
    addEvents()
    await time.advance(500)
    const stopped = leader.stop()
    await time.advance(1_000)
    const running = standby.runningProjections()
    answered.resolve()
    await stopped
    expect(running).toEqual(['b'])
  },
)

test('the lease of a read model that was removed while it was requested is released', async () => {
  const answered = Promise.withResolvers<void>()
  let isSlow = true
  const { start, memory, time } = setUpWith((call, name) =>
    isSlow && call === 'acquireLease' && name === 'a' ? answered.promise : undefined,
  )
  const leader = start('leader')
  await time.advance(100)
  await leader.remove([{ name: 'a', version: 1 }])
  isSlow = false
  answered.resolve()
  await time.advance(100)
  expect(await memory.acquireLease({ name: 'a', version: 1 }, 'other', 1)).toBeDefined()
  leader.add([tally('a')])
  await time.advance(3_000)
  expect([leader.failures, leader.runningProjections()]).toEqual([[], ['b', 'a']])
})
