import { expect, test } from 'vitest'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { collectBatches, collect, events, textsOf } from './test-events.ts'

/** What the port says about reading. */
export function checkRead(log: () => EventLog, reopen: () => Promise<EventLog>) {
  test('a stream is read in order, from any revision', async () => {
    await log().append('thing-1', events('a', 'b', 'c'), 'none')
    await log().append('thing-10', events('other'), 'none')
    expect(textsOf(await collect(log().read('thing-1')))).toEqual(['a', 'b', 'c'])
    expect(textsOf(await collect(log().read('thing-1', 2)))).toEqual(['c'])
    expect(await collect(log().read('thing-1', 3))).toEqual([])
  })

  test('a stream that is unknown is empty', async () => {
    expect(await collect(log().read('thing-1'))).toEqual([])
  })

  test('a long stream is read whole', async () => {
    const texts = Array.from({ length: 1500 }, (_, index) => `${index}`)
    for (let from = 0; from < 1500; from += 500)
      await log().append('thing-1', events(...texts.slice(from, from + 500)), 'any')
    expect(textsOf(await collect(log().read('thing-1')))).toEqual(texts)
  })

  test('the whole log is in the order of the appends', async () => {
    for (const text of ['a', 'b', 'c', 'd']) await log().append(`thing-${text}`, events(text), 'none')
    const recorded = await collectBatches(log().readAll())
    expect(textsOf(recorded)).toEqual(['a', 'b', 'c', 'd'])
    const positions = recorded.map(({ position }) => position)
    expect(positions).toEqual([...positions].sort((one, other) => Number(one - other)))
    expect(new Set(positions).size).toBe(4)
    expect(positions[0]).toBeGreaterThan(beginning)
  })

  test('a range leaves out its start and keeps its end', async () => {
    await log().append('thing-1', events('a', 'b', 'c', 'd', 'e'), 'none')
    const [, b, , d] = await collect(log().read('thing-1'))
    const range = { after: b?.position ?? 0n, until: d?.position ?? 0n }
    expect(textsOf(await collectBatches(log().readAll(range)))).toEqual(['c', 'd'])
    expect(textsOf(await collectBatches(log().readAll({ until: range.after })))).toEqual(['a', 'b'])
    expect(await collectBatches(log().readAll({ after: range.until, until: range.until }))).toEqual([])
  })

  test('only the streams with a wanted beginning are read', async () => {
    for (const stream of ['thing-1', 'other-1', 'thing-2', 'third-1'])
      await log().append(stream, events(stream), 'none')
    expect(textsOf(await collectBatches(log().readAll({ streams: ['thing-', 'third-'] })))).toEqual([
      'thing-1',
      'thing-2',
      'third-1',
    ])
    expect(await collectBatches(log().readAll({ streams: ['nothing-'] }))).toEqual([])
  })

  test.for([1, 2, 7])('no batch has more than %i events', async (batch) => {
    await log().append('thing-1', events(...'abcdefghij'), 'none')
    const batches = await collect(log().readAll({ batch }))
    expect(Math.max(...batches.map(({ length }) => length))).toBe(batch)
    expect(textsOf(batches.flat()).join('')).toBe('abcdefghij')
  })

  test('the whole log ends although somebody goes on writing', async () => {
    await log().append('thing-1', events('a', 'b'), 'none')
    const found: string[] = []
    for await (const batch of log().readAll({ batch: 1 })) {
      found.push(...textsOf(batch))
      await log().append('thing-1', events('more'), 'any')
    }
    expect(found).toEqual(['a', 'b'])
  })

  test('the head is the newest event', async () => {
    expect(await log().head()).toBe(beginning)
    const first = await log().append('thing-1', events('a'), 'none')
    expect(await log().head()).toBe(first.position)
    const second = await log().append('thing-2', events('b', 'c'), 'none')
    expect(await log().head()).toBe(second.position)
  })

  test('an empty log has nothing to read', async () => {
    expect(await collectBatches(log().readAll())).toEqual([])
  })

  test('everything is still there after a restart', async () => {
    const { position } = await log().append('thing-1', events('a', 'b'), 'none')
    const again = await reopen()
    expect(textsOf(await collect(again.read('thing-1')))).toEqual(['a', 'b'])
    expect(await again.head()).toBe(position)
    expect((await again.append('thing-1', events('c'), 1)).position).toBeGreaterThan(position)
  })
}
