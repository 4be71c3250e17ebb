import { expect, test } from 'vitest'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import type {
  BackwardBatch,
  BackwardRange,
  EventLog,
  RecordedEvent,
} from '@thirty/infra/event-log/event-log.ts'
import { textEvent, textEvents, textsOf } from './test-events.ts'

/** Tests the contract for reading. */
export function checkRead(log: () => EventLog) {
  const textsBackwards = async (range: BackwardRange) =>
    (await Array.fromAsync(log().readBackwards(range))).flatMap(({ events }) => textsOf(events))

  test('reads a long stream completely', async () => {
    const texts = Array.from({ length: 1500 }, (_, index) => `${index}`)
    for (let from = 0; from < 1500; from += 500)
      await appendToEnd(log(), 'thing-1', textEvents(...texts.slice(from, from + 500)))
    expect(textsOf(await Array.fromAsync(log().read('thing-1')))).toEqual(texts)
  })

  test('a read of a part of a stream changes no later read of it', async () => {
    await log().append('thing-1', textEvents('a', 'b'), 'none')
    const textsFrom = async (revision?: number) =>
      textsOf(await Array.fromAsync(log().read('thing-1', revision)))
    expect(await textsFrom(2)).toEqual([])
    expect(await textsFrom(1)).toEqual(['b'])
    expect(await textsFrom()).toEqual(['a', 'b'])
    expect(await textsFrom(1)).toEqual(['b'])
  })

  test('reads backwards only events of the wanted types, and reports how much was looked at', async () => {
    const rare = { ...textEvent('rare'), type: 'ThingBroken' }
    await log().append('thing-1', [rare, ...textEvents('a', 'b', 'c', 'd', 'e', 'f')], 'none')
    expect(await textsBackwards({ types: ['ThingBroken'], batch: 2 })).toEqual(['rare'])
    expect(await textsBackwards({ types: ['ThingBroken', 'ThingSaid'] })).toHaveLength(7)
    expect(await textsBackwards({ types: ['Thing', 'Broken', 'ThingBrokenNot'] })).toEqual([])
    const batches = await Array.fromAsync(log().readBackwards({ types: ['ThingBroken'], batch: 2 }))
    expect(batches.reduce((sum, { scanned }) => sum + scanned, 0)).toBeGreaterThanOrEqual(7)
    expect(batches.length).toBeGreaterThan(2)
  })

  test.for<[string, string[], () => AsyncIterable<readonly RecordedEvent[]>]>([
    ['forward', ['a', 'b'], () => log().readAll({ batch: 1 })],
    ['backward', ['b', 'a'], () => batchesOf(log().readBackwards({ batch: 1 }))],
  ])('a %s read ends although others keep writing, without their events', async ([, expected, read]) => {
    await log().append('thing-1', textEvents('a', 'b'), 'none')
    const found: string[] = []
    for await (const events of read()) {
      found.push(...textsOf(events))
      await appendToEnd(log(), 'thing-1', textEvents('more'))
    }
    expect(found).toEqual(expected)
  })
}

async function* batchesOf(source: AsyncIterable<BackwardBatch>) {
  for await (const { events } of source) yield events
}
