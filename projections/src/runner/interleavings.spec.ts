import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InvalidIndexEntry, ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import { diary, expectedDiaries, type Diary } from '@thirty/projections/testing/runner/diary.ts'
import { projectorCluster, type FakeProjector } from '@thirty/projections/testing/runner/projector-cluster.ts'

const streams = ['project-a', 'project-b', 'project-c']
const names = ['one', 'two', 'three']
const projector = fc.constantFrom(0, 1, 2)
const projection = fc.nat(2)
const kind = <Kind extends string>(...kinds: Kind[]) => fc.constantFrom(...kinds)
const weighted = <Fields>(
  weight: number,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) => ({
  weight,
  arbitrary: fc.record(fields),
})

/**
 * Anything that may happen, in any order. A slow projection needs `ms` for each commit. A build that is refused when it
 * goes live has an invalid index entry: further builds of its worker have no buffer.
 */
const common = [
  weighted(6, { kind: kind('events'), stream: fc.nat(2), count: fc.integer({ min: 1, max: 9 }) }),
  weighted(6, { kind: kind('time'), ms: fc.integer({ min: 1, max: 4_000 }) }),
  weighted(3, { kind: kind('stall', 'wake'), projector }),
  weighted(2, { kind: kind('start', 'stop', 'kill'), projector }),
  weighted(1, { kind: kind('flush', 'rebuild', 'refuse'), projection }),
  weighted(2, { kind: kind('slow'), projection, ms: fc.constantFrom(0, 0, 50, 2_000, 8_000) }),
] as const
const share = fc.double({ min: 0, max: 1, noNaN: true })
const operation = fc.oneof(...common)
const operationOrPutBack = fc.oneof(...common, weighted(1, { kind: kind('put back'), share }))
type Operation = typeof operationOrPutBack extends fc.Arbitrary<infer One> ? One : never

/** A buffer is written after every step, when all buffers have more than one document, or when its build is complete. */
const bufferSize = fc.constantFrom(0, 1, undefined)

/** Projectors over one log, to which operations happen. */
function setUp(projections: ReturnType<typeof diary>[], maxBufferedDocuments: number | undefined) {
  const delays = new Map<string, number>()
  const refused = new Set<string>()
  const cluster = projectorCluster({
    projections: projections.map((projection) => ({
      projection,
      liveUpdates: ({ event: { position } }) => [
        { room: `${projection.name} all`, message: 'happened', item: `${projection.name} ${position}` },
      ],
    })),
    maxBufferedDocuments,
    wrapStore: (store) => ({
      ...store,
      commit: async (commit) => {
        const ms = delays.get(commit.build.name) ?? 0
        if (ms > 0) await new Promise<void>((resolve) => void cluster.time.after(ms, resolve))
        await store.commit(commit)
      },
      activate: async (build, lease) => {
        if (refused.delete(build.name)) throw new ReadModelNotBuilt(build, new InvalidIndexEntry('refused'))
        await store.activate(build, lease)
      },
    }),
  })
  const { log, time, memory, start } = cluster
  const team: (FakeProjector | undefined)[] = [start(), start(), undefined]

  const run = async (operation: Operation): Promise<void> => {
    switch (operation.kind) {
      case 'slow':
        return void delays.set(names[operation.projection] ?? '', operation.ms)
      case 'events':
        for (let index = 0; index < operation.count; index++)
          log.add(streams[operation.stream] ?? '', 'Happened')
        return
      case 'time':
        return time.advance(operation.ms)
      case 'flush':
        return memory.drop({ name: names[operation.projection] ?? '', version: 1 })
      case 'rebuild':
        for (const one of team) void one?.rebuild(names[operation.projection] ?? '').catch(() => false)
        return
      case 'refuse':
        return void refused.add(names[operation.projection] ?? '')
      case 'put back':
        return log.putBack(BigInt(Math.floor(Number(log.end() + 1n) * operation.share)) - 1n)
      case 'start':
        team[operation.projector] ??= start()
        return
      case 'stall':
        return team[operation.projector]?.stall()
      case 'wake':
        return team[operation.projector]?.wake()
      case 'kill':
        // A killed process stalls and never wakes again.
        team[operation.projector]?.stall()
        team[operation.projector] = undefined
        return
      case 'stop':
        // A stalled process would only stop after it wakes, so its stop is not awaited.
        void team[operation.projector]?.stop()
        team[operation.projector] = undefined
    }
  }
  /** Lets everything end that is under way, and returns the position of one more event. */
  const settle = async () => {
    for (const one of team) one?.wake()
    delays.clear()
    start()
    // One more event lets idle projectors notice a loss.
    await time.advance(10_000)
    const last = log.add('project-a', 'Happened')
    await time.advance(10_000)
    return last
  }
  return { ...cluster, run, settle }
}

