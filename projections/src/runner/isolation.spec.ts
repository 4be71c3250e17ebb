import { StoreUnavailable } from '@thirty/infra/read-models/read-models.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import type { StoreCall } from '@thirty/projections/testing/runner/around-store.ts'
import { countingLog, setUpRunner, tally } from '@thirty/projections/testing/runner/runner-setup.ts'
import { expect, test } from 'vitest'

const names = ['broken', 'slow', 'healthy', 'other']

/** Runs projections, and delays the commits of one read model: the commits of steps, or the commits that send messages. */
function setUp(log = fakeEventLog()) {
  const setup = setUpRunner(
    names.map((name) => tally(name)),
    { log },
  )
  const slow =
    (ms: number, sends = false) =>
    ({ name, commit }: StoreCall) =>
      name === 'slow' && commit && commit.messages.length > 0 === sends ? setup.pause(ms) : undefined
  return { ...setup, slow }
}

test('a projection whose store always throws and one with commits of ten seconds hold back no other', async () => {
  const { addEvents, started, time, count, failures, sentItems, fault, slow } = setUp()
  const runner = await started()
  fault.before = (call) => {
    if (call.name === 'broken' && call.method === 'commit') throw new TypeError('broken store')
    return slow(10_000)(call)
  }
  for (let expected = 1; expected <= 30; expected++) {
    addEvents()
    await time.advance(1_000)
    expect([await count('healthy'), await count('other')]).toEqual([expected, expected])
  }
  expect(await Promise.all(names.map((name) => count(name)))).toEqual([undefined, 7, 30, 30])
  expect(sentItems()).toContain('healthy 29')
  expect(failures.filter(({ isParked }) => isParked)).toMatchObject([
    { projection: 'broken', error: new TypeError('broken store') },
  ])
  expect(runner.positions()).toMatchObject([
    { position: -1n, parked: { reason: 'TypeError: broken store' } },
    { readModel: { name: 'slow' } },
    { position: 29n },
    { position: 29n },
  ])
  delete fault.before
  await time.advance(75_000)
  expect(await Promise.all(names.map((name) => count(name)))).toEqual([30, 30, 30, 30])
  expect(runner.positions().filter(({ parked }) => parked)).toEqual([])
})

test('a parked projection is tried again after a minute, and then after twice as long, up to a quarter of an hour', async () => {
  const { addEvents, started, time, failures, fault } = setUp()
  await started()
  fault.before = ({ commit, name }) => {
    if (commit && name === 'broken') throw new TypeError('broken store')
  }
  addEvents()
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

test('a read model whose messages are slow to send does not delay other read models in the same room', async () => {
  const { addEvents, started, time, sentItems, fault, slow } = setUp()
  await started()
  fault.before = slow(10_000, true)
  for (let expected = 1; expected <= 3; expected++) {
    addEvents()
    await time.advance(200)
    expect(sentItems()).toHaveLength(3 * expected)
  }
  delete fault.before
  await time.advance(20_000)
  expect(sentItems()).toHaveLength(12)
})

test.each(['load', 'commit'] as const)(
  'a store that one projection cannot reach for an hour (%s) parks nothing, holds back no other and is reported twice',
  async (unreachable) => {
    const { addEvents, started, time, count, failures, outages, fault } = setUp()
    await started()
    const away = new StoreUnavailable('away')
    fault.before = ({ method, name }) => {
      if (name === 'broken' && method === unreachable) throw away
    }
    for (let times = 0; times < 2; times++) {
      addEvents()
      await time.advance(1_800_000)
    }
    expect([await count('healthy'), failures]).toEqual([2, []])
    expect(outages).toEqual([{ projection: 'broken', error: away }])
    delete fault.before
    await time.advance(2_000)
    expect(await count('broken')).toBe(2)
    expect(outages.slice(1)).toEqual([{ projection: 'broken' }])
  },
)

test('a read model that cannot be opened keeps no other from its start, and is opened when it can be', async () => {
  const { addEvents, start, time, count, fault } = setUp()
  addEvents(5)
  fault.before = ({ method, name }) => {
    if (method === 'liveBuild' && name === 'broken') throw new TypeError('damaged')
  }
  const runner = start()
  await time.advance(1_000)
  expect(await count('healthy')).toBe(5)
  // A parked read model does not keep the process from its start either.
  await Promise.all([runner.ready, time.advance(10_000)])
  expect(runner.positions()[0]).toMatchObject({ isLive: false, parked: { reason: 'TypeError: damaged' } })
  delete fault.before
  await time.advance(60_000)
  expect(await count('broken')).toBe(5)
})

test('a projection that is slow in a replay delays the others by a second at most, reads the log alone, and shares the reading again later', async () => {
  const { log, reading } = countingLog()
  const { addEvents, start, time, count, fault, slow } = setUp(log)
  addEvents(60)
  fault.before = slow(10_000)
  const runner = start()
  await time.advance(1_000)
  expect(await count('healthy')).toBe(60)
  await time.advance(200_000)
  await runner.ready
  expect([await count('slow'), reading.subscriptions]).toEqual([60, 1])
  delete fault.before
  const { events } = reading
  addEvents(3)
  await time.advance(100)
  expect([await count('slow'), reading]).toEqual([63, { subscriptions: 1, events: events + 3 }])
})

test('the reading waits for a projection that needs less than a second for each batch: it reads nothing alone', async () => {
  const { log, reading } = countingLog()
  const { addEvents, started, time, count, fault, slow } = setUp(log)
  await started()
  fault.before = slow(200)
  addEvents(60)
  await time.advance(5_000)
  expect([await count('slow'), reading]).toEqual([60, { subscriptions: 1, events: 60 }])
})

test('a projection that lags joins the shared reading even if new events never stop', async () => {
  const { log, reading } = countingLog()
  const { addEvents, started, time, count, fault, slow } = setUp(log)
  await started()
  fault.before = slow(5_000)
  addEvents(100)
  await time.advance(6_000)
  expect(reading.subscriptions).toBe(2)
  fault.before = slow(15)
  for (let round = 0; round < 1_500; round++) {
    addEvents()
    await time.advance(10)
  }
  expect(reading.subscriptions).toBe(1)
  await time.advance(100)
  expect(await count('slow')).toBe(1_600)
})

test('a rebuild whose last step takes ten seconds holds back no other projection', async () => {
  const { addEvents, started, time, count, fault, pause } = setUp()
  addEvents(20)
  const runner = await started()
  fault.before = ({ method }) => (method === 'activate' ? pause(10_000) : undefined)
  const isRebuilt = runner.rebuild('slow')
  for (let expected = 21; expected <= 25; expected++) {
    addEvents()
    await time.advance(1_000)
    for (const name of ['broken', 'healthy', 'other']) expect(await count(name)).toBe(expected)
  }
  await time.advance(10_000)
  expect([await isRebuilt, await count('slow')]).toEqual([true, 25])
})
