import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Projection } from '@thirty/infra/read-models/read-models.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RegisteredProjection } from '../registered-projection.ts'
import { projectorCluster, type FakeProjector } from '@thirty/projections/testing/runner/projector-cluster.ts'

type Diary = { positions: string[] }

/** Records the position of every event, so that a missing or duplicate one is visible. */
const diary = (name: string): Projection<Diary> => ({
  name,
  version: 1,
  streams: ['project-'],
  documentIds: (event) => [event.stream],
  evolve: (document, { position }) => ({ positions: [...(document?.positions ?? []), `${position}`] }),
  indexEntries: ({ positions }) => ({ length: { score: positions.length } }),
})

const withLiveUpdates = (projection: Projection<Diary>): RegisteredProjection<Diary> => ({
  projection,
  liveUpdates: ({ event }) => [
    {
      room: `${projection.name} all`,
      message: 'happened',
      item: { projection: projection.name, position: event.position },
    },
  ],
})

const streams = ['project-a', 'project-b', 'project-c']
const names = ['one', 'two', 'three']
const projector = fc.constantFrom(0, 1, 2)

/** Anything that may happen, in any order. */
const operation = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('events' as const),
      stream: fc.nat(2),
      count: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('time' as const), ms: fc.integer({ min: 1, max: 4_000 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('stall' as const, 'wake' as const), projector }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('start' as const, 'stop' as const, 'kill' as const),
      projector,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('flush' as const, 'rebuild' as const),
      projection: fc.nat(2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('slow' as const),
      projection: fc.nat(2),
      ms: fc.constantFrom(0, 0, 50, 2_000, 8_000),
    }),
  },
)

/** How long each commit of a projection takes. */
type CommitDelays = Map<string, number>

/** No buffer, a buffer that is written after every step, and one that is written when a build is complete. */
const bufferSize = fc.constantFrom(undefined, 1, 1_000)

type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never

async function run(
  operation: Operation,
  { log, time, memory, start }: ReturnType<typeof projectorCluster>,
  team: (FakeProjector | undefined)[],
  delays: CommitDelays,
): Promise<void> {
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
    case 'start':
      team[operation.projector] ??= start()
      return
    case 'stall':
      return team[operation.projector]?.stall()
    case 'wake':
      return team[operation.projector]?.wake()
    case 'kill':
      // A killed process is one that stalls and is never woken again.
      team[operation.projector]?.stall()
      team[operation.projector] = undefined
      return
    case 'stop':
      // A stalled process would only stop after it wakes, so its stop is not awaited.
      void team[operation.projector]?.stop()
      team[operation.projector] = undefined
  }
}

/** Returns the documents of a projection after all events. */
function expectedDocuments(
  projection: Projection<Diary>,
  events: readonly RecordedEvent[],
): Map<string, Diary> {
  const documents = new Map<string, Diary>()
  const others = (id: string) => documents.get(id)
  for (const event of events)
    for (const id of projection.documentIds(event))
      documents.set(id, projection.evolve(documents.get(id), event, id, others) ?? { positions: [] })
  return documents
}

test('whatever projectors stall, wake, die, join or leave, however slow commits are and whatever the store loses, read models contain every event once and nothing is published twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { maxLength: 40 }),
      bufferSize,
      async (operations, maxBufferedDocuments) => {
        const projections = names.map(diary)
        const delays: CommitDelays = new Map()
        const cluster = projectorCluster({
          projections: projections.map(withLiveUpdates),
          maxBufferedDocuments,
          wrapStore: (store) => ({
            ...store,
            commit: async (commit) => {
              const ms = delays.get(commit.build.name) ?? 0
              if (ms > 0) await new Promise<void>((resolve) => void cluster.time.after(ms, resolve))
              await store.commit(commit)
            },
          }),
        })
        const { log, time, memory, messages, start, end } = cluster
        const team: (FakeProjector | undefined)[] = [start(), start(), undefined]
        for (const operation of operations) await run(operation, cluster, team, delays)
        for (const one of team) one?.wake()
        delays.clear()
        start()
        // One more event lets idle projectors notice a loss.
        await time.advance(10_000)
        const last = log.add('project-a', 'Happened')
        await time.advance(10_000)

        const events: RecordedEvent[] = []
        for await (const batch of log.readAll()) events.push(...batch)
        const items = messages.flatMap(
          ({ payload }) => (payload as { items?: { projection: string; position: bigint }[] }).items ?? [],
        )
        const published = items.map(({ projection, position }) => `${projection} ${position}`)
        expect(new Set(published).size).toBe(published.length)
        for (const projection of projections) {
          const expected = expectedDocuments(projection, events)
          const documents = await memory.load<Diary>(projection, streams)
          expect(documents).toEqual(streams.map((id) => expected.get(id)))
          expect(await memory.checkpoint(projection)).toBe(last)
          expect(await memory.count(projection, 'length')).toBe(expected.size)
          // An event that was not published is followed by a resync message at its position or later.
          const unpublished = events.findLast(
            ({ position }) => !published.includes(`${projection.name} ${position}`),
          )
          const resyncs = messages.filter(({ message }) => message === 'news.missed')
          const resyncPositions = resyncs.map(({ payload }) =>
            BigInt((payload as { position: string }).position),
          )
          const isResynced =
            !unpublished || resyncPositions.some((position) => position >= unpublished.position)
          expect(isResynced).toBe(true)
        }
        await end()
      },
    ),
    { numRuns: 150 },
  )
}, 120_000)

/** Records the ids of events: positions of two histories are the same. */
const idDiary = (name: string): Projection<Diary> => ({
  ...diary(name),
  evolve: (document, { id }) => ({ positions: [...(document?.positions ?? []), id] }),
})

const putBackOrOther = fc.oneof(
  { weight: 9, arbitrary: operation },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('put back' as const),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
)

test('whenever the log is put back to an older copy, read models contain in the end exactly what the log has', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(putBackOrOther, { maxLength: 40 }),
      bufferSize,
      async (operations, maxBufferedDocuments) => {
        const projections = names.map(idDiary)
        const cluster = projectorCluster({
          projections: projections.map((projection) => ({ projection })),
          maxBufferedDocuments,
        })
        const { log, time, memory, start, end } = cluster
        const team: (FakeProjector | undefined)[] = [start(), start(), undefined]
        for (const operation of operations) {
          if (operation.kind !== 'put back') await run(operation, cluster, team, new Map())
          else log.putBack(BigInt(Math.floor(Number((await log.head()) + 1n) * operation.share)) - 1n)
        }
        for (const one of team) one?.wake()
        start()
        await time.advance(10_000)
        const last = log.add('project-a', 'Happened')
        await time.advance(10_000)

        const events: RecordedEvent[] = []
        for await (const batch of log.readAll()) events.push(...batch)
        for (const projection of projections) {
          const expected = expectedDocuments(projection, events)
          expect(await memory.load<Diary>(projection, streams)).toEqual(streams.map((id) => expected.get(id)))
          const live = await memory.liveBuild(projection)
          expect([live?.checkpoint, live?.outdatedSince]).toEqual([last, undefined])
        }
        await end()
      },
    ),
    { numRuns: 150 },
  )
}, 120_000)
