import { expect, test } from 'vitest'
import { StreamRemoved, VersionConflict } from '@thirty/infra/event-log/event-log.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { collectBatches, collect, event, events, textsOf } from './test-events.ts'

/** What the port says about appending. */
export function checkAppend(log: () => EventLog) {
  test('an event comes back as it was handed in, with its place', async () => {
    const said = {
      ...event('hello'),
      version: 3,
      data: { text: 'hello', list: [1, 2.5, null, true, { deep: '' }] },
      metadata: { actor: 'u-1', run: 2, correlation: 'c-9', causation: 'key-4' },
    }
    const { revision, position } = await log().append('thing-1', [said], 'none')
    expect(revision).toBe(0)
    expect(await collect(log().read('thing-1'))).toEqual([
      { ...said, stream: 'thing-1', revision: 0, position },
    ])
  })

  test('the answer names the last of several events', async () => {
    await log().append('thing-1', events('a'), 'none')
    const answer = await log().append('thing-1', events('b', 'c'), 0)
    const [, , last] = await collect(log().read('thing-1'))
    expect(answer).toEqual({ revision: 2, position: last?.position })
  })

  test('a stream that is expected to be empty must be empty', async () => {
    await log().append('thing-1', events('a', 'b'), 'none')
    const conflict = log().append('thing-1', events('c'), 'none')
    await expect(conflict).rejects.toBeInstanceOf(VersionConflict)
    await expect(conflict).rejects.toMatchObject({ stream: 'thing-1', expected: 'none', actual: 1 })
  })

  test.for([0, 2])('a stream at revision 1 is not at revision %i', async (expected) => {
    await log().append('thing-1', events('a', 'b'), 'none')
    const conflict = log().append('thing-1', events('c'), expected)
    await expect(conflict).rejects.toMatchObject({ name: 'VersionConflict', expected, actual: 1 })
    expect(textsOf(await collect(log().read('thing-1')))).toEqual(['a', 'b'])
  })

  test('a stream that nobody wrote to is at no revision', async () => {
    await expect(log().append('thing-1', events('a'), 0)).rejects.toMatchObject({
      name: 'VersionConflict',
      actual: -1,
    })
    expect(await collect(log().read('thing-1'))).toEqual([])
  })

  test('without an expectation everything is welcome', async () => {
    await log().append('thing-1', events('a'), 'any')
    expect((await log().append('thing-1', events('b'), 'any')).revision).toBe(1)
  })

  test('an append without events is refused', async () => {
    await expect(log().append('thing-1', [], 'any')).rejects.toThrow(TypeError)
  })

  test('an event that is no JSON is refused, and the next one is not harmed', async () => {
    await expect(log().append('thing-1', [{ ...event('a'), data: { text: 1n } }], 'any')).rejects.toThrow(
      TypeError,
    )
    expect((await log().append('thing-1', events('b'), 'none')).revision).toBe(0)
  })

  test('all events of an append are stored next to each other, or none', async () => {
    const sizes = Array.from({ length: 20 }, (_, index) => (index % 4) + 1)
    await Promise.all(
      sizes.map((size, index) => log().append(`thing-${index}`, events(...'abcd'.slice(0, size)), 'none')),
    )
    const refused = log().append('thing-3', events('x', 'y'), 0)
    await expect(refused).rejects.toBeInstanceOf(VersionConflict)
    const streams = (await collectBatches(log().readAll())).map(({ stream }) => stream)
    const changes = streams.filter((stream, index) => stream !== streams[index - 1])
    expect(changes).toHaveLength(20)
    expect(streams).toHaveLength(50)
  })

  test('a hundred writers at once: one wins each round', async () => {
    const actor = Array.from({ length: 100 }, (_, index) => `writer ${index}`)
    for (const expected of ['none', 0, 1, 2] as const) {
      const answers = await Promise.allSettled(
        actor.map((name) => log().append('thing-1', events(name), expected)),
      )
      const losers = answers.filter(({ status }) => status === 'rejected')
      const actual = expected === 'none' ? 0 : expected + 1
      expect(losers).toHaveLength(99)
      for (const loser of losers) expect(loser).toMatchObject({ reason: { name: 'VersionConflict', actual } })
    }
    expect((await collect(log().read('thing-1'))).map(({ revision }) => revision)).toEqual([0, 1, 2, 3])
  })

  test('a refused append leaves others of the same moment alone', async () => {
    await log().append('thing-1', events('a'), 'none')
    const answers = await Promise.allSettled([
      log().append('thing-2', events('b'), 'none'),
      log().append('thing-1', events('c'), 'none'),
      log().append('thing-3', events('d'), 'none'),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(textsOf(await collectBatches(log().readAll()))).toEqual(['a', 'b', 'd'])
  })

  test('words of every language, and half of a pair, keep their letters', async () => {
    const text = 'žluťoučký 🐎 \u0000 \u2028 "\\" 日本語 \ud800'
    await log().append('thing-ß-日', events(text), 'none')
    const [recorded] = await collect(log().read('thing-ß-日'))
    expect(recorded).toMatchObject({ stream: 'thing-ß-日', data: { text } })
  })

  test('an event of a million letters is stored whole', async () => {
    const text = 'x'.repeat(1_000_000)
    await log().append('thing-1', events(text), 'none')
    expect(textsOf(await collect(log().read('thing-1')))).toEqual([text])
  })

  test('a removed stream takes nothing any more', async () => {
    await log().append('thing-1', events('a'), 'none')
    await log().remove('thing-1')
    for (const expected of ['none', 'any', 0] as const)
      await expect(log().append('thing-1', events('b'), expected)).rejects.toBeInstanceOf(StreamRemoved)
  })
}
