import { expect, test } from 'vitest'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { collectBatches, textEvent, textEvents } from './test-events.ts'

/** Tests the contract for appending, also the same events again. */
export function checkAppend(log: () => EventLog) {
  test.for([
    ['thing-1', { text: 'hello', list: [1, 2.5, null, true, { deep: '' }] }],
    ['thing-ß-日', { text: 'žluťoučký 🐎 \u0000 \u2028 "\\" 日本語 \ud800' }],
    ['thing-1', { text: 'x'.repeat(1_000_000) }],
  ] as const)('returns an event in %s as it was appended, with its position', async ([stream, data]) => {
    const metadata = { actor: 'u-1', run: 2, correlation: 'c-9', causation: 'key-4' }
    const event = { ...textEvent(''), version: 3, data, metadata }
    const { revision, position } = await log().append(stream, [event], 'none')
    expect(revision).toBe(0)
    expect(await Array.fromAsync(log().read(stream))).toEqual([{ ...event, stream, revision: 0, position }])
  })

  test('refuses an append without events, or with one that is not JSON, and accepts the next one', async () => {
    for (const events of [[], [{ ...textEvent('a'), data: { text: 1n } }]])
      await expect(log().append('thing-1', events, 'none')).rejects.toThrow(TypeError)
    expect((await log().append('thing-1', textEvents('b'), 'none')).revision).toBe(0)
  })

  test('stores the events of each concurrent append next to each other, and none of a refused one', async () => {
    await log().append('thing-3', textEvents('z'), 'none')
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        log().append(`thing-${index}`, textEvents(...'abcd'.slice(0, (index % 4) + 1)), 'none'),
      ),
    )
    expect(results.map(({ status }) => status).indexOf('rejected')).toBe(3)
    const streams = (await collectBatches(log().readAll())).map(({ stream }) => stream)
    expect(streams.filter((stream, index) => stream !== streams[index - 1])).toHaveLength(20)
    expect(streams).toHaveLength(47)
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
