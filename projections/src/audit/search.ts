// Searches the log for entries of the audit, which no read model stores: a read model could differ from the log, would slow every replay,
// and would keep names that go with an account. The log is read backwards, and positions are the cursors. A page looks at 50,000 events at
// most, so a page for a rare filter may be short and still have a next one. A time does not end a search: an import appends old events at
// the end. With 200,000 events on two busy cores the first page took 8 to 30 ms, a filter without a match 0.1 to 0.5 s. EventStoreDB sends
// the events of other types, too, and takes longer.

import { beginning, type BackwardBatch, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { AuditedEvent } from './audited-events.ts'
import { matcher, streamOf, typesOf, type AuditSearch } from './filter.ts'
import { loadEntries, type FoundEntry } from './subjects/load-entries.ts'

type Log = Pick<EventLog, 'read' | 'readBackwards'>

/** Matches of a part of the log, newest first. The next part begins before `position`. */
type Matches = { events: AuditedEvent[]; position: bigint; scanned: number }

/** Yields the matches before a position, newest first. Without one it begins at the end of the log. */
export async function* findMatches(
  log: Log,
  search: AuditSearch,
  before: bigint | undefined,
): AsyncGenerator<Matches> {
  const isMatch = matcher(search)
  const stream = streamOf(search)
  const parts = stream === undefined ? readLog(log, search, before) : readStream(log, stream, before)
  for await (const { events, ...part } of parts) yield { ...part, events: events.filter(isMatch) }
}

const readLog = (log: Log, search: AuditSearch, before: bigint | undefined) =>
  log.readBackwards({ types: typesOf(search), ...(before !== undefined && { before }) })

async function* readStream(
  log: Log,
  stream: string,
  before: bigint | undefined,
): AsyncGenerator<BackwardBatch> {
  const events: BackwardBatch['events'][number][] = []
  for await (const event of log.read(stream))
    if (before === undefined || event.position < before) events.push(event)
  yield { events: events.reverse(), position: beginning, scanned: events.length }
}

/**
 * Returns at most `limit` entries before a position. `next`: the position before which the search continues; missing when the log has no
 * more matches. Stops after `maxScanned` events, so that a search for something rare
 * cannot keep the server busy; then a page has fewer entries, or none, and the search continues with the next one.
 */
export async function findPage(
  log: Log,
  search: AuditSearch,
  { before, limit, maxScanned }: { before?: bigint | undefined; limit: number; maxScanned: number },
): Promise<{ found: FoundEntry[]; next?: bigint }> {
  const found: FoundEntry[] = []
  let next: bigint | undefined
  let scannedCount = 0
  for await (const { events, position, scanned } of findMatches(log, search, before)) {
    while (events.length > 0 && found.length < limit) {
      const part = events.splice(0, limit - found.length)
      found.push(...(await loadEntries(log, part)))
      next = part.at(-1)?.position
    }
    if (events.length > 0) return { found, ...(next !== undefined && { next }) }
    next = position
    scannedCount += scanned
    if (scannedCount >= maxScanned && position > beginning) return { found, next }
  }
  return { found }
}
