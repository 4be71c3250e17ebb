import { expect, test } from 'vitest'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import type { BackwardBatch, BackwardRange, EventLog } from '@thirty/infra/event-log/event-log.ts'
import { collect, collectBatches, textEvent, textEvents, textsOf } from './test-events.ts'

const eventsOf = (batches: readonly BackwardBatch[]) => batches.flatMap(({ events }) => events)

/** Tests the contract for reading backwards. */
export function checkReadBackwards(log: () => EventLog) {
  const textsBackwards = async (range?: BackwardRange) =>
    textsOf(eventsOf(await collect(log().readBackwards(range))))

  const nextBatch = async (before?: bigint): Promise<BackwardBatch | undefined> => {
    for await (const batch of log().readBackwards({ batch: 3, ...(before !== undefined && { before }) }))
      return batch
    return undefined
  }

  test('reads the whole log, newest event first', async () => {
    for (const text of ['a', 'b', 'c', 'd', 'e'])
      await log().append(`thing-${text}`, textEvents(text), 'none')
    expect(await textsBackwards()).toEqual(['e', 'd', 'c', 'b', 'a'])
    const forwards = await collectBatches(log().readAll())
    const backwards = eventsOf(await collect(log().readBackwards()))
    expect(backwards).toEqual(forwards.toReversed())
  })

  test('reads nothing from an empty log', async () => {
    expect(await textsBackwards()).toEqual([])
  })

  test('goes on before any event, and before the position of any batch', async () => {
    const texts = [...'abcdefghij']
    await log().append('thing-1', textEvents(...texts), 'none')
    const stored = await collect(log().read('thing-1'))
    for (const [index, { position }] of stored.entries())
      expect(await textsBackwards({ before: position })).toEqual(texts.slice(0, index).toReversed())
    const found: string[] = []
    let before: bigint | undefined
    for (let batch = await nextBatch(); batch !== undefined; batch = await nextBatch(before)) {
      found.push(...textsOf(batch.events))
      before = batch.position
    }
    expect(found).toEqual(texts.toReversed())
  })

  test('reads only events of the wanted types, and reports how much was looked at', async () => {
    const rare = { ...textEvent('rare'), type: 'ThingBroken' }
    await log().append('thing-1', [rare, ...textEvents('a', 'b', 'c', 'd', 'e', 'f')], 'none')
    expect(await textsBackwards({ types: ['ThingBroken'], batch: 2 })).toEqual(['rare'])
    expect(await textsBackwards({ types: ['ThingBroken', 'ThingSaid'] })).toHaveLength(7)
    expect(await textsBackwards({ types: ['Thing', 'Broken', 'ThingBrokenNot'] })).toEqual([])
    const batches = await collect(log().readBackwards({ types: ['ThingBroken'], batch: 2 }))
    expect(batches.reduce((sum, { scanned }) => sum + scanned, 0)).toBeGreaterThanOrEqual(7)
    expect(batches.length).toBeGreaterThan(2)
  })

  test('does not read what is appended meanwhile', async () => {
    await log().append('thing-1', textEvents('a', 'b'), 'none')
    const found: string[] = []
    for await (const { events } of log().readBackwards({ batch: 1 })) {
      found.push(...textsOf(events))
      await appendToEnd(log(), 'thing-1', textEvents('more'))
    }
    expect(found).toEqual(['b', 'a'])
  })

  test('does not read what was erased', async () => {
    await log().append('thing-1', textEvents('secret', 'b'), 'none')
    await log().append('thing-2', textEvents('another secret'), 'none')
    await log().append('thing-3', textEvents('c'), 'none')
    await log().truncate('thing-1', 1)
    await log().remove('thing-2')
    expect(await textsBackwards()).toEqual(['c', 'b'])
  })
}
