import { expect, test } from 'vitest'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { collectBatches, collect, textEvents, textsOf } from './test-events.ts'

/** Tests the contract for reading. */
export function checkRead(log: () => EventLog, reopen: () => Promise<EventLog>) {
  test('reads a stream in order, from any revision', async () => {
    await log().append('thing-1', textEvents('a', 'b', 'c'), 'none')
    await log().append('thing-10', textEvents('other'), 'none')
    expect(textsOf(await collect(log().read('thing-1')))).toEqual(['a', 'b', 'c'])
    expect(textsOf(await collect(log().read('thing-1', 2)))).toEqual(['c'])
    expect(await collect(log().read('thing-1', 3))).toEqual([])
  })

  test('reads nothing from an unknown stream', async () => {
    expect(await collect(log().read('thing-1'))).toEqual([])
  })

  test('reads a long stream completely', async () => {
    const texts = Array.from({ length: 1500 }, (_, index) => `${index}`)
    for (let from = 0; from < 1500; from += 500)
      await appendToEnd(log(), 'thing-1', textEvents(...texts.slice(from, from + 500)))
    expect(textsOf(await collect(log().read('thing-1')))).toEqual(texts)
  })

  test('reads the whole log in the order of the appends', async () => {
    for (const text of ['a', 'b', 'c', 'd']) await log().append(`thing-${text}`, textEvents(text), 'none')
    const recorded = await collectBatches(log().readAll())
    expect(textsOf(recorded)).toEqual(['a', 'b', 'c', 'd'])
    const positions = recorded.map(({ position }) => position)
    expect(positions).toEqual([...positions].sort((a, b) => Number(a - b)))
    expect(new Set(positions).size).toBe(4)
    expect(positions[0]).toBeGreaterThan(beginning)
  })

  test('excludes the start of a range and includes its end', async () => {
    await log().append('thing-1', textEvents('a', 'b', 'c', 'd', 'e'), 'none')
    const [, b, , d] = await collect(log().read('thing-1'))
    const range = { after: b?.position ?? 0n, until: d?.position ?? 0n }
    expect(textsOf(await collectBatches(log().readAll(range)))).toEqual(['c', 'd'])
    expect(textsOf(await collectBatches(log().readAll({ until: range.after })))).toEqual(['a', 'b'])
    expect(await collectBatches(log().readAll({ after: range.until, until: range.until }))).toEqual([])
  })

  test('reads only streams with the given prefixes', async () => {
    for (const stream of ['thing-1', 'other-1', 'thing-2', 'third-1'])
      await log().append(stream, textEvents(stream), 'none')
    expect(textsOf(await collectBatches(log().readAll({ streams: ['thing-', 'third-'] })))).toEqual([
      'thing-1',
      'thing-2',
      'third-1',
    ])
    expect(await collectBatches(log().readAll({ streams: ['nothing-'] }))).toEqual([])
  })

  test.for([1, 2, 7])('returns at most %i events in a batch', async (batch) => {
    await log().append('thing-1', textEvents(...'abcdefghij'), 'none')
    const batches = await collect(log().readAll({ batch }))
    expect(Math.max(...batches.map(({ length }) => length))).toBe(batch)
    expect(textsOf(batches.flat()).join('')).toBe('abcdefghij')
  })

  test('a read of the whole log ends even if others keep writing', async () => {
    await log().append('thing-1', textEvents('a', 'b'), 'none')
    const found: string[] = []
    for await (const batch of log().readAll({ batch: 1 })) {
      found.push(...textsOf(batch))
      await appendToEnd(log(), 'thing-1', textEvents('more'))
    }
    expect(found).toEqual(['a', 'b'])
  })

  test('the head is the position of the newest event', async () => {
    expect(await log().head()).toBe(beginning)
    const first = await log().append('thing-1', textEvents('a'), 'none')
    expect(await log().head()).toBe(first.position)
    const second = await log().append('thing-2', textEvents('b', 'c'), 'none')
    expect(await log().head()).toBe(second.position)
  })

  test('reads nothing from an empty log', async () => {
    expect(await collectBatches(log().readAll())).toEqual([])
  })

  test('keeps everything after a restart', async () => {
    const { position } = await log().append('thing-1', textEvents('a', 'b'), 'none')
    const reopened = await reopen()
    expect(textsOf(await collect(reopened.read('thing-1')))).toEqual(['a', 'b'])
    expect(await reopened.head()).toBe(position)
    expect((await reopened.append('thing-1', textEvents('c'), 1)).position).toBeGreaterThan(position)
  })
}
