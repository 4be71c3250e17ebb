import type { ExpectedRevision, NewEvent } from './event-log.ts'
import { uuidPattern } from '@thirty/contracts/uuid.ts'

/** Validates an append before it is sent to a store. Throws a TypeError, because the caller is wrong, not the store. */
export function requireValidAppend(stream: string, events: readonly NewEvent[], expected: ExpectedRevision) {
  requireValidStreamName(stream)
  if (events.length === 0) throw new TypeError(`An append to ${stream} needs at least one event.`)
  if (typeof expected === 'number' && !(Number.isSafeInteger(expected) && expected >= 0))
    throw new TypeError(`${expected} is not a revision; use 'none' for an empty stream.`)
  for (const { id } of events)
    if (!uuidPattern.test(id.toLowerCase())) throw new TypeError(`Event id ${id} is not a UUID.`)
}

/** Throws a TypeError for an invalid name. Names that start with `$` belong to the store itself. */
export function requireValidStreamName(stream: string) {
  if (stream === '' || stream.startsWith('$')) throw new TypeError(`"${stream}" is not a valid stream name.`)
}
