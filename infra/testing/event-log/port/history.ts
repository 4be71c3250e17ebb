import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newestEvent } from '../../../src/event-log/seen-history.ts'
import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { appended, isCaughtUp, takeBatchesUntil } from './test-events.ts'

/** Tests the contract for recognising whether the log still has the history that a reader has seen. */
export function checkHistory(log: () => EventLog, reopen: () => Promise<EventLog>) {
  test('an event with another id, and one beyond the end of the log, is another one', async () => {
    const [event] = await appended(log(), 'thing-1', 'a')
    expect(await log().compareEvent({ ...event, id: randomUUID() })).toBe('other')
    const later = { ...event, position: event.position + 64_000n }
    expect(await log().compareEvent(later)).toBe('other')
  })

  test('an erased event proves nothing about the log', async () => {
    const [removed] = await appended(log(), 'thing-1', 'secret')
    const [truncated, kept] = await appended(log(), 'thing-2', 'old', 'new')
    const [forgotten] = await appended(log(), 'thing-3', 'held', 'released')
    await log().remove('thing-1')
    await log().truncate('thing-2', 1)
    await log().truncate('thing-3', 2, { forgetName: true })
    for (const open of [log, reopen]) {
      const reader = await open()
      // EventStoreDB still has the event until its next scavenge.
      expect(await reader.compareEvent(removed)).toMatch(/^(erased|same)$/)
      expect(await reader.compareEvent(truncated)).toMatch(/^(erased|same)$/)
      expect(await reader.compareEvent(forgotten)).toMatch(/^(erased|same)$/)
      expect(await reader.compareEvent(kept)).toBe('same')
    }
  })

  test('the newest event that was not erased is found, and none in an empty log', async () => {
    expect(await newestEvent(log())).toBeUndefined()
    const [kept] = await appended(log(), 'thing-1', 'a')
    await appended(log(), 'thing-2', 'old', 'secret')
    await log().remove('thing-2')
    const { position, id, stream, revision } = kept
    for (const open of [log, reopen])
      expect(await newestEvent(await open())).toEqual({ position, id, stream, revision })
  })

  test('a read and a subscription of a reader that has seen another event, or is beyond the end, fail', async () => {
    const [event] = await appended(log(), 'thing-1', 'a')
    const after = event.position
    const batches = await takeBatchesUntil(log().subscribe({ after, seen: event }), isCaughtUp)
    expect(batches).toEqual([{ events: [], position: after, caughtUp: true }])
    expect(await Array.fromAsync(log().readAll({ after, seen: event }))).toEqual([])
    for (const range of [
      { after: beginning, seen: { ...event, id: randomUUID() } },
      { after: after + 64_000n },
    ]) {
      const subscription = takeBatchesUntil(log().subscribe(range), isCaughtUp)
      await expect(subscription).rejects.toMatchObject({ name: 'LogReplaced' })
      await expect(Array.fromAsync(log().readAll(range))).rejects.toMatchObject({ name: 'LogReplaced' })
    }
  })
}
