import { randomUUID } from 'node:crypto'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import type { Batch, EventLog, NewEvent, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'

const at = '2026-11-20T10:00:00.000Z'

/** An event with a text. Each has its own id, because a log recognises repeated events by their ids. */
export function textEvent(text: string, id: string = randomUUID()): NewEvent {
  return { id, type: 'ThingSaid', version: 1, at, data: { text }, metadata: { correlation: 'c-1' } }
}

export const textEvents = (...texts: string[]) => texts.map((text) => textEvent(text))

/** The texts of events that `textEvent` made. */
export const textsOf = (recorded: readonly RecordedEvent[]) =>
  // Every event of these specs is made by `textEvent`.
  recorded.map(({ data }) => (data as { text: string }).text)

/** The texts of the events of a stream. */
export const textsIn = async (log: EventLog, stream: string) =>
  textsOf(await Array.fromAsync(log.read(stream)))

/** Follows a log from its beginning until this many events were received, and returns their texts. */
export async function followTexts(log: EventLog, count: number, batch?: number): Promise<string[]> {
  const source = log.subscribe({ after: beginning, ...(batch !== undefined && { batch }) })
  const batches = await takeBatchesUntil(source, (received) => eventsOf(received).length >= count)
  return textsOf(eventsOf(batches))
}

/** Appends events with these texts to a new stream, and returns them as they were recorded. */
export async function appended<Texts extends string[]>(log: EventLog, stream: string, ...texts: Texts) {
  await log.append(stream, textEvents(...texts), 'none')
  // Safe: the stream has one event for each text.
  return (await Array.fromAsync(log.read(stream))) as { [Index in keyof Texts]: RecordedEvent }
}

export const collectBatches = async (source: AsyncIterable<readonly RecordedEvent[]>) =>
  (await Array.fromAsync(source)).flat()

/** Reads a subscription until `isEnough` returns true, then ends it. */
export async function takeBatchesUntil(
  source: AsyncIterable<Batch>,
  isEnough: (batches: Batch[]) => boolean,
): Promise<Batch[]> {
  const batches: Batch[] = []
  for await (const batch of source) {
    batches.push(batch)
    if (isEnough(batches)) break
  }
  return batches
}

/**
 * Returns the next batch of a subscription. Throws if it has ended, as it does when its log is closed after a test that took too long: a
 * loop that waits for events would never end.
 */
export async function nextBatch(subscription: AsyncIterator<Batch, unknown>): Promise<Batch> {
  const { done, value } = await subscription.next()
  if (done === true) throw new Error('The subscription has ended.')
  return value
}

export const eventsOf = (batches: readonly Batch[]) => batches.flatMap(({ events }) => events)

/** Reads a subscription until it has caught up, and returns the texts of its events. */
export async function textsUntilCaughtUp(subscription: AsyncIterator<Batch, unknown>): Promise<string[]> {
  const texts: string[] = []
  for (;;) {
    const { events, caughtUp } = await nextBatch(subscription)
    texts.push(...textsOf(events))
    if (caughtUp) return texts
  }
}

export const isCaughtUp = (batches: readonly Batch[]) => batches.at(-1)?.caughtUp === true
