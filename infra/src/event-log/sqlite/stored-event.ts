// How the embedded log stores an event: its record as JSON, and the hash of its row. With the hash before it, each is a part of a chain by
// which damage is detected (`verify-and-recover/verify.ts`).
//
// After any crash SQLite opens with a consistent prefix of the written events. It also opens a file with a flipped bit,
// or yesterday's copy of `events.db`, without an error. So each row has a hash over the previous hash and its content,
// and `events.head` beside the file names the newest event, at most a second late (`head-anchor.ts`). The start checks
// both before anything is served, stops with a message, and repairs nothing. An erased row loses its content and keeps
// its hash, so the chain can still be verified. The chain detects accidents: somebody who can write both files can
// forge them; against that, keep exported backups elsewhere.

import { hash } from 'node:crypto'
import type { NewEvent } from '../event-log.ts'

/** Returns the JSON that is stored and hashed. It must begin with the id: see `idOf`. */
export function encodeEvent({ id, type, version, at, metadata, data }: NewEvent): string {
  return JSON.stringify({ id, type, version, at, metadata, data })
}

/** Returns the id of a stored event without parsing it. */
export const idOf = (record: string) => record.slice(7, 43)

export function decodeEvent(record: string, stream: string, revision: number, position: number) {
  // `encodeEvent` wrote it, and the verification of the hash chain showed that it is intact.
  const { id, type, version, at, data, metadata } = JSON.parse(record) as NewEvent
  return { id, type, version, at, data, metadata, stream, revision, position: BigInt(position) }
}

/** The previous hash of the first event. */
export const genesisHash = '0'.repeat(64)

/**
 * Returns the SHA-256 (hex) of the previous hash and all columns of a row. The length of the name separates the parts
 * unambiguously, and `record` begins with a brace, so no two rows have the same input.
 */
export function chainHash(
  previous: string,
  position: number,
  revision: number,
  stream: string,
  record: string,
) {
  return hash('sha256', `${previous}${position} ${revision} ${stream.length} ${stream}${record}`)
}
