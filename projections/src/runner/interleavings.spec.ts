import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  InvalidIndexEntry,
  ReadModelNotBuilt,
  StoreUnavailable,
} from '@thirty/infra/read-models/read-models.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { aroundStore } from '@thirty/projections/testing/runner/around-store.ts'
import {
  compareWithLog,
  diary,
  setUpCluster,
  withLiveUpdates,
  type FakeProjector,
} from '@thirty/projections/testing/runner/runner-setup.ts'

const streams = ['project-a', 'project-b', 'project-c']
const names = ['one', 'two', 'three']
const projector = fc.constantFrom(0, 1, 2)
const projection = fc.constantFrom(...names)
const kind = <Kind extends string>(...kinds: Kind[]) => fc.constantFrom(...kinds)
const weighted = <Fields>(
  weight: number,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) => ({
  weight,
  arbitrary: fc.record(fields),
})

/**
 * Anything that may happen, in any order. A slow projection needs `ms` for each commit. `refuse`: the next build is refused when it goes
 * live, because of an invalid index entry; further builds of its worker have no buffer. `fail`: the next commit fails. `lose answers`: from
 * now on the first answer to each commit is lost, or no longer. `disconnect`: all subscriptions break. `add again`: a projection is removed,
 * and added before it has ended.
 */
const common = [
  weighted(6, { kind: kind('events'), stream: fc.nat(2), count: fc.integer({ min: 1, max: 9 }) }),
  weighted(6, { kind: kind('time'), ms: fc.integer({ min: 1, max: 4_000 }) }),
  weighted(3, { kind: kind('stall', 'wake'), projector }),
  weighted(2, { kind: kind('start', 'stop', 'kill'), projector }),
  weighted(2, { kind: kind('flush', 'rebuild', 'refuse', 'fail', 'lose answers'), projection }),
  weighted(1, { kind: kind('disconnect') }),
  weighted(2, { kind: kind('add again'), projector, projection }),
  weighted(2, { kind: kind('slow'), projection, ms: fc.constantFrom(0, 0, 50, 2_000, 8_000) }),
] as const
const share = fc.double({ min: 0, max: 1, noNaN: true })
const operation = fc.oneof(...common)
/** Subscribers notice a log that is put back at once, or when they connect again. */
const operationOrPutBack = fc.oneof(
  ...common,
  weighted(1, { kind: kind('put back'), share, isNoticed: fc.boolean() }),
)
type Operation = typeof operationOrPutBack extends fc.Arbitrary<infer One> ? One : never

/** A buffer is written after every step, when all buffers have more than one document, or when its build is complete. */
const bufferSize = fc.constantFrom(0, 1, undefined)

/** A log whose subscriptions can break. */
function breakableLog() {
  const log = fakeEventLog()
  let broken = new AbortController()
  const subscribe: typeof log.subscribe = async function* (options) {
    const connection = broken.signal
    const signal = options.signal ? AbortSignal.any([options.signal, connection]) : connection
    yield* log.subscribe({ ...options, signal })
    if (connection.aborted) throw new Error('connection lost')
  }
  const disconnect = () => {
    broken.abort()
    broken = new AbortController()
  }
  return { log: { ...log, subscribe }, disconnect }
}

