import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { StoreUnavailable, type Commit, type LiveMessage } from '@thirty/infra/read-models/read-models.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import {
  setUpRunner,
  countingProjection,
  withLiveUpdates,
} from '@thirty/projections/testing/runner/runner-setup.ts'
import { beforeCalls } from '@thirty/projections/testing/runner/around-store.ts'
import { setUpTallyCluster, tally } from '@thirty/projections/testing/runner/tally-cluster.ts'
import { expect, test } from 'vitest'

const names = ['broken', 'slow', 'healthy', 'other']
const projections = names.map((name) => withLiveUpdates(countingProjection(name)))

/** Runs the projections over a store whose commits and builds a test can make fail or slow. */
function setUp(log = fakeEventLog()) {
  const faults: {
    commit?: (commit: Commit) => Promise<void> | void
    send?: (name: string) => Promise<void> | void
    activate?: () => Promise<void>
    load?: (name: string) => void
    open?: (name: string) => Promise<void> | void
  } = {}
  const setup = setUpRunner(projections, {
    log,
    wrap: beforeCalls(({ method, name, commit }) => {
      if (method === 'liveBuild') return faults.open?.(name)
      if (method === 'load') return faults.load?.(name)
      if (method === 'activate') return faults.activate?.()
      if (commit?.messages.length === 0) return faults.commit?.(commit)
      if (commit) return faults.send?.(name)
    }),
  })
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => void setup.time.after(milliseconds, resolve))
  const count = async (name: string) => (await setup.counts(name))[0]
  return { ...setup, faults, pause, count }
}

/** A log that counts how many subscriptions are open, and how many events they were sent. */
function countingLog() {
  const log = fakeEventLog()
  const reading = { subscriptions: 0, events: 0 }
  const subscribe: EventLog['subscribe'] = async function* subscribe(subscription) {
    reading.subscriptions += 1
    try {
      for await (const batch of log.subscribe(subscription)) {
        reading.events += batch.events.length
        yield batch
      }
    } finally {
      reading.subscriptions -= 1
    }
  }
  return { log: { ...log, subscribe }, reading }
}

test('a projection whose store always throws and a projection with commits of ten seconds hold back no other projection', async () => {
  const { addEvents, started, time, count, failures, messages, faults, pause } = setUp()
  const runner = await started()
  faults.commit = ({ build: { name } }) => {
    if (name === 'broken') throw new TypeError('broken store')
    if (name === 'slow') return pause(10_000)
  }
  for (let expected = 1; expected <= 30; expected++) {
    addEvents(1)
    await time.advance(1_000)
    expect(await count('healthy')).toBe(expected)
    expect(await count('other')).toBe(expected)
  }
  expect(await count('slow')).toBe(7)
  expect(await count('broken')).toBeUndefined()
  const position = ({ payload }: LiveMessage) => (payload as { position: string }).position
  expect(messages.map(position)).toContain('29')
  expect(failures.filter(({ isParked }) => isParked)).toMatchObject([
    { projection: 'broken', error: new TypeError('broken store') },
  ])
  expect(runner.positions()).toMatchObject([
    { parked: { position: -1n, reason: 'TypeError: broken store' } },
    { readModel: { name: 'slow' } },
    { position: 29n },
    { position: 29n },
  ])
  const isReached = runner.waitForPosition(29n, 1_000)
  await time.advance(1_000)
  expect(await isReached).toBe(false)
  delete faults.commit
  await time.advance(75_000)
  for (const name of names) expect(await count(name)).toBe(30)
  expect(await runner.waitForPosition(29n, 0)).toBe(true)
  expect(runner.positions().filter(({ parked }) => parked)).toEqual([])
})

test('a read model whose messages are slow to send does not delay other read models in the same room', async () => {
  const { addEvents, started, time, sentItems, faults, pause } = setUp()
  await started()
  faults.send = (name) => (name === 'slow' ? pause(10_000) : undefined)
  for (let expected = 1; expected <= 3; expected++) {
    addEvents(1)
    await time.advance(200)
    expect(sentItems()).toHaveLength(3 * expected)
  }
  delete faults.send
  await time.advance(20_000)
  expect(sentItems()).toHaveLength(12)
})

test('a parked projection is tried again after a minute, and then after twice as long, up to a quarter of an hour', async () => {
  const { addEvents, started, time, failures, faults } = setUp()
  await started()
  faults.commit = ({ build: { name } }) => {
    if (name === 'broken') throw new TypeError('broken store')
  }
  addEvents(1)
  await time.advance(20_000)
  const minutes: number[] = []
  let known = failures.length
  for (let minute = 1; minute <= 64; minute++) {
    await time.advance(60_000)
    if (failures.length > known) minutes.push(minute)
    known = failures.length
  }
  expect(minutes).toEqual([1, 3, 7, 15, 30, 45, 60])
})

