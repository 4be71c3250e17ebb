import { expect, test } from 'vitest'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { collectBatches, events, eventsOf, isCaughtUp, takeBatchesUntil, textsOf } from './test-events.ts'

/** What the port says about subscriptions. */
export function checkSubscribe(log: () => EventLog) {
  test('a subscriber catches up, says so, and hears what comes', async () => {
    await log().append('thing-1', events('a', 'b'), 'none')
    const subscription = log().subscribe({ after: beginning })[Symbol.asyncIterator]()
    const first = (await subscription.next()).value
    expect(textsOf(first?.events ?? [])).toEqual(['a', 'b'])
    expect(first).toMatchObject({ caughtUp: true, position: await log().head() })
    const { position } = await log().append('thing-1', events('c'), 1)
    const second = (await subscription.next()).value
    expect(textsOf(second?.events ?? [])).toEqual(['c'])
    expect(second).toMatchObject({ caughtUp: true, position })
    await subscription.return?.()
  })

  test('an empty log is live at once', async () => {
    const batches = await takeBatchesUntil(log().subscribe({ after: beginning }), isCaughtUp)
    expect(batches).toEqual([{ events: [], position: beginning, caughtUp: true }])
  })

  test('a subscriber who has everything is live at once', async () => {
    const { position } = await log().append('thing-1', events('a'), 'none')
    const batches = await takeBatchesUntil(log().subscribe({ after: position }), isCaughtUp)
    expect(batches).toEqual([{ events: [], position, caughtUp: true }])
  })

  test('a subscriber starts behind the position it names', async () => {
    const { position } = await log().append('thing-1', events('a'), 'none')
    await log().append('thing-1', events('b', 'c'), 0)
    expect(
      textsOf(eventsOf(await takeBatchesUntil(log().subscribe({ after: position }), isCaughtUp))),
    ).toEqual(['b', 'c'])
  })

  test('only the streams with a wanted beginning are heard, and the position moves on without them', async () => {
    await log().append('thing-1', events('a'), 'none')
    let last = beginning
    const heard = takeBatchesUntil(
      log().subscribe({ after: beginning, streams: ['thing-'] }),
      (batches) => last > beginning && (batches.at(-1)?.position ?? beginning) >= last,
    )
    await log().append('other-1', events('b'), 'none')
    await log().append('thing-2', events('c'), 'none')
    last = (await log().append('other-1', events('d'), 0)).position
    // A subscriber may hear of an event before its writer does, so there is one more after which it must be enough.
    await log().append('other-1', events('e'), 1)
    const batches = await heard
    expect(textsOf(eventsOf(batches))).toEqual(['a', 'c'])
    expect(batches.at(-1)?.position).toBeGreaterThanOrEqual(last)
  })

  test('no batch has more events than asked for, live or not', async () => {
    await log().append('thing-1', events(...'abcde'), 'none')
    const heard = takeBatchesUntil(
      log().subscribe({ after: beginning, batch: 2 }),
      (batches) => eventsOf(batches).length >= 10,
    )
    await log().append('thing-1', events(...'fghij'), 4)
    const batches = await heard
    expect(textsOf(eventsOf(batches)).join('')).toBe('abcdefghij')
    expect(Math.max(...batches.map(({ events: found }) => found.length))).toBe(2)
    for (const { events: found, position } of batches)
      expect(found.at(-1)?.position ?? position).toBeLessThanOrEqual(position)
  })

  test('live is only said when nothing older waits', async () => {
    await log().append('thing-1', events(...'abcdef'), 'none')
    const batches = await takeBatchesUntil(log().subscribe({ after: beginning, batch: 2 }), isCaughtUp)
    expect(batches.map(({ caughtUp }) => caughtUp)).toEqual([...batches.slice(1).map(() => false), true])
    expect(eventsOf(batches)).toHaveLength(6)
  })

  test('several subscribers hear the same, each at its own pace', async () => {
    const heard = [1, 3, 100].map((batch) =>
      takeBatchesUntil(
        log().subscribe({ after: beginning, batch }),
        (batches) => eventsOf(batches).length >= 200,
      ),
    )
    await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        log().append(`thing-${index % 7}`, events(`${index}`), 'any'),
      ),
    )
    const written = textsOf(await collectBatches(log().readAll()))
    for (const batches of await Promise.all(heard)) expect(textsOf(eventsOf(batches))).toEqual(written)
  })

  test('a reader that stops does not stop the writers, and misses nothing', async () => {
    const subscription = log().subscribe({ after: beginning, batch: 50 })[Symbol.asyncIterator]()
    await subscription.next()
    for (let round = 0; round < 20; round++)
      await log().append('thing-1', events(...Array.from({ length: 500 }, (_, index) => `${index}`)), 'any')
    const revisions: number[] = []
    while (revisions.length < 10_000) {
      const { value } = await subscription.next()
      for (const { revision } of value?.events ?? []) revisions.push(revision)
    }
    expect(revisions).toEqual(Array.from({ length: 10_000 }, (_, index) => index))
    await subscription.return?.()
  })

  test('a signal ends a subscription that waits', async () => {
    const stop = new AbortController()
    const batches: boolean[] = []
    for await (const { caughtUp } of log().subscribe({ after: beginning, signal: stop.signal })) {
      batches.push(caughtUp)
      setImmediate(() => stop.abort())
    }
    expect(batches).toEqual([true])
  })

  test('a signal ends a subscription that still catches up', async () => {
    await log().append('thing-1', events(...'abcdef'), 'none')
    const stop = new AbortController()
    let heard = 0
    for await (const { events: found } of log().subscribe({
      after: beginning,
      batch: 1,
      signal: stop.signal,
    })) {
      heard += found.length
      stop.abort()
    }
    expect(heard).toBe(1)
    const after = await takeBatchesUntil(
      log().subscribe({ after: beginning, signal: stop.signal }),
      () => false,
    )
    expect(after).toEqual([])
  })
}
