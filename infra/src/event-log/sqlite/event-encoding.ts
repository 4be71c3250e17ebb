import type { NewEvent, RecordedEvent } from '../event-log.ts'

/** Returns the JSON that is stored and hashed. It must begin with the id: see `idOf`. */
export function encodeEvent({ id, type, version, at, metadata, data }: NewEvent): string {
  return JSON.stringify({ id, type, version, at, metadata, data })
}

/** Returns the id of a stored event without parsing it. */
export const idOf = (record: string) => record.slice(7, 43)

const maxTypes = 1_000
const types = new Map<string, string>()

/** Returns the same string object for equal types, so that comparing types of events is a pointer comparison. */
function intern(type: string): string {
  const known = types.get(type)
  if (known !== undefined) return known
  if (types.size < maxTypes) types.set(type, type)
  return type
}

export function decodeEvent(
  record: string,
  stream: string,
  revision: number,
  position: number,
): RecordedEvent {
  // `encodeEvent` wrote it, and the verification of the hash chain showed that it is intact.
  const { id, type, version, at, data, metadata } = JSON.parse(record) as NewEvent
  return { id, type: intern(type), version, at, data, metadata, stream, revision, position: BigInt(position) }
}
