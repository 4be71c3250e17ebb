// Reads a damaged log, and finds which of its events are intact.

import type { DatabaseSync } from 'node:sqlite'
import { prepareRows } from '../database.ts'
import { chainHash, genesisHash } from '../hash-chain.ts'
import type { StoredStream } from './index-check.ts'

/** The result for a position: the event is intact (without content when it was erased), or it is lost. */
export type SalvagedEvent = Kept | { kind: 'lost'; position: number }

type Columns = [position: number, stream: number, revision: number, record: string | null, hash: string]
type Row = { position: number; stream: number; revision: number; record: string | null; hash: string }
type Kept = Row & { kind: 'kept' }

/**
 * Yields the events position by position up to `until`. An event is lost when it cannot be read or its content does not match its hash. A
 * damaged hash alone loses nothing.
 */
export function* salvageEvents(
  db: DatabaseSync,
  streams: ReadonlyMap<number, StoredStream>,
  until: number,
): Generator<SalvagedEvent> {
  const find = prepareRows<Columns>(
    db,
    'SELECT position, stream, revision, record, hash FROM events WHERE position = ?',
  )
  // Undefined after a lost event: the hash of the next one cannot be checked.
  let previousHash: string | undefined = genesisHash
  let row = readRow(1)
  for (let position = 1; position <= until; position++) {
    const next = readRow(position + 1)
    const stream = row && streams.get(row.stream)
    const kept: Kept | undefined =
      row && stream && keepIfIntact(row, stream, previousHash, next, next && streams.get(next.stream))
    yield kept ?? { kind: 'lost', position }
    previousHash = kept?.hash ?? row?.hash
    row = next
  }

  function readRow(position: number): Row | undefined {
    try {
      const [columns] = find.all(position)
      if (columns === undefined) return undefined
      const [, stream, revision, record, hash] = columns
      return { position, stream, revision, record, hash }
    } catch {
      // The page of the event is damaged, so the event is lost.
      return undefined
    }
  }
}

function keepIfIntact(
  row: Row,
  stream: StoredStream,
  previousHash: string | undefined,
  next: Row | undefined,
  nextStream: StoredStream | undefined,
): Kept | undefined {
  const { position, revision, record, hash } = row
  if (stream.removed || revision < stream.erasedBefore) return { kind: 'kept', ...row, record: null }
  if (record === null) return undefined
  if (previousHash === undefined) return { kind: 'kept', ...row }
  const correctHash = chainHash(previousHash, position, revision, stream.name, record)
  return correctHash === hash || isPreviousHashOf(correctHash, next, nextStream)
    ? { kind: 'kept', ...row, hash: correctHash }
    : undefined
}

/**
 * True when the next event's hash was computed from this one: then this hash is correct, even if the row has another.
 */
function isPreviousHashOf(hash: string, next: Row | undefined, stream: StoredStream | undefined) {
  if (next === undefined || stream === undefined || next.record === null) return false
  return chainHash(hash, next.position, next.revision, stream.name, next.record) === next.hash
}

/**
 * Reads the streams of a damaged log, as far as they are readable. Streams have successive numbers; the search ends after
 * `maxMissing` missing numbers in a row.
 */
export function salvageStreams(db: DatabaseSync, maxMissing = 100_000): Map<number, StoredStream> {
  const find = db.prepare('SELECT name, erased_before, removed FROM streams WHERE id = ?')
  const streams = new Map<number, StoredStream>()
  let last = 0
  for (let id = 1; id - last <= maxMissing; id++) {
    try {
      const row = find.get(id)
      if (row === undefined) continue
      const { name, erased_before: erasedBefore, removed } = row
      streams.set(id, { name: String(name), erasedBefore: Number(erasedBefore), removed: removed === 1 })
      last = id
    } catch {
      // The page of the stream is damaged; its events count as lost.
    }
  }
  return streams
}
