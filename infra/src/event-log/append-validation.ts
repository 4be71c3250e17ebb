import type { ExpectedRevision, NewEvent } from './event-log.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Validates an append before it is sent to a store. Throws a TypeError, because the caller is wrong, not the store. */
export function requireValidAppend(stream: string, events: readonly NewEvent[], expected: ExpectedRevision) {
  requireValidStreamName(stream)
  if (events.length === 0) throw new TypeError(`An append to ${stream} needs at least one event.`)
  if (typeof expected === 'number' && !(Number.isSafeInteger(expected) && expected >= 0))
    throw new TypeError(`${expected} is not a revision; use 'none' for an empty stream.`)
  for (const { id } of events) if (!uuid.test(id)) throw new TypeError(`Event id ${id} is not a UUID.`)
}

/** Throws a TypeError for an invalid name. Names that start with `$` belong to the store itself. */
export function requireValidStreamName(stream: string) {
  if (stream === '' || stream.startsWith('$')) throw new TypeError(`"${stream}" is not a valid stream name.`)
}
