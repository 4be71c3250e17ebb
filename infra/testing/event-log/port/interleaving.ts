import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { collectBatches, textEvents, eventsOf, nextBatch, takeBatchesUntil } from './test-events.ts'

type Step = { writer: number; size: number; pause: number }

const step: fc.Arbitrary<Step> = fc.record({
  writer: fc.integer({ min: 0, max: 3 }),
  size: fc.integer({ min: 1, max: 4 }),
  pause: fc.integer({ min: 0, max: 3 }),
})
const waitTurns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate)
}

/** Tests random interleavings of writers and readers: no gap, no repeat. All runs use the same log, which grows. */
export function checkInterleaving(log: () => EventLog, runs: number) {
  const timeout = 20_000 + runs * 500
  test(
    'subscribers that join while others write receive every event once and in order',
    { timeout },
    async () => {
      const property = fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 25 }),
        fc.array(fc.record({ batch: fc.integer({ min: 1, max: 9 }), joins: fc.nat(10), lags: fc.nat(3) }), {
          minLength: 1,
          maxLength: 3,
        }),
        async (steps, readers) => {
          const start = await log().head()
          const total = steps.reduce((sum, { size }) => sum + size, 0)
          const received = readers.map(async ({ batch, joins, lags }) => {
            await waitTurns(joins)
            return takeBatchesUntil(
              lagging(log().subscribe({ after: start, batch }), lags),
              (batches) => eventsOf(batches).length >= total,
            )
          })
          await Promise.all(
            [0, 1, 2, 3].map((writer) =>
              write(
                steps.filter((step) => step.writer === writer),
                writer,
              ),
            ),
          )
          const written = await collectBatches(log().readAll({ after: start }))
          expect(written).toHaveLength(total)
          for (const [index, batches] of (await Promise.all(received)).entries()) {
            expect(eventsOf(batches)).toEqual(written)
            const sizes = batches.map(({ events }) => events.length)
            expect(Math.max(...sizes)).toBeLessThanOrEqual(readers[index]?.batch ?? 0)
          }
        },
      )
      await fc.assert(property, { numRuns: runs })
    },
  )

  test('a subscriber that restarts at its position misses nothing', { timeout }, async () => {
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 15 }),
      fc.integer({ min: 1, max: 5 }),
      async (steps, batch) => {
        const start = await log().head()
        const total = steps.reduce((sum, { size }) => sum + size, 0)
        const writing = write(steps, 0)
        let position = start
        const revisions: string[] = []
        while (revisions.length < total) {
          const subscription = log().subscribe({ after: position, batch })[Symbol.asyncIterator]()
          const received = await nextBatch(subscription)
          await subscription.return?.()
          position = received.position
          for (const { stream, revision } of received.events) revisions.push(`${stream} ${revision}`)
          await waitTurns(1)
        }
        await writing
        const written = await collectBatches(log().readAll({ after: start }))
        expect(revisions).toEqual(written.map(({ stream, revision }) => `${stream} ${revision}`))
      },
    )
    await fc.assert(property, { numRuns: Math.ceil(runs * 0.7) })
  })

  async function write(steps: Step[], writer: number) {
    for (const { size, pause } of steps) {
      await appendToEnd(log(), `thing-${writer}`, textEvents(...'abcd'.slice(0, size)))
      await waitTurns(pause)
    }
  }
}

async function* lagging<Item>(source: AsyncIterable<Item>, lag: number) {
  for await (const item of source) {
    yield item
    await waitTurns(lag)
  }
}
