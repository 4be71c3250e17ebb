import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { setUpCluster, setUpRunner, tally } from '@thirty/projections/testing/runner/runner-setup.ts'
import { expect, test } from 'vitest'

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
