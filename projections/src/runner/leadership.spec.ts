import { beginning } from '@thirty/infra/event-log/event-log.ts'
import { StoreUnavailable } from '@thirty/infra/read-models/read-models.ts'
import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { setUpCluster, tally } from '@thirty/projections/testing/runner/runner-setup.ts'
import { expect, test } from 'vitest'

const [two, four] = [['a', 'b'].map((name) => tally(name)), ['a', 'b', 'c', 'd'].map((name) => tally(name))]
const key = (name: string, version = 1) => ({ name, version })

test('one projector leads: it runs all projections, also added ones, and releases removed ones; all are ready', async () => {
  const { start, addEvents, count, time, memory, sentItems, failures } = setUpCluster(four)
  addEvents(5)
  const projectors = [start(), start(), start()]
  const running = () => projectors.map((projector) => projector.runningProjections().join(''))
  await Promise.all([...projectors.map(({ ready }) => ready), time.advance(2_000)])
  expect(running()).toEqual(['abcd', '', ''])
  for (const projector of projectors.toReversed()) projector.add([tally('e')])
  await time.advance(2_000)
  addEvents()
  await time.advance(200)
  for (const name of 'abcde') expect(await count(name)).toBe(6)
  expect(sentItems()).toHaveLength(5)
  for (const projector of projectors) await projector.remove([key('a')])
  expect(await memory.acquireLease(key('a'), 'other', 1_000)).toBeDefined()
  await time.advance(3_000)
  expect([running(), failures]).toEqual([['bcde', '', ''], []])
})

test('a leader that stops finishes its step and sends its updates, and another one leads within a second', async () => {
  const { start, addEvents, count, time, sentItems } = setUpCluster()
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
  expect([await count(), sentItems()]).toEqual([3, ['tally 0', 'tally 1', 'tally 2']])
})

test('a projector that takes one projection over runs it until it stops; the leader has it back within a second', async () => {
  const { start, started, addEvents, count, time } = setUpCluster(two)
  const leader = await started()
  const shell = start({ projections: [tally('b')], shared: {} })
  await time.advance(2_000)
  expect([leader, shell].map((one) => one.runningProjections())).toEqual([['a'], ['b']])
  expect(await shell.rebuild('b')).toBe(true)
  addEvents()
  await time.advance(200)
  expect(await count('b')).toBe(1)
  await shell.stop()
  await time.advance(1_000)
  expect(leader.runningProjections()).toEqual(['a', 'b'])
  addEvents()
  await time.advance(200)
  expect(await count('b')).toBe(2)
})

