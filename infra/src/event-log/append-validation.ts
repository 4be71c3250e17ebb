import type { ExpectedRevision, NewEvent } from './event-log.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** What every store asks of an append, before anything is sent. Throws a TypeError: the caller is wrong, not the store. */
export function requireValidAppend(stream: string, events: readonly NewEvent[], expected: ExpectedRevision) {
  requireValidStreamName(stream)
  if (events.length === 0) throw new TypeError(`An append to ${stream} needs at least one event.`)
  if (typeof expected === 'number' && !(Number.isSafeInteger(expected) && expected >= 0))
    throw new TypeError(`${expected} is no revision; for an empty stream say 'none'.`)
  for (const { id } of events) if (!uuid.test(id)) throw new TypeError(`Event id ${id} is no UUID.`)
}

/** `$` is for the store itself. */
export function requireValidStreamName(stream: string) {
  if (stream === '' || stream.startsWith('$')) throw new TypeError(`"${stream}" is no name for a stream.`)
}
