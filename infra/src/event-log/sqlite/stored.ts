import type { NewEvent, RecordedEvent } from '../event-log.ts'

/** The JSON that is stored and chained. It begins with the id; see `idOf` in the ledger. */
export function encodeEvent({ id, type, version, at, metadata, data }: NewEvent): string {
  return JSON.stringify({ id, type, version, at, metadata, data })
}

/** The event again, with its place. */
export function decodeEvent(
  record: string,
  stream: string,
  revision: number,
  position: number,
): RecordedEvent {
  // Written by `encodeEvent`, and whole: the chain was verified.
  const { id, type, version, at, data, metadata } = JSON.parse(record) as NewEvent
  return { id, type, version, at, data, metadata, stream, revision, position: BigInt(position) }
}