test('a stalled leader is replaced within five seconds, writes nothing after it wakes, and can lead again later', async () => {
  const { start, started, addEvents, count, time, commits, sentItems } = setUpCluster()
  const stalled = await started({ owner: 'stalled' })
  addEvents()
  await flushPromises()
  stalled.stall()
  addEvents(3)
  const other = start()
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

test('a leader that cannot renew its leases stops by its own clock before they expire, and leads again later', async () => {
  const { started, addEvents, count, time, commits, fault } = setUpCluster(two)
  const leader = await started()
  fault.before = ({ method }) => {
    if (method === 'acquireLease') throw new StoreUnavailable('away')
  }
  const since = time.now()
  for (let round = 0; round < 40; round++) {
    addEvents()
    await time.advance(100)
  }
  expect(Math.max(...commits.map(({ at }) => at)) - since).toBeLessThan(2_800)
  expect(leader.runningProjections()).toEqual([])
  // The outage, and the loss of each lease.
  expect(leader.failures).toHaveLength(3)
  delete fault.before
  await time.advance(1_500)
  expect([leader.runningProjections(), await count('a')]).toEqual([['a', 'b'], 40])
})

test('a step that was computed after the lease expired is not committed, even without another leader', async () => {
  const blocked = Promise.withResolvers<void>()
  const { started, addEvents, count, time, fault } = setUpCluster(two)
  await started()
  addEvents()
  await time.advance(500)
  let sent = 0
  fault.before = async ({ method }) => {
    if (method === 'commit') sent += 1
    if (method === 'acquireLease') throw new StoreUnavailable('away')
    if (method === 'load') await blocked.promise
  }
  addEvents()
  await time.advance(5_000)
  blocked.resolve()
  await flushPromises()
  expect(sent).toBe(0)
  delete fault.before
  await time.advance(2_000)
  expect(await count('a')).toBe(2)
})

test('a leader keeps its leases while each answer of the store takes most of a second', async () => {
  const { started, time, pause, failures, fault } = setUpCluster(two)
  const leader = await started()
  fault.before = () => pause(850)
  await time.advance(20_000)
  delete fault.before
  await time.advance(2_000)
  expect([failures, leader.runningProjections()]).toEqual([[], ['a', 'b']])
})

test('leases are renewed while the lead itself cannot be', async () => {
  const { started, time, failures, fault } = setUpCluster(two)
  const leader = await started()
  fault.before = ({ name }) =>
    name.startsWith('leader') ? Promise.reject(new StoreUnavailable('away')) : flushPromises()
  for (let step = 0; step < 100; step++) await time.advance(50)
  delete fault.before
  expect([leader.runningProjections(), failures.length]).toEqual([['a', 'b'], 1])
})

test('a process that lost the lead to another one hands everything over, and renews nothing that cannot end', async () => {
  const answered = Promise.withResolvers<void>()
  const { started, addEvents, memory, time, fault } = setUpCluster(two)
  const leader = await started({ shared: { release: 'lead' } })
  fault.before = ({ method, name }) => (method === 'commit' && name === 'a' ? answered.promise : undefined)
  addEvents()
  await flushPromises()
  const acquiredByOther = (name: string, takesOver = false) =>
    memory.acquireLease(key(name, name === 'lead' ? 0 : 1), 'other', 60_000, takesOver)
  await acquiredByOther('lead', true)
  await time.advance(1_000)
  expect(leader.runningProjections()).toEqual(['a'])
  expect(await acquiredByOther('b')).toBeDefined()
  await time.advance(3_000)
  expect(await acquiredByOther('a')).toBeDefined()
  answered.resolve()
})

test('a lease that cannot be acquired keeps no other projection from its start', async () => {
  const { start, addEvents, count, time, fault } = setUpCluster(two)
  fault.before = ({ method, name }) => {
    if (method === 'acquireLease' && name === 'a') throw new TypeError('damaged')
  }
  start()
  addEvents(3)
  await time.advance(1_100)
  expect(await count('b')).toBe(3)
})

test.each(['releaseLease', 'commit'])(
  'a leader whose %s of one read model hangs is followed for the others within a second',
  async (hanging) => {
    const answered = Promise.withResolvers<void>()
    const { start, started, addEvents, time, fault } = setUpCluster(two)
    const leader = await started()
    const standby = start()
    fault.before = ({ method, name }) => (method === hanging && name === 'a' ? answered.promise : undefined)
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

test('a leader that stops during a rebuild is followed within a second', async () => {
  const answered = Promise.withResolvers<void>()
  const { start, started, addEvents, time, fault } = setUpCluster()
  addEvents()
  const leader = await started()
  const standby = start()
  fault.before = ({ commit }) => (commit?.from === beginning ? answered.promise : undefined)
  const isRebuilt = leader.rebuild('tally')
  await time.advance(500)
  const stopped = leader.stop()
  await time.advance(1_000)
  const running = standby.runningProjections()
  answered.resolve()
  await stopped
  expect([running, await isRebuilt]).toEqual([['tally'], false])
})

test('the lease of a read model that was removed while it was requested is released', async () => {
  const answered = Promise.withResolvers<void>()
  const { start, memory, time, failures, fault } = setUpCluster(two)
  fault.before = ({ method, name }) =>
    method === 'acquireLease' && name === 'a' ? answered.promise : undefined
  const leader = start()
  await time.advance(100)
  await leader.remove([key('a')])
  delete fault.before
  answered.resolve()
  await time.advance(100)
  expect(await memory.acquireLease(key('a'), 'other', 1)).toBeDefined()
  leader.add([tally('a')])
  await time.advance(3_000)
  expect([failures, leader.runningProjections()]).toEqual([[], ['b', 'a']])
})

test('a lease that is acquired while the process stops is released before it has stopped', async () => {
  const answered = Promise.withResolvers<void>()
  const { start, memory, time, pause, fault } = setUpCluster(two)
  fault.before = ({ method, name }) => {
    if (name !== 'a') return undefined
    return method === 'acquireLease' ? answered.promise : pause(500)
  }
  const leader = start()
  await time.advance(100)
  const stopped = leader.stop()
  answered.resolve()
  const isReleased = stopped.then(() => memory.acquireLease(key('a'), 'other', 1))
  await time.advance(2_500)
  expect(await isReleased).toBeDefined()
})

test.each([
  ['commit', 1_500],
  ['commit', 5_000],
  ['releaseLease', 1_500],
])(
  'a projection that is removed, and added again while its %s takes %i ms, continues under another lease',
  async (slow, milliseconds) => {
    const { started, addEvents, count, time, pause, failures, fault } = setUpCluster(two)
    const leader = await started()
    fault.before = ({ method, name }) => {
      if (method !== slow || name !== 'a') return undefined
      delete fault.before
      return pause(milliseconds)
    }
    addEvents()
    await flushPromises()
    const removed = leader.remove([key('a')])
    leader.add([tally('a')])
    await time.advance(milliseconds)
    await removed
    await time.advance(1_000)
    addEvents()
    await time.advance(200)
    expect([await count('a'), leader.runningProjections(), failures]).toEqual([2, ['b', 'a'], []])
  },
)

test('a newer release builds its version beside the previous one, which is deleted ten minutes after nobody runs it', async () => {
  const { start, started, addEvents, count, memory, time } = setUpCluster([tally('kept'), tally('tally')])
  const old = await started()
  addEvents()
  await flushPromises()
  const live = () => Promise.all([key('tally'), key('kept')].map((each) => memory.liveBuild(each)))
  const before = await live()
  const replacing = { ...tally('merged'), replaced: () => [key('kept')] }
  const fresh = start({ projections: [tally('tally', 2), replacing] })
  await time.advance(601_000)
  expect([...old.runningProjections(), ...fresh.runningProjections()]).toHaveLength(4)
  expect([await live(), await count('tally', 2)]).toEqual([before, 1])
  await old.stop()
  await time.advance(500_000)
  expect(await live()).toEqual(before)
  await time.advance(100_000)
  expect([await live(), await count('tally', 2)]).toEqual([[undefined, undefined], 1])
})

test('a read model that the leader still runs is not dropped by its replacement', async () => {
  const replacing = { ...tally('replacing'), replaced: () => [key('still-shown')] }
  const { started, memory, time } = setUpCluster([tally('still-shown'), replacing])
  const leader = await started()
  const isStored = async () => (await memory.liveBuild(key('still-shown'))) !== undefined
  await time.advance(601_000)
  expect([await isStored(), leader.failures]).toEqual([true, []])
  await leader.remove([key('still-shown')])
  await time.advance(601_000)
  expect([await isStored(), leader.runningProjections()]).toEqual([false, ['replacing']])
})
