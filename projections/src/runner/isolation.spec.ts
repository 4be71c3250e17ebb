import { StoreUnavailable } from '@thirty/infra/read-models/read-models.ts'
import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import type { StoreCall } from '@thirty/projections/testing/runner/around-store.ts'
import {
  countingLog,
  setUpCluster,
  setUpRunner,
  tally,
} from '@thirty/projections/testing/runner/runner-setup.ts'
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

/** A projection that fails in its own code, beside one that works. */
function setUpPoisoned(fails: Partial<ReturnType<typeof tally>['projection']>, isLive = true) {
  const begun: string[] = []
  const { projection } = tally('poisoned')
  const setup = setUpRunner([{ projection: { ...projection, ...fails } }, tally()])
  const { started, log, time, fault } = setup
  fault.before = ({ method, name }) => method === 'beginBuild' && begun.push(name)
  /** Starts before or after the events, of which the third one is poison. */
  const run = async (options?: Parameters<typeof started>[0]) => {
    const running = isLive && (await started(options))
    for (const type of ['Happened', 'Poison', 'Happened']) log.add('project-a', type)
    const [runner] = await Promise.all([running || started(options), time.advance(100)])
    await flushPromises()
    return runner
  }
  return { ...setup, begun, run }
}

const poison: Partial<ReturnType<typeof tally>['projection']> = {
  evolve: (document, { type }) => {
    if (type === 'Poison') throw new Error('cannot apply Poison')
    return { count: (document?.count ?? 0) + 1, last: type }
  },
}

test.each([
  ['that arrives', true],
  ['in the past', false],
])(
  'an event %s that a projection cannot apply parks it before the event, and others continue',
  async (_, isLive) => {
    const { run, count, failures } = setUpPoisoned(poison, isLive)
    const runner = await run()
    expect([await count('poisoned'), await count()]).toEqual([1, 3])
    const error = new Error('cannot apply Poison')
    expect(failures).toMatchObject([
      { projection: 'poisoned', isParked: true, event: { type: 'Poison' }, error },
    ])
    expect(runner.positions()).toMatchObject([
      { readModel: { name: 'poisoned' }, position: 0n, parked: { reason: String(error) } },
      { readModel: { name: 'tally' }, position: 2n },
    ])
  },
)

test('a parked projection reads its event again when it is tried again', async () => {
  let isDamaged = true
  const log = fakeEventLog()
  const subscribe: typeof log.subscribe = async function* (options) {
    for await (const { events, ...batch } of log.subscribe(options))
      yield { ...batch, events: events.map((event) => (isDamaged ? { ...event, type: 'Poison' } : event)) }
  }
  const projections = [{ projection: { ...tally('poisoned').projection, ...poison } }, tally()]
  const { started, addEvents, count, fault, pause, time } = setUpRunner(projections, {
    log: { ...log, subscribe },
  })
  await started()
  // The other one has applied the event, and waits for more, before this one fails.
  fault.before = ({ method, name }) => method === 'load' && name === 'poisoned' && pause(500)
  addEvents()
  await time.advance(1_000)
  isDamaged = false
  await time.advance(61_000)
  expect([await count(), await count('poisoned')]).toEqual([1, 1])
})

test.each([
  ['alone', setUpRunner],
  ['under a lease', setUpCluster],
])(
  'clients load anew when a projection %s is parked in the past, and again when it has caught up later, but not at each try',
  async (_, setUpProcess) => {
    const code = { isMended: false }
    const { projection } = tally('poisoned')
    const evolve: typeof projection.evolve = (document, event, ...rest) =>
      code.isMended ? projection.evolve(document, event, ...rest) : poison.evolve?.(document, event, ...rest)
    const { log, start, time, count, resyncs } = setUpProcess([
      { ...tally('poisoned'), projection: { ...projection, evolve } },
    ])
    for (const type of ['Happened', 'Poison', 'Happened']) log.add('project-a', type)
    start()
    await time.advance(1_000)
    const whenParked = resyncs()
    await time.advance(61_000)
    const afterATry = resyncs()
    code.isMended = true
    await time.advance(120_000)
    expect([await count('poisoned'), whenParked, afterATry, resyncs()]).toEqual([3, 2, 2, 4])
  },
)

const unindexed = (score: () => number): Partial<ReturnType<typeof tally>['projection']> => ({
  indexEntries: ({ count }) => ({ count: { score: count > 1 ? score() : count } }),
})

test('an index entry without a number parks its projection at the event that caused it, after it is live', async () => {
  const { run, count, failures } = setUpPoisoned(unindexed(() => NaN))
  await run()
  expect(failures).toMatchObject([{ isParked: true, event: { position: 1n } }])
  expect(await count('poisoned')).toBe(1)
})

test.each([
  ['has no number, and a build is written after every step', () => NaN, { maxBufferedDocuments: 0 }],
  ['has no number, and a build is written when it is complete', () => NaN, {}],
  ['cannot be computed', () => expect.fail('no index entries'), {}],
])(
  'an index entry that %s parks its projection at the event that caused it, after two builds',
  async (_, score, options) => {
    const { run, begun, counts, failures } = setUpPoisoned(unindexed(score), false)
    await run({ batch: 100, ...options })
    expect(failures).toMatchObject([
      { isParked: false, error: { cause: { name: 'InvalidIndexEntry' } } },
      {
        projection: 'poisoned',
        isParked: true,
        event: { position: 1n },
        error: { name: 'InvalidIndexEntry' },
      },
    ])
    expect([await counts('poisoned'), await counts()]).toEqual([
      [1, undefined],
      [3, undefined],
    ])
    expect(begun.toSorted()).toEqual(['poisoned', 'poisoned', 'tally'])
  },
)
