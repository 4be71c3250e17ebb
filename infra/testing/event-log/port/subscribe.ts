import { expect, test } from 'vitest'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { textEvents, eventsOf, isCaughtUp, nextBatch, takeBatchesUntil, textsOf } from './test-events.ts'

/** Tests the contract for subscriptions. */
export function checkSubscribe(log: () => EventLog) {
  test('catches up, reports that, and receives later events', async () => {
    const subscription = log().subscribe({ after: beginning })[Symbol.asyncIterator]()
    expect(await nextBatch(subscription)).toEqual({ events: [], position: beginning, caughtUp: true })
    for (const [expected, text] of [
      ['none', 'a'],
      [0, 'b'],
    ] as const) {
      const { position } = await log().append('thing-1', textEvents(text), expected)
      const { events, ...batch } = await nextBatch(subscription)
      expect(textsOf(events)).toEqual([text])
      expect(batch).toMatchObject({ caughtUp: true, position })
    }
    await subscription.return?.()
  })

  test('has caught up at once if there are no newer events', async () => {
    const { position } = await log().append('thing-1', textEvents('a'), 'none')
    const batches = await takeBatchesUntil(log().subscribe({ after: position }), isCaughtUp)
    expect(batches).toEqual([{ events: [], position, caughtUp: true }])
  })

  test('receives only streams with the given prefixes, and its position still advances', async () => {
    await log().append('thing-1', textEvents('a'), 'none')
    let last = beginning
    const received = takeBatchesUntil(
      log().subscribe({ after: beginning, streams: ['thing-'] }),
      (batches) => last > beginning && (batches.at(-1)?.position ?? beginning) >= last,
    )
    await log().append('other-1', textEvents('b'), 'none')
    await log().append('thing-2', textEvents('c'), 'none')
    last = (await log().append('other-1', textEvents('d'), 0)).position
    // A subscriber may receive an event before its writer gets the result, so there is one more event after `last`.
    await log().append('other-1', textEvents('e'), 1)
    const batches = await received
    expect(textsOf(eventsOf(batches))).toEqual(['a', 'c'])
    expect(batches.at(-1)?.position).toBeGreaterThanOrEqual(last)
  })

  test('reports that it has caught up only when no older event is waiting', async () => {
    await log().append('thing-1', textEvents(...'abcdef'), 'none')
    const batches = await takeBatchesUntil(log().subscribe({ after: beginning, batch: 2 }), isCaughtUp)
    expect(batches.map(({ caughtUp }) => caughtUp)).toEqual([...batches.slice(1).map(() => false), true])
    expect(eventsOf(batches)).toHaveLength(6)
  })

  // Five thousand events over the protocol of EventStoreDB take a busy machine half a minute.
  const options = { timeout: 90_000 }
  test('a reader that pauses does not block the writers, and misses nothing', options, async () => {
    const subscription = log().subscribe({ after: beginning, batch: 50 })[Symbol.asyncIterator]()
    await subscription.next()
    const texts = Array.from({ length: 250 }, (_, index) => `${index}`)
    for (let round = 0; round < 20; round++) await appendToEnd(log(), 'thing-1', textEvents(...texts))
    const revisions: number[] = []
    while (revisions.length < 5_000)
      revisions.push(...(await nextBatch(subscription)).events.map(({ revision }) => revision))
    expect(revisions).toEqual(Array.from({ length: 5_000 }, (_, index) => index))
    await subscription.return?.()
  })

  test('a signal ends a subscription: at once, while it is catching up, and while it waits', async () => {
    await log().append('thing-1', textEvents(...'abcdef'), 'none')
    for (const [batch, length, expected] of [
      [1, 0, 0],
      [1, 1, 1],
      [9, 1, 6],
    ] as const) {
      const stop = new AbortController()
      if (length === 0) stop.abort()
      const subscription = log().subscribe({ after: beginning, batch, signal: stop.signal })
      const batches = await takeBatchesUntil(subscription, () => {
        if (batch === 1) stop.abort()
        else setImmediate(() => stop.abort())
        return false
      })
      expect(eventsOf(batches)).toHaveLength(expected)
      expect(batches).toHaveLength(length)
    }
  })
}