/** Projectors over one log, to which operations happen. */
function setUp(projections: ReturnType<typeof diary>[], maxBufferedDocuments: number | undefined) {
  const delays = new Map<string, number>()
  const refused = new Set<string>()
  const failing = new Set<string>()
  const lossy = new Set<string>()
  const lost = new Set<string>()
  const { log, disconnect } = breakableLog()
  const registered = projections.map(withLiveUpdates)
  const cluster = setUpCluster(registered, {
    log,
    ...(maxBufferedDocuments !== undefined && { maxBufferedDocuments }),
    wrapStore: (store) =>
      aroundStore(store, async (run, { method, name, commit }) => {
        if (method === 'activate' && refused.delete(name))
          throw new ReadModelNotBuilt({ name, version: 1 }, new InvalidIndexEntry('refused'))
        if (!commit) return run()
        const ms = delays.get(name) ?? 0
        if (ms > 0) await cluster.pause(ms)
        // A message that cannot be sent is dropped.
        if (commit.messages.length === 0 && failing.delete(name)) throw new TypeError('failed')
        await run()
        if (!lossy.has(name) || lost.has(commit.stepId)) return
        lost.add(commit.stepId)
        throw new StoreUnavailable('The answer was lost.')
      }),
  })
  const { time, memory, start } = cluster
  const team: (FakeProjector | undefined)[] = [start(), start(), undefined]

  const happen: { [Kind in Operation['kind']]: (operation: Operation & { kind: Kind }) => unknown } = {
    slow: ({ projection, ms }) => delays.set(projection, ms),
    events: ({ count, stream }) => {
      for (let index = 0; index < count; index++) log.add(streams[stream] ?? '', 'Happened')
    },
    time: ({ ms }) => time.advance(ms),
    flush: ({ projection }) => memory.drop({ name: projection, version: 1 }),
    rebuild: ({ projection }) => {
      for (const one of team) void one?.rebuild(projection).catch(() => false)
    },
    refuse: ({ projection }) => refused.add(projection),
    fail: ({ projection }) => failing.add(projection),
    'lose answers': ({ projection }) => lossy.delete(projection) || lossy.add(projection),
    disconnect,
    'add again': ({ projector, projection: name }) => {
      const added = registered.filter(({ projection }) => projection.name === name)
      void team[projector]?.remove([{ name, version: 1 }])
      team[projector]?.add(added)
    },
    'put back': ({ share, isNoticed }) => {
      if (!isNoticed) disconnect()
      log.putBack(BigInt(Math.floor(Number(log.end() + 1n) * share)) - 1n)
    },
    start: ({ projector }) => void (team[projector] ??= start()),
    stall: ({ projector }) => team[projector]?.stall(),
    wake: ({ projector }) => team[projector]?.wake(),
    // A killed process stalls and never wakes again.
    kill: ({ projector }) => team.splice(projector, 1, undefined)[0]?.stall(),
    // A stalled process would only stop after it wakes, so its stop is not awaited.
    stop: ({ projector }) => void team.splice(projector, 1, undefined)[0]?.stop(),
  }
  const run = async (operation: Operation): Promise<void> => {
    // Safe: the kind of an operation names what is done with it.
    const happens = happen[operation.kind] as (one: Operation) => unknown
    await happens(operation)
  }
  /** Lets everything end that is under way, and expects that the read models have every event of the log once. */
  const expectComplete = async () => {
    for (const one of team) one?.wake()
    delays.clear()
    failing.clear()
    lossy.clear()
    start()
    // One more event lets idle projectors notice a loss.
    await time.advance(10_000)
    const position = log.add('project-a', 'Happened')
    await time.advance(10_000)
    for (const projection of projections)
      expect(await compareWithLog(projection, memory, log)).toMatchObject({ position, differences: [] })
    return position
  }
  return { ...cluster, run, expectComplete }
}

test('when projectors stall, wake, die, join or leave, commits fail or are slow and the store loses data, read models contain every event once and nothing is published twice', async () => {
  const operations = fc.array(operation, { maxLength: 40 })
  const property = fc.asyncProperty(operations, bufferSize, async (operations, maxBufferedDocuments) => {
    const projections = names.map((name) => diary(name))
    const { messages, sentItems, run, expectComplete, end } = setUp(projections, maxBufferedDocuments)
    for (const operation of operations) await run(operation)
    const last = await expectComplete()
    const published = sentItems()
    expect(new Set(published).size).toBe(published.length)
    const resyncs = messages.filter(({ message }) => message === 'news.missed')
    const resyncPositions = resyncs.map(({ payload }) => BigInt((payload as { position: string }).position))
    for (const name of names) {
      // An event that was not published is followed by a resync message at its position or later.
      let unpublished = last
      while (published.includes(`${name} ${unpublished}`)) unpublished -= 1n
      expect(unpublished < 0n || resyncPositions.some((position) => position >= unpublished)).toBe(true)
    }
    await end()
  })
  await fc.assert(property, {
    numRuns: 150,
    // Messages whose answers are lost are sent again.
    examples: [
      [
        [
          { kind: 'events', stream: 0, count: 1 },
          { kind: 'lose answers', projection: 'one' },
          { kind: 'time', ms: 900 },
        ],
        1,
      ],
    ],
  })
}, 120_000)

test('whenever the log is put back to an older copy, read models contain in the end exactly what the log has', async () => {
  const operations = fc.array(operationOrPutBack, { maxLength: 40 })
  const property = fc.asyncProperty(operations, bufferSize, async (operations, maxBufferedDocuments) => {
    // Positions of two histories are the same, ids of events are not.
    const projections = names.map((name) => diary(name, ({ id }) => id))
    const { run, expectComplete, end } = setUp(projections, maxBufferedDocuments)
    for (const operation of operations) await run(operation)
    await expectComplete()
    await end()
  })
  const [time, events] = [
    { kind: 'time', ms: 1 },
    { kind: 'events', stream: 0, count: 2 },
  ] as const
  const slow = { kind: 'slow', projection: 'one', ms: 8_000 } as const
  const putBack = { kind: 'put back', share: 0, isNoticed: true } as const
  const examples: [Operation[], number | undefined][] = [
    // A rebuild waits for events that the log has no longer.
    [[time, { kind: 'rebuild', projection: 'one' }, events, putBack], undefined],
    // Builds that have applied nothing wait to begin together with another one.
    [
      [
        events,
        { kind: 'add again', projector: 0, projection: 'one' },
        time,
        { ...putBack, isNoticed: false },
      ],
      0,
    ],
    // A build is written while the log is put back.
    [[events, slow, time, putBack], 1],
    // A build without a buffer stores its first step while the log is put back.
    [
      [
        { ...events, count: 9 },
        { kind: 'refuse', projection: 'one' },
        time,
        slow,
        { ...time, ms: 1_000 },
        { ...putBack, share: 0.5 },
      ],
      undefined,
    ],
  ]
  await fc.assert(property, { numRuns: 150, examples })
}, 120_000)
