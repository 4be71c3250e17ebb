import type { DatabaseSync } from 'node:sqlite'
import { prepareRows } from '../database.ts'
import { chainHash, genesisHash } from '../hash-chain.ts'
import type { StoredStream } from './index-check.ts'

/** What can be said of a position: its event is there (without content when it was forgotten), or it is lost. */
export type SalvagedEvent = Kept | { kind: 'lost'; position: number }

type Columns = [position: number, stream: number, revision: number, record: string | null, hash: string]
type Row = { position: number; stream: number; revision: number; record: string | null; hash: string }
type Kept = Row & { kind: 'kept' }

/**
 * Goes through a damaged log, position by position up to `until`, and says what is whole. An event counts as lost when
 * it cannot be read or its content does not match its hash. A damaged hash alone loses nothing.
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
  // Undefined behind a lost event: the next one has nothing to be compared with.
  let before: string | undefined = genesisHash
  let row = readRow(1)
  for (let position = 1; position <= until; position++) {
    const next = readRow(position + 1)
    const stream = row && streams.get(row.stream)
    const found: Kept | undefined =
      row && stream && judge(row, stream, before, next, next && streams.get(next.stream))
    yield found ?? { kind: 'lost', position }
    before = found?.hash ?? row?.hash
    row = next
  }

  function readRow(position: number): Row | undefined {
    try {
      const [columns] = find.all(position)
      if (columns === undefined) return undefined
      const [, stream, revision, record, hash] = columns
      return { position, stream, revision, record, hash }
    } catch {
      // Its page is damaged; that is what we are here to find out.
      return undefined
    }
  }
}

function judge(
  row: Row,
  stream: StoredStream,
  before: string | undefined,
  next: Row | undefined,
  nextStream: StoredStream | undefined,
): Kept | undefined {
  const { position, revision, record, hash } = row
  if (stream.removed || revision < stream.erasedBefore) return { kind: 'kept', ...row, record: null }
  if (record === null) return undefined
  if (before === undefined) return { kind: 'kept', ...row }
  const right = chainHash(before, position, revision, stream.name, record)
  return right === hash || leadsTo(right, next, nextStream)
    ? { kind: 'kept', ...row, hash: right }
    : undefined
}

/** True when the next event was chained to this hash: then it is the right one, whatever is written in the row. */
function leadsTo(hash: string, next: Row | undefined, stream: StoredStream | undefined) {
  if (next === undefined || stream === undefined || next.record === null) return false
  return chainHash(hash, next.position, next.revision, stream.name, next.record) === next.hash
}

/** Streams that are not there, in a row, before the search for more is given up. */
const patience = 100_000

/** The streams of a damaged log, as far as they can be read. */
export function salvageStreams(db: DatabaseSync): Map<number, StoredStream> {
  const find = db.prepare('SELECT name, erased_before, removed FROM streams WHERE id = ?')
  const streams = new Map<number, StoredStream>()
  let last = 0
  for (let id = 1; id - last <= patience; id++) {
    try {
      const row = find.get(id)
      if (row === undefined) continue
      const { name, erased_before: erasedBefore, removed } = row
      streams.set(id, { name: String(name), erasedBefore: Number(erasedBefore), removed: removed === 1 })
      last = id
    } catch {
      // Its page is damaged; the events that need it count as lost.
    }
  }
  return streams
}
