import { expect, test } from 'vitest'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { collect, textEvent, textEvents, textsOf } from './test-events.ts'

/** Tests the contract for repeated appends. */
export function checkIdempotency(log: () => EventLog, reopen: () => Promise<EventLog>) {
  test.for(['none', 1] as const)(
    'returns the first result for the same events at the same revision (%s)',
    async (expected) => {
      if (expected === 1) await log().append('thing-1', textEvents('a', 'b'), 'none')
      const repeated = textEvents('c', 'd')
      const first = await log().append('thing-1', repeated, expected)
      await log().append('thing-1', textEvents('e'), first.revision)
      expect(await log().append('thing-1', repeated, expected)).toEqual(first)
      expect(textsOf(await collect(log().read('thing-1'))).slice(-3)).toEqual(['c', 'd', 'e'])
    },
  )

  test('recognises a repeat after a restart', async () => {
    const repeated = textEvents('a', 'b')
    const first = await log().append('thing-1', repeated, 'none')
    expect(await (await reopen()).append('thing-1', repeated, 'none')).toEqual(first)
  })

  test('stores concurrent repeats once', async () => {
    const repeated = textEvents('a')
    const results = await Promise.all([1, 2, 3].map(() => log().append('thing-1', repeated, 'none')))
    expect(new Set(results.map(({ position }) => position)).size).toBe(1)
    expect(await collect(log().read('thing-1'))).toHaveLength(1)
  })

  test('reports a conflict for the same events at another revision', async () => {
    const repeated = textEvents('a')
    await log().append('thing-1', repeated, 'none')
    await log().append('thing-1', textEvents('b', 'c'), 0)
    await expect(log().append('thing-1', repeated, 1)).rejects.toMatchObject({
      name: 'VersionConflict',
      actual: 2,
    })
  })

  test('reports a conflict when only some of the events are stored already', async () => {
    const [a, b] = [textEvent('a'), textEvent('b')]
    await log().append('thing-1', [a, b], 'none')
    for (const events of [
      [a, textEvent('x')],
      [a, b, textEvent('x')],
    ])
      await expect(log().append('thing-1', events, 'none')).rejects.toMatchObject({
        name: 'VersionConflict',
        actual: 1,
      })
    expect(await collect(log().read('thing-1'))).toHaveLength(2)
  })

  test('treats the same id in another stream as another event', async () => {
    const same = textEvents('a')
    await log().append('thing-1', same, 'none')
    expect((await log().append('thing-2', same, 'none')).revision).toBe(0)
    expect(await collect(log().read('thing-2'))).toHaveLength(1)
  })
}
