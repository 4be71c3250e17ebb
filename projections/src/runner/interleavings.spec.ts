import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Projection } from '@thirty/infra/read-models/read-models.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RegisteredProjection } from '../registered-projection.ts'
import { projectorCluster, type FakeProjector } from '@thirty/projections/testing/runner/projector-cluster.ts'

type Diary = { positions: string[] }

/** Writes down every event that it is given, so that one too many or too few shows. */
const diary = (name: string): Projection<Diary> => ({
  name,
  version: 1,
  streams: ['project-'],
  documentIds: (event) => [event.stream],
  evolve: (document, { position }) => ({ positions: [...(document?.positions ?? []), `${position}`] }),
  indexEntries: ({ positions }) => ({ length: { score: positions.length } }),
})

const loud = (view: Projection<Diary>): RegisteredProjection<Diary> => ({
  projection: view,
  liveUpdates: ({ event }) => [
    { room: `${view.name} all`, message: 'happened', item: { view: view.name, position: event.position } },
  ],
})

const streams = ['project-a', 'project-b', 'project-c']
const names = ['one', 'two', 'three']
const who = fc.constantFrom(0, 1, 2)

/** What may happen, in any order. */
const happening = fc.oneof(
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
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('stall' as const, 'wake' as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('start' as const, 'stop' as const, 'kill' as const), who }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('flush' as const, 'rebuild' as const), view: fc.nat(2) }),
  },
)

/** Every step stored at once, a buffer that is written all the time, and one that is written when a build is complete. */
const bufferSize = fc.constantFrom(undefined, 1, 1_000)

type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never

async function happen(
  one: Happening,
  { log, time, memory, start }: ReturnType<typeof projectorCluster>,
  team: (FakeProjector | undefined)[],
): Promise<void> {
  switch (one.kind) {
    case 'events':
      for (let at = 0; at < one.count; at++) log.add(streams[one.stream] ?? '', 'Happened')
      return
    case 'time':
      return time.advance(one.ms)
    case 'flush':
      return memory.drop({ name: names[one.view] ?? '', version: 1 })
    case 'rebuild':
      for (const each of team) void each?.rebuild(names[one.view] ?? '').catch(() => false)
      return
    case 'start':
      team[one.who] ??= start()
      return
    case 'stall':
      return team[one.who]?.stall()
    case 'wake':
      return team[one.who]?.wake()
    case 'kill':
      // Stands still for ever: nobody wakes it any more.
      team[one.who]?.stall()
      team[one.who] = undefined
      return
    case 'stop':
      // Whoever stands still will stop when it wakes, which nobody will make it do.
      void team[one.who]?.stop()
      team[one.who] = undefined
  }
}

/** The fold of the whole log, as the view itself would do it. */
function foldOf(view: Projection<Diary>, events: readonly RecordedEvent[]): Map<string, Diary> {
  const documents = new Map<string, Diary>()
  for (const event of events)
    for (const id of view.documentIds(event))
      documents.set(id, view.evolve(documents.get(id), event, id) ?? { positions: [] })
  return documents
}

test('whoever stalls, wakes, dies, joins or leaves, and whatever is lost: the views are the fold of the log, and news come once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { maxLength: 40 }),
      bufferSize,
      async (story, maxBufferedDocuments) => {
        const views = names.map(diary)
        const set = projectorCluster({ projections: views.map(loud), maxBufferedDocuments })
        const { log, time, memory, frames, start, end } = set
        const team: (FakeProjector | undefined)[] = [start(), start(), undefined]
        for (const one of story) await happen(one, set, team)
        for (const one of team) one?.wake()
        start()
        // One more event shows a loss to whoever has nothing to do.
        await time.advance(10_000)
        const last = log.add('project-a', 'Happened')
        await time.advance(10_000)

        const events: RecordedEvent[] = []
        for await (const batch of log.readAll()) events.push(...batch)
        const heard = frames.flatMap(
          ({ payload }) => (payload as { items?: { view: string; position: bigint }[] }).items ?? [],
        )
        const told = heard.map(({ view, position }) => `${view} ${position}`)
        expect(new Set(told).size).toBe(told.length)
        for (const view of views) {
          const fold = foldOf(view, events)
          const documents = await memory.load<Diary>(view, streams)
          expect(documents).toEqual(streams.map((id) => fold.get(id)))
          expect(await memory.checkpoint(view)).toBe(last)
          expect(await memory.count(view, 'length')).toBe(fold.size)
          // What was announced to nobody is made up for by a call to fetch, at or after its place.
          const silent = events.findLast(({ position }) => !told.includes(`${view.name} ${position}`))
          const calls = frames.filter(({ message }) => message === 'news.missed')
          const latest = calls.map(({ payload }) => BigInt((payload as { position: string }).position))
          const isMadeUpFor = !silent || latest.some((position) => position >= silent.position)
          expect(isMadeUpFor).toBe(true)
        }
        await end()
      },
    ),
    { numRuns: 150 },
  )
}, 120_000)
