import type { NewEvent, RecordedEvent } from '../event-log.ts'

/** The JSON that is stored and chained. It begins with the id; see `idOf` in the ledger. */
export function encodeEvent({ id, type, version, at, metadata, data }: NewEvent): string {
  return JSON.stringify({ id, type, version, at, metadata, data })
}

const mostWords = 1_000
const words = new Map<string, string>()

/** The same text, as the same string each time: whoever tells events apart by their type need not read it again. */
function word(type: string): string {
  const known = words.get(type)
  if (known !== undefined) return known
  if (words.size < mostWords) words.set(type, type)
  return type
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
  return { id, type: word(type), version, at, data, metadata, stream, revision, position: BigInt(position) }
}
