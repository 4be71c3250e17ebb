// Makes audit entries, without the names of people, from events and from what their streams had before.

import { mapWithLimit } from '@thirty/infra/concurrency-limit.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { AuditedEvent } from '../audited-events.ts'
import type { UnnamedEntry } from './subject-entries.ts'
import { subjects } from './subjects.ts'

const maxConcurrentReads = 8

/** An event with what the audit says about it. */
export type FoundEntry = { event: AuditedEvent; entry: UnnamedEntry }

/**
 * Returns the entries of events in their order, without events that are not entries. Each stream is read once, up to the last
 * of its events: what was before a change is only in the events before it.
 */
export async function loadEntries(
  log: Pick<EventLog, 'read'>,
  events: readonly AuditedEvent[],
): Promise<FoundEntry[]> {
  const streams = [...Map.groupBy(events, ({ stream }) => stream)]
  const found = await mapWithLimit(streams, maxConcurrentReads, (wanted) => readEntries(log, ...wanted))
  const entries = new Map(found.flat())
  return events.flatMap((event) => {
    const entry = entries.get(event)
    return entry === undefined ? [] : [{ event, entry }]
  })
}

async function readEntries(
  log: Pick<EventLog, 'read'>,
  stream: string,
  wanted: readonly AuditedEvent[],
): Promise<[AuditedEvent, UnnamedEntry][]> {
  const byRevision = new Map(wanted.map((event) => [event.revision, event]))
  const last = Math.max(...byRevision.keys())
  const entries = subjects.find(([prefix]) => stream.startsWith(prefix))?.[1](stream)
  if (entries === undefined) return []
  const found: [AuditedEvent, UnnamedEntry][] = []
  for await (const event of log.read(stream)) {
    const audited = byRevision.get(event.revision)
    const entry = audited && entries.entryOf(audited)
    if (entry) found.push([audited, entry])
    if (event.revision >= last) break
    entries.apply(event)
  }
  return found
}
