import fc from 'fast-check'
import { expect, test } from 'vitest'
import type {
  EventLog,
  ExpectedRevision,
  NewEvent,
  RecordedEvent,
  VersionConflict,
} from '@thirty/infra/event-log/event-log.ts'
import { collectBatches, textEvents } from './test-events.ts'

const rare = ['remove', 'reopen'] as const
const often = ['append', 'repeat', 'truncate'] as const
const kinds = [...often, ...often, ...often, 'append', ...rare] as const
const changes = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    stream: fc.constantFrom('thing-1', 'thing-10', 'other-1'),
    number: fc.nat(6),
    off: fc.constantFrom(0, 0, 0, 1, -1),
  }),
  { minLength: 5, maxLength: 20, size: 'max' },
)
const places = fc.record({
  revision: fc.nat(6),
  first: fc.nat(20),
  last: fc.nat(20),
  batch: fc.integer({ min: 1, max: 5 }),
})
type Change = Omit<typeof changes extends fc.Arbitrary<(infer Value)[]> ? Value : never, 'stream'>
type Place = typeof places extends fc.Arbitrary<infer Value> ? Value : never

/** An event of the model; an event of a removed stream is erased, too. */
type ModelEvent = { id: string; stream: string; revision: number; erased: boolean }
type Model = { events: ModelEvent[]; appends: Append[]; removed: Set<string> }
type Append = {
  stream: string
  events: NewEvent[]
  expected: ExpectedRevision
  result: object
  first: ModelEvent
}

const expectedAt = (revision: number): ExpectedRevision => (revision < 0 ? 'none' : revision)
const outcomeOf = (appended: Promise<object>) =>
  appended.catch(({ name, actual }: VersionConflict) => ({ name, ...(actual !== undefined && { actual }) }))

/** Compares the log with a simple model. All runs use the same log, which grows; each has its own streams. */
export function checkModel(log: () => EventLog, reopen: () => Promise<EventLog>, runs: number) {
  test(
    'has what a simple model has after any appends, repeats and erasures',
    { timeout: 20_000 + runs * 1_000 },
    async () => {
      let run = 0
      const property = fc.asyncProperty(changes, places, async (history, place) => {
        run += 1
        const start = await log().head()
        const model: Model = { events: [], appends: [], removed: new Set() }
        // A log may keep what was read in memory, and add later events to it.
        const read = new Map<string, RecordedEvent[]>()
        for (const change of history) {
          const stream = `${change.stream}-${run}`
          const [outcome, expected] = await apply(model, { ...change, stream })
          expect(outcome).toEqual(expected)
          read.set(stream, await Array.fromAsync(log().read(stream)))
        }
        await reopen()
        const all = await collectBatches(log().readAll({ after: start }))
        for (const [stream, events] of read)
          expect(events).toEqual(all.filter((event) => event.stream === stream))
        const kept = model.events.filter(({ erased }) => !erased).map(({ erased: _, ...event }) => event)
        expect(all.map(({ id, stream, revision }) => ({ id, stream, revision }))).toEqual(kept)
        expect(all.map(({ position }) => position)).toEqual(
          all.map(({ position }) => position).sort((a, b) => Number(a - b)),
        )
        await checkPlaces(all, start, place)
      })
      await fc.assert(property, { numRuns: runs })
    },
  )

  /** Makes a change in the log and in the model. Returns the outcome and that of the model. */
  async function apply(model: Model, { kind, stream, number, off }: Change & { stream: string }) {
    const own = model.events.filter((event) => event.stream === stream)
    const last = own.length - 1
    const append = model.appends.filter(({ first }) => !first.erased)[number]
    if (kind === 'append') {
      const [events, expected] = [textEvents(...'abc'.slice(number % 3)), expectedAt(last + off)]
      const outcome = await outcomeOf(log().append(stream, events, expected))
      if (model.removed.has(stream)) return [outcome, { name: 'StreamRemoved' }]
      if (expected !== expectedAt(last)) return [outcome, { name: 'VersionConflict', actual: last }]
      const stored = events.map(({ id }, index) => ({
        id,
        stream,
        revision: last + 1 + index,
        erased: false,
      }))
      model.events.push(...stored)
      for (const first of stored.slice(0, 1))
        model.appends.push({ stream, events, expected, result: outcome, first })
      return [outcome, { ...outcome, revision: last + events.length }]
    }
    if (kind === 'repeat' && append !== undefined) {
      const { stream, events, expected, result } = append
      const actual = model.events.filter((event) => event.stream === stream).length - 1
      // The same events; also another one after them, or in place of the last one.
      const others =
        off === 0 ? events : [...events.slice(0, off > 0 ? events.length : -1), ...textEvents('x')]
      const outcome = await outcomeOf(log().append(stream, others, expected))
      return [outcome, off === 0 ? result : { name: 'VersionConflict', actual }]
    }
    if (kind === 'reopen') await reopen()
    if (kind === 'truncate') await log().truncate(stream, number)
    if (kind === 'remove' && last >= 0) {
      await log().remove(stream)
      model.removed.add(stream)
    }
    for (const event of own)
      event.erased ||= kind === 'remove' || (kind === 'truncate' && event.revision < number)
    return []
  }

  async function checkPlaces(all: RecordedEvent[], start: bigint, { revision, batch, ...place }: Place) {
    for (const stream of [all[0]?.stream ?? 'nobody', 'nobody'])
      expect(await Array.fromAsync(log().read(stream, revision))).toEqual(
        all.filter((event) => event.stream === stream && event.revision >= revision),
      )
    const [after, until] = [all[place.first]?.position ?? start, all[place.last]?.position ?? start]
    for (const streams of [[''], ['thing-', 'third-']]) {
      const batches = await Array.fromAsync(log().readAll({ after, until, batch, streams }))
      const inRange = all.filter(({ position }) => position > after && position <= until)
      expect(batches.flat()).toEqual(
        inRange.filter(({ stream }) => streams.some((prefix) => stream.startsWith(prefix))),
      )
      expect(Math.max(0, ...batches.map(({ length }) => length))).toBeLessThanOrEqual(batch)
    }
    // Continues before an event, and before the position of any batch.
    const backwards = await Array.fromAsync(log().readBackwards({ batch }))
    for (const before of [all[place.first]?.position, backwards[place.last]?.position, undefined]) {
      const range = before === undefined || before <= start ? {} : { before }
      const read = (await Array.fromAsync(log().readBackwards(range))).flatMap(({ events }) => events)
      const isBefore = ({ position }: RecordedEvent) => position < (range.before ?? Infinity)
      expect(read.filter(({ position }) => position > start)).toEqual(all.filter(isBefore).toReversed())
    }
  }
}