test('when projectors stall, wake, die, join or leave, commits are slow and the store loses data, read models contain every event once and nothing is published twice', async () => {
  const operations = fc.array(operation, { maxLength: 40 })
  const property = fc.asyncProperty(operations, bufferSize, async (operations, maxBufferedDocuments) => {
    const projections = names.map((name) => diary(name))
    const { log, memory, messages, run, settle, end } = setUp(projections, maxBufferedDocuments)
    for (const operation of operations) await run(operation)
    const last = await settle()
    const published = messages.flatMap(({ payload }) => (payload as { items?: string[] }).items ?? [])
    expect(new Set(published).size).toBe(published.length)
    const resyncs = messages.filter(({ message }) => message === 'news.missed')
    const resyncPositions = resyncs.map(({ payload }) => BigInt((payload as { position: string }).position))
    for (const projection of projections) {
      const expected = await expectedDiaries(projection, log)
      const documents = await memory.load<Diary>(projection, streams)
      expect(documents).toEqual(streams.map((id) => expected.get(id)))
      expect(await memory.checkpoint(projection)).toBe(last)
      expect(await memory.count(projection, 'length')).toBe(expected.size)
      // An event that was not published is followed by a resync message at its position or later.
      let unpublished = last
      while (published.includes(`${projection.name} ${unpublished}`)) unpublished -= 1n
      expect(unpublished < 0n || resyncPositions.some((position) => position >= unpublished)).toBe(true)
    }
    await end()
  })
  await fc.assert(property, { numRuns: 150 })
}, 120_000)

test('whenever the log is put back to an older copy, read models contain in the end exactly what the log has', async () => {
  const operations = fc.array(operationOrPutBack, { maxLength: 40 })
  const property = fc.asyncProperty(operations, bufferSize, async (operations, maxBufferedDocuments) => {
    // Positions of two histories are the same, ids of events are not.
    const projections = names.map((name) => diary(name, ({ id }) => id))
    const { log, memory, run, settle, end } = setUp(projections, maxBufferedDocuments)
    for (const operation of operations) await run(operation)
    const last = await settle()
    for (const projection of projections) {
      const expected = await expectedDiaries(projection, log)
      expect(await memory.load<Diary>(projection, streams)).toEqual(streams.map((id) => expected.get(id)))
      const live = await memory.liveBuild(projection)
      expect([live?.checkpoint, live?.outdatedSince]).toEqual([last, undefined])
    }
    await end()
  })
  const examples: [Operation[], number | undefined][] = [
    // A rebuild waits for events that the log has no longer.
    [
      [
        { kind: 'time', ms: 1 },
        { kind: 'rebuild', projection: 0 },
        { kind: 'events', stream: 0, count: 2 },
        { kind: 'put back', share: 0 },
      ],
      undefined,
    ],
    // A build is written while the log is put back.
    [
      [
        { kind: 'events', stream: 0, count: 2 },
        { kind: 'slow', projection: 0, ms: 8_000 },
        { kind: 'time', ms: 1 },
        { kind: 'put back', share: 0 },
      ],
      1,
    ],
    // A build without a buffer stores its first step while the log is put back.
    [
      [
        { kind: 'events', stream: 0, count: 9 },
        { kind: 'refuse', projection: 0 },
        { kind: 'time', ms: 1 },
        { kind: 'slow', projection: 0, ms: 8_000 },
        { kind: 'time', ms: 1_000 },
        { kind: 'put back', share: 0.5 },
      ],
      undefined,
    ],
  ]
  await fc.assert(property, { numRuns: 150, examples })
}, 120_000)
