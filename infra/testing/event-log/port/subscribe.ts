import { expect, test } from 'vitest'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { textEvents, eventsOf, isCaughtUp, nextBatch, takeBatchesUntil, textsOf } from './test-events.ts'

/** Tests the contract for subscriptions. */
export function checkSubscribe(log: () => EventLog) {
  test('catches up, reports that, and receives later events', async () => {
    await log().append('thing-1', textEvents('a', 'b'), 'none')
    const subscription = log().subscribe({ after: beginning })[Symbol.asyncIterator]()
    const first = (await subscription.next()).value
    expect(textsOf(first?.events ?? [])).toEqual(['a', 'b'])
    expect(first).toMatchObject({ caughtUp: true, position: await log().head() })
    const { position } = await log().append('thing-1', textEvents('c'), 1)
    const second = (await subscription.next()).value
    expect(textsOf(second?.events ?? [])).toEqual(['c'])
    expect(second).toMatchObject({ caughtUp: true, position })
    await subscription.return?.()
  })

  test('has caught up with an empty log at once', async () => {
    const batches = await takeBatchesUntil(log().subscribe({ after: beginning }), isCaughtUp)
    expect(batches).toEqual([{ events: [], position: beginning, caughtUp: true }])
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
    for (let round = 0; round < 20; round++)
      await appendToEnd(
        log(),
        'thing-1',
        textEvents(...Array.from({ length: 250 }, (_, index) => `${index}`)),
      )
    const revisions: number[] = []
    while (revisions.length < 5_000) {
      const { events } = await nextBatch(subscription)
      for (const { revision } of events) revisions.push(revision)
    }
    expect(revisions).toEqual(Array.from({ length: 5_000 }, (_, index) => index))
    await subscription.return?.()
  })

  test('a signal ends a waiting subscription', async () => {
    const stop = new AbortController()
    const batches: boolean[] = []
    for await (const { caughtUp } of log().subscribe({ after: beginning, signal: stop.signal })) {
      batches.push(caughtUp)
      setImmediate(() => stop.abort())
    }
    expect(batches).toEqual([true])
  })

  test('a signal ends a subscription that is catching up', async () => {
    await log().append('thing-1', textEvents(...'abcdef'), 'none')
    const stop = new AbortController()
    let received = 0
    for await (const { events: found } of log().subscribe({
      after: beginning,
      batch: 1,
      signal: stop.signal,
    })) {
      received += found.length
      stop.abort()
    }
    expect(received).toBe(1)
    const after = await takeBatchesUntil(
      log().subscribe({ after: beginning, signal: stop.signal }),
      () => false,
    )
    expect(after).toEqual([])
  })
}
