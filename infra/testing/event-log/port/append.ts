import { expect, test } from 'vitest'
import { VersionConflict, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { collectBatches, textEvent, textEvents, textsOf } from './test-events.ts'

/** Tests the contract for appending, also the same events again. */
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
    expect(await Array.fromAsync(log().read('thing-1'))).toEqual([
      { ...event, stream: 'thing-1', revision: 0, position },
    ])
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
    expect((await Array.fromAsync(log().read('thing-1'))).map(({ revision }) => revision)).toEqual([
      0, 1, 2, 3,
    ])
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
    const [recorded] = await Array.fromAsync(log().read('thing-ß-日'))
    expect(recorded).toMatchObject({ stream: 'thing-ß-日', data: { text } })
  })

  test('stores an event with a million characters', async () => {
    const text = 'x'.repeat(1_000_000)
    await log().append('thing-1', textEvents(text), 'none')
    expect(textsOf(await Array.fromAsync(log().read('thing-1')))).toEqual([text])
  })

  test('stores concurrent repeats once', async () => {
    const repeated = textEvents('a')
    const results = await Promise.all([1, 2, 3].map(() => log().append('thing-1', repeated, 'none')))
    expect(new Set(results.map(({ position }) => position)).size).toBe(1)
    expect(await Array.fromAsync(log().read('thing-1'))).toHaveLength(1)
  })

  test('treats the same id in another stream as another event', async () => {
    const same = textEvents('a')
    await log().append('thing-1', same, 'none')
    expect((await log().append('thing-2', same, 'none')).revision).toBe(0)
    expect(await Array.fromAsync(log().read('thing-2'))).toHaveLength(1)
  })
}
