// Searches the log for entries of the audit, and makes them without the names of people. No read model stores them: it could differ from
// the log, would slow every replay, and would keep names that go with an account. The log is read backwards, and positions are the cursors.
// A page looks at 50,000 events at most, so a page for a rare filter may be short and still have a next one. A time does not end a search:
// an import appends old events at the end. With 200,000 events on two busy cores the first page took 8 to 30 ms, a filter without a match
// 0.1 to 0.5 s. EventStoreDB sends the events of other types, too, and takes longer.

import {
  beginning,
  type BackwardBatch,
  type EventLog,
  type RecordedEvent,
} from '@thirty/infra/event-log/event-log.ts'
import { mapWithLimit } from '@thirty/infra/concurrency-limit.ts'
import { type AuditedEvent, actionOf, isAudited, subjectOf } from './audited-events.ts'
import type { UnnamedEntry } from './subjects/subject-entries.ts'
import { subjects } from './subjects/subjects.ts'
import type { AuditFilter } from '@thirty/contracts/audit/api.ts'
import { challengeEvents } from '@thirty/contracts/challenge/events.ts'
import { savedTextEvents } from '@thirty/contracts/saved-texts/events.ts'
import { projectStream, parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import {
  challengeStream,
  discussionStream,
  isDiscussionId,
  savedTextsStream,
  webhooksStream,
} from '@thirty/contracts/events/stream-names.ts'
import { webhookEvents } from '@thirty/contracts/webhooks/events.ts'
import { auditRows } from '@thirty/contracts/audit/audit-actions.ts'

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
  const range = { types: typesOf(search), ...(before !== undefined && { before }) }
  const parts = stream === undefined ? log.readBackwards(range) : readStream(log, stream, before)
  for await (const { events, ...part } of parts) yield { ...part, events: events.filter(isMatch) }
}

async function* readStream(
  log: Log,
  stream: string,
  before: bigint | undefined,
): AsyncGenerator<BackwardBatch> {
  const all = await Array.fromAsync(log.read(stream))
  const events = all.filter(({ position }) => before === undefined || position < before)
  yield { events: events.reverse(), position: beginning, scanned: events.length }
}

/**
 * Returns at most `limit` entries before a position. `next`: the position before which the search continues; `undefined` when the log has
 * no more matches. Stops after `maxScanned` events, so that a search for something rare cannot keep the server busy; then a page has fewer
 * entries, or none, and the search continues with the next one.
 */
export async function findPage(
  log: Log,
  search: AuditSearch,
  { before, limit, maxScanned }: { before?: bigint | undefined; limit: number; maxScanned: number },
): Promise<{ found: FoundEntry[]; next: bigint | undefined }> {
  const found: FoundEntry[] = []
  let next: bigint | undefined
  let scannedCount = 0
  for await (const { events, position, scanned } of findMatches(log, search, before)) {
    while (events.length > 0 && found.length < limit) {
      const part = events.splice(0, limit - found.length)
      found.push(...(await loadEntries(log, part)))
      next = part.at(-1)?.position
    }
    if (events.length > 0) return { found, next }
    next = position
    scannedCount += scanned
    if (scannedCount >= maxScanned && position > beginning) return { found, next }
  }
  return { found, next: undefined }
}

/**
 * A filter whose `actor` was looked up as user ids: `actors`; all actors when missing. `isExcluded`: imported events, whose ids may be of
 * other people.
 */
export type AuditSearch = Omit<AuditFilter, 'actor'> & {
  actors?: ReadonlySet<string>
  isExcluded?: (event: RecordedEvent) => boolean
}

/** Streams that have all events of their kind. */
const streamsOfKinds = [
  [challengeEvents, challengeStream],
  [savedTextEvents, savedTextsStream],
  [webhookEvents, webhooksStream],
] as const

const typesOf = ({ action, subjectKind }: AuditSearch): readonly string[] =>
  Object.entries(auditRows).flatMap(([type, row]) => {
    const isWanted =
      (action === undefined || action === row.action) &&
      (subjectKind === undefined || subjectKind === row.about)
    return isWanted ? [type] : []
  })

/** Returns the single stream that has all matches; `undefined` if they can be anywhere in the log. */
function streamOf(search: AuditSearch): string | undefined {
  const { subjectKind, subject } = search
  const types = typesOf(search)
  for (const [events, stream] of streamsOfKinds)
    if (types.every((type) => Object.hasOwn(events, type))) return stream
  if (subject === undefined) return undefined
  if (subjectKind === 'project' && parseProjectId(subject)) return projectStream(subject)
  if (subjectKind === 'discussion' && isDiscussionId(subject)) return discussionStream(subject)
  return undefined
}

/** Returns a function that checks whether an event matches, as far as the event itself shows. */
function matcher({ actors, isExcluded, action, subjectKind, subject, from, to }: AuditSearch) {
  const fromMs = from === undefined ? -Infinity : Date.parse(from)
  const toMs = to === undefined ? Infinity : Date.parse(to)
  return (event: RecordedEvent): event is AuditedEvent => {
    if (!isAudited(event)) return false
    if (action !== undefined && actionOf(event) !== action) return false
    if (actors !== undefined && !actors.has(event.metadata.actor ?? '')) return false
    if (isExcluded?.(event) === true) return false
    const at = Date.parse(event.at)
    if (at < fromMs || at > toMs) return false
    if (subjectKind === undefined && subject === undefined) return true
    const { kind, id } = subjectOf(event)
    return (subjectKind === undefined || kind === subjectKind) && (subject === undefined || id === subject)
  }
}

const maxConcurrentReads = 8

/** An event with what the audit says about it. */
export type FoundEntry = { event: AuditedEvent; entry: UnnamedEntry }

/**
 * Returns the entries of events in their order, without events that are not entries. Each stream is read once, up to the last
 * of its events: what was before a change is only in the events before it.
 */
export async function loadEntries(log: Log, events: readonly AuditedEvent[]): Promise<FoundEntry[]> {
  const streams = [...Map.groupBy(events, ({ stream }) => stream)]
  const found = await mapWithLimit(streams, maxConcurrentReads, (wanted) => readEntries(log, ...wanted))
  const entries = new Map(found.flat())
  return events.flatMap((event) => {
    const entry = entries.get(event)
    return entry === undefined ? [] : [{ event, entry }]
  })
}

async function readEntries(log: Log, stream: string, wanted: readonly AuditedEvent[]) {
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