test.each(['load', 'commit'] as const)(
  'a store that one projection cannot reach for an hour (%s) parks nothing, and holds back no other',
  async (method) => {
    const { addEvents, started, time, count, failures, faults } = setUp()
    const runner = await started()
    const failIfBroken = (name: string) => {
      if (name === 'broken') throw new StoreUnavailable('away')
    }
    faults.load = (name) => method === 'load' && failIfBroken(name)
    faults.commit = ({ build }) => (method === 'commit' ? failIfBroken(build.name) : undefined)
    addEvents(1)
    await time.advance(1_800_000)
    addEvents(1)
    await time.advance(1_800_000)
    expect(await count('healthy')).toBe(2)
    expect(failures.filter(({ isParked }) => isParked)).toEqual([])
    expect(runner.positions().filter(({ parked }) => parked)).toEqual([])
    delete faults.load
    delete faults.commit
    await time.advance(2_000)
    expect(await count('broken')).toBe(2)
  },
)

test('a read model that cannot be opened keeps no other from its start, and is opened when it can be', async () => {
  const { addEvents, start, time, count, faults } = setUp()
  addEvents(5)
  faults.open = (name) => {
    if (name === 'broken') throw new TypeError('damaged')
  }
  const runner = start()
  await time.advance(1_000)
  expect(await count('healthy')).toBe(5)
  // A parked read model does not keep the process from its start either.
  await Promise.all([runner.ready, time.advance(10_000)])
  expect(runner.positions()[0]).toMatchObject({ isLive: false, parked: { reason: 'TypeError: damaged' } })
  expect(await runner.waitForPosition(4n, 1_000)).toBe(false)
  delete faults.open
  await time.advance(60_000)
  expect(await count('broken')).toBe(5)
  expect(await runner.waitForPosition(4n, 0)).toBe(true)
})

test('a projection that is slow in a replay delays the others by a second at most, reads the log alone, and shares the reading again later', async () => {
  const { log, reading } = countingLog()
  const { addEvents, start, time, count, faults, pause } = setUp(log)
  addEvents(60)
  faults.commit = ({ build: { name } }) => (name === 'slow' ? pause(10_000) : undefined)
  const runner = start()
  await time.advance(1_000)
  expect(await count('healthy')).toBe(60)
  await time.advance(200_000)
  await runner.ready
  expect(await count('slow')).toBe(60)
  expect(reading.subscriptions).toBe(1)
  delete faults.commit
  const { events } = reading
  addEvents(3)
  await time.advance(100)
  expect(await count('slow')).toBe(63)
  expect(reading).toEqual({ subscriptions: 1, events: events + 3 })
})

test('the reading waits for a projection that needs less than a second for each batch: it reads nothing alone', async () => {
  const { log, reading } = countingLog()
  const { addEvents, started, time, count, faults, pause } = setUp(log)
  await started()
  faults.commit = ({ build: { name } }) => (name === 'slow' ? pause(200) : undefined)
  addEvents(60)
  await time.advance(1_000)
  expect(reading.subscriptions).toBe(1)
  await time.advance(4_000)
  expect(await count('slow')).toBe(60)
  expect(reading).toEqual({ subscriptions: 1, events: 60 })
})

test('a projection that lags joins the shared reading even if new events never stop', async () => {
  const { log, reading } = countingLog()
  const { addEvents, started, time, count, faults, pause } = setUp(log)
  await started()
  faults.commit = ({ build: { name } }) => (name === 'slow' ? pause(5_000) : undefined)
  addEvents(100)
  await time.advance(6_000)
  expect(reading.subscriptions).toBe(2)
  faults.commit = ({ build: { name } }) => (name === 'slow' ? pause(15) : undefined)
  for (let round = 0; round < 1_500; round++) {
    addEvents(1)
    await time.advance(10)
  }
  expect(reading.subscriptions).toBe(1)
  await time.advance(100)
  expect(await count('slow')).toBe(1_600)
})

test('a rebuild whose last step takes ten seconds holds back no other projection', async () => {
  const { addEvents, started, time, count, faults, pause } = setUp()
  addEvents(20)
  const runner = await started()
  faults.activate = () => pause(10_000)
  const isRebuilt = runner.rebuild('slow')
  for (let expected = 21; expected <= 25; expected++) {
    addEvents(1)
    await time.advance(1_000)
    for (const name of ['broken', 'healthy', 'other']) expect(await count(name)).toBe(expected)
  }
  await time.advance(10_000)
  expect(await isRebuilt).toBe(true)
  expect(await count('slow')).toBe(25)
})

test('a lease that cannot be acquired keeps no other projection from its start', async () => {
  const { start, addEvents, count, time } = setUpTallyCluster({
    projections: ['a', 'b'].map((name) => tally(name)),
    wrapStore: beforeCalls(({ method, name }) => {
      if (method === 'acquireLease' && name === 'a') throw new TypeError('damaged')
    }),
  })
  start('one')
  addEvents(3)
  await time.advance(1_100)
  expect(await count('b')).toBe(3)
})
