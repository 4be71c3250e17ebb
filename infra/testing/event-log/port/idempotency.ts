import { expect, test } from 'vitest'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { collect, event, events, textsOf } from './test-events.ts'

/** What the port says about an append that is made again. */
export function checkIdempotency(log: () => EventLog, reopen: () => Promise<EventLog>) {
  test.for(['none', 1] as const)(
    'the same events at the same place (%s) get the first answer again',
    async (expected) => {
      if (expected === 1) await log().append('thing-1', events('a', 'b'), 'none')
      const again = events('c', 'd')
      const first = await log().append('thing-1', again, expected)
      await log().append('thing-1', events('e'), first.revision)
      expect(await log().append('thing-1', again, expected)).toEqual(first)
      expect(textsOf(await collect(log().read('thing-1'))).slice(-3)).toEqual(['c', 'd', 'e'])
    },
  )

  test('a repeat is recognised after a restart', async () => {
    const again = events('a', 'b')
    const first = await log().append('thing-1', again, 'none')
    expect(await (await reopen()).append('thing-1', again, 'none')).toEqual(first)
  })

  test('a repeat at the same moment is stored once', async () => {
    const again = events('a')
    const answers = await Promise.all([1, 2, 3].map(() => log().append('thing-1', again, 'none')))
    expect(new Set(answers.map(({ position }) => position)).size).toBe(1)
    expect(await collect(log().read('thing-1'))).toHaveLength(1)
  })

  test('a recent event is recognised also without an expectation', async () => {
    const again = events('a', 'b')
    await log().append('thing-1', events('before'), 'any')
    const first = await log().append('thing-1', again, 'any')
    await log().append('thing-1', events('after'), 'any')
    expect(await log().append('thing-1', again, 'any')).toEqual(first)
    expect(textsOf(await collect(log().read('thing-1')))).toEqual(['before', 'a', 'b', 'after'])
  })

  test('the same events at another place are a conflict', async () => {
    const again = events('a')
    await log().append('thing-1', again, 'none')
    await log().append('thing-1', events('b', 'c'), 0)
    await expect(log().append('thing-1', again, 1)).rejects.toMatchObject({
      name: 'VersionConflict',
      actual: 2,
    })
  })

  test.for(['none', 'any'] as const)(
    'events that are partly there already are a conflict (%s)',
    async (expected) => {
      const [a, b] = [event('a'), event('b')]
      await log().append('thing-1', [a, b], expected)
      for (const partly of [
        [a, event('x')],
        [a, b, event('x')],
      ])
        await expect(log().append('thing-1', partly, expected)).rejects.toMatchObject({
          name: 'VersionConflict',
          actual: 1,
        })
      expect(await collect(log().read('thing-1'))).toHaveLength(2)
    },
  )

  test('the same id in another stream is another event', async () => {
    const same = events('a')
    await log().append('thing-1', same, 'any')
    expect((await log().append('thing-2', same, 'any')).revision).toBe(0)
    expect(await collect(log().read('thing-2'))).toHaveLength(1)
  })
}
