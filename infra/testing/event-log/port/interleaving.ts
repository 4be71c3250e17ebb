import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import type { Batch, EventLog } from '@thirty/infra/event-log/event-log.ts'
import { collectBatches, textEvents, eventsOf, takeBatchesUntil } from './test-events.ts'

const step = fc.record({
  writer: fc.integer({ min: 0, max: 3 }),
  size: fc.integer({ min: 1, max: 4 }),
  pause: fc.integer({ min: 0, max: 3 }),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** A subscriber; `restarts`: it subscribes again after every batch, at its position. */
const reader = fc.record({
  batch: fc.integer({ min: 1, max: 9 }),
  joins: fc.nat(10),
  lags: fc.nat(3),
  restarts: fc.boolean(),
})
type Reader = typeof reader extends fc.Arbitrary<infer Value> ? Value : never

const waitTurns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate)
}

/** Tests random interleavings of writers and readers: no gap, no repeat. All runs use the same log, which grows. */
export function checkInterleaving(log: () => EventLog, runs: number) {
  test(
    'subscribers that join while others write, and restart at their position, receive every event once and in order',
    { timeout: 20_000 + runs * 700 },
    async () => {
      const [steps, readers] = [
        fc.array(step, { minLength: 1, maxLength: 25 }),
        fc.array(reader, { minLength: 1, maxLength: 3 }),
      ]
      const property = fc.asyncProperty(steps, readers, async (given, subscribers) => {
        const start = await log().head()
        const total = given.reduce((sum, { size }) => sum + size, 0)
        const receiving = subscribers.map((each) => receive(each, start, total))
        await Promise.all([0, 1, 2, 3].map((writer) => write(given.filter((each) => each.writer === writer))))
        const written = await collectBatches(log().readAll({ after: start }))
        expect(written).toHaveLength(total)
        for (const [index, batches] of (await Promise.all(receiving)).entries()) {
          expect(eventsOf(batches)).toEqual(written)
          const sizes = batches.map(({ events }) => events.length)
          expect(Math.max(...sizes)).toBeLessThanOrEqual(subscribers[index]?.batch ?? 0)
        }
      })
      await fc.assert(property, { numRuns: runs })
    },
  )

  async function write(steps: readonly Step[]) {
    for (const { writer, size, pause } of steps) {
      await appendToEnd(log(), `thing-${writer}`, textEvents(...'abcd'.slice(0, size)))
      await waitTurns(pause)
    }
  }

  async function receive({ batch, joins, lags, restarts }: Reader, start: bigint, total: number) {
    await waitTurns(joins)
    const batches: Batch[] = []
    while (eventsOf(batches).length < total) {
      await waitTurns(1)
      const source = log().subscribe({ after: batches.at(-1)?.position ?? start, batch })
      const received = await takeBatchesUntil(
        lagging(source, lags),
        (found) => restarts || eventsOf([...batches, ...found]).length >= total,
      )
      if (received.length === 0) throw new Error('The subscription has ended.')
      batches.push(...received)
    }
    return batches
  }
}

async function* lagging<Item>(source: AsyncIterable<Item>, lag: number) {
  for await (const item of source) {
    yield item
    await waitTurns(lag)
  }
}
