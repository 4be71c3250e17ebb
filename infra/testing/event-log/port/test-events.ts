import { randomUUID } from 'node:crypto'
import type { Batch, EventLog, NewEvent, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'

/** A log to be checked, and the way to close and open the same one again. */
export type LogUnderTest = { log: EventLog; reopen: () => Promise<EventLog> }

const at = '2026-11-20T10:00:00.000Z'

/** An event that says something; ids differ, because a log must tell events apart. */
export function event(text: string, id: string = randomUUID()): NewEvent {
  return { id, type: 'ThingSaid', version: 1, at, data: { text }, metadata: { correlation: 'c-1' } }
}

export const events = (...texts: string[]) => texts.map((text) => event(text))

/** What the events say. */
export const textsOf = (recorded: readonly RecordedEvent[]) =>
  // Every event of these specs is made by `event`.
  recorded.map(({ data }) => (data as { text: string }).text)

/** Everything that a read hands over, until it ends. */
export async function collect<Item>(source: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of source) items.push(item)
  return items
}

export const collectBatches = async (source: AsyncIterable<readonly RecordedEvent[]>) =>
  (await collect(source)).flat()

/** Reads a subscription until `enough` says so, and ends it. */
export async function takeBatchesUntil(
  source: AsyncIterable<Batch>,
  enough: (batches: Batch[]) => boolean,
): Promise<Batch[]> {
  const batches: Batch[] = []
  for await (const batch of source) {
    batches.push(batch)
    if (enough(batches)) break
  }
  return batches
}

export const eventsOf = (batches: readonly Batch[]) => batches.flatMap(({ events: found }) => found)

export const isCaughtUp = (batches: readonly Batch[]) => batches.at(-1)?.caughtUp === true
