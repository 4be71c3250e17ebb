import { expect, test } from 'vitest'
import { StreamRemoved, VersionConflict } from '@thirty/infra/event-log/event-log.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { collectBatches, collect, textEvent, textEvents, textsOf } from './test-events.ts'

/** Tests the contract for appending. */
export function checkAppend(log: () => EventLog) {
  test('returns an event as it was appended, with its position', async () => {
    const event = {
      ...textEvent('hello'),
      version: 3,
      data: { text: 'hello', list: [1, 2.5, null, true, { deep: '' }] },
      metadata: { actor: 'u-1', run: 2, correlation: 'c-9', causation: 'key-4' },
    }
    const { revision, position } = await log().append('thing-1', [event], 'none')
    expect(revision).toBe(0)
    expect(await collect(log().read('thing-1'))).toEqual([
      { ...event, stream: 'thing-1', revision: 0, position },
    ])
  })

  test('returns the revision and position of the last of several events', async () => {
    await log().append('thing-1', textEvents('a'), 'none')
    const result = await log().append('thing-1', textEvents('b', 'c'), 0)
    const [, , last] = await collect(log().read('thing-1'))
    expect(result).toEqual({ revision: 2, position: last?.position })
  })

  test('refuses an append to a stream that should be empty and is not', async () => {
    await log().append('thing-1', textEvents('a', 'b'), 'none')
    const conflict = log().append('thing-1', textEvents('c'), 'none')
    await expect(conflict).rejects.toBeInstanceOf(VersionConflict)
    await expect(conflict).rejects.toMatchObject({ stream: 'thing-1', expected: 'none', actual: 1 })
  })

  test.for([0, 2])(
    'refuses an append that expects revision %i of a stream at revision 1',
    async (expected) => {
      await log().append('thing-1', textEvents('a', 'b'), 'none')
      const conflict = log().append('thing-1', textEvents('c'), expected)
      await expect(conflict).rejects.toMatchObject({ name: 'VersionConflict', expected, actual: 1 })
      expect(textsOf(await collect(log().read('thing-1')))).toEqual(['a', 'b'])
    },
  )

  test('refuses an append that expects a revision of an empty stream', async () => {
    await expect(log().append('thing-1', textEvents('a'), 0)).rejects.toMatchObject({
      name: 'VersionConflict',
      actual: -1,
    })
    expect(await collect(log().read('thing-1'))).toEqual([])
  })

  test('refuses an append without events', async () => {
    await expect(log().append('thing-1', [], 'none')).rejects.toThrow(TypeError)
  })

  test('refuses an event that is not JSON, and accepts the next one', async () => {
    await expect(
      log().append('thing-1', [{ ...textEvent('a'), data: { text: 1n } }], 'none'),
    ).rejects.toThrow(TypeError)
    expect((await log().append('thing-1', textEvents('b'), 'none')).revision).toBe(0)
  })

  test('stores the events of an append next to each other, or none of them', async () => {
    const sizes = Array.from({ length: 20 }, (_, index) => (index % 4) + 1)
    await Promise.all(
      sizes.map((size, index) =>
        log().append(`thing-${index}`, textEvents(...'abcd'.slice(0, size)), 'none'),
      ),
    )
    const refused = log().append('thing-3', textEvents('x', 'y'), 0)
    await expect(refused).rejects.toBeInstanceOf(VersionConflict)
    const streams = (await collectBatches(log().readAll())).map(({ stream }) => stream)
    const changes = streams.filter((stream, index) => stream !== streams[index - 1])
    expect(changes).toHaveLength(20)
    expect(streams).toHaveLength(50)
  })

  test('accepts one of a hundred concurrent appends at the same revision', async () => {
    const writers = Array.from({ length: 100 }, (_, index) => `writer ${index}`)
    for (const expected of ['none', 0, 1, 2] as const) {
      const results = await Promise.allSettled(
        writers.map((name) => log().append('thing-1', textEvents(name), expected)),
      )
      const losers = results.filter(({ status }) => status === 'rejected')
      const actual = expected === 'none' ? 0 : expected + 1
      expect(losers).toHaveLength(99)
      for (const loser of losers) expect(loser).toMatchObject({ reason: { name: 'VersionConflict', actual } })
    }
    expect((await collect(log().read('thing-1'))).map(({ revision }) => revision)).toEqual([0, 1, 2, 3])
  })

  test('a refused append does not affect concurrent ones', async () => {
    await log().append('thing-1', textEvents('a'), 'none')
    const results = await Promise.allSettled([
      log().append('thing-2', textEvents('b'), 'none'),
      log().append('thing-1', textEvents('c'), 'none'),
      log().append('thing-3', textEvents('d'), 'none'),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(textsOf(await collectBatches(log().readAll()))).toEqual(['a', 'b', 'd'])
  })

  test('keeps texts of all languages, and lone surrogates', async () => {
    const text = 'žluťoučký 🐎 \u0000 \u2028 "\\" 日本語 \ud800'
    await log().append('thing-ß-日', textEvents(text), 'none')
    const [recorded] = await collect(log().read('thing-ß-日'))
    expect(recorded).toMatchObject({ stream: 'thing-ß-日', data: { text } })
  })

  test('stores an event with a million characters', async () => {
    const text = 'x'.repeat(1_000_000)
    await log().append('thing-1', textEvents(text), 'none')
    expect(textsOf(await collect(log().read('thing-1')))).toEqual([text])
  })

  test('refuses appends to a removed stream', async () => {
    await log().append('thing-1', textEvents('a'), 'none')
    await log().remove('thing-1')
    for (const expected of ['none', 0] as const)
      await expect(log().append('thing-1', textEvents('b'), expected)).rejects.toBeInstanceOf(StreamRemoved)
  })
}
