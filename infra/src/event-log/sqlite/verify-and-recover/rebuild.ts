// Writes the salvaged events of a damaged log into a new file with a new hash chain.

import type { DatabaseSync } from 'node:sqlite'
import type { HeadAnchor } from '../head-anchor.ts'
import { chainHash, genesisHash } from '../hash-chain.ts'
import type { StoredStream } from './index-check.ts'
import type { SalvagedEvent } from './salvage.ts'
import { inTransaction, openForWriting } from '../database.ts'

/** A stream for lost positions, as events without content: no position is ever used twice. */
const lostStream = '$lost'

/** Returns the end of the new log. */
export function rebuildDatabase(
  file: string,
  streams: ReadonlyMap<number, StoredStream>,
  events: Iterable<SalvagedEvent>,
): HeadAnchor {
  const db = openForWriting(file)
  let head: HeadAnchor = { position: 0, hash: genesisHash }
  inTransaction(db, () => {
    copyStreams(db, streams)
    head = copyEvents(db, streams, events)
  })
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
  return head
}

function copyStreams(db: DatabaseSync, streams: ReadonlyMap<number, StoredStream>) {
  const insert = db.prepare('INSERT INTO streams (id, name, erased_before, removed) VALUES (?, ?, ?, ?)')
  for (const [id, { name, erasedBefore, removed }] of streams)
    if (name !== lostStream) insert.run(id, name, erasedBefore, removed ? 1 : 0)
}

function copyEvents(
  db: DatabaseSync,
  streams: ReadonlyMap<number, StoredStream>,
  events: Iterable<SalvagedEvent>,
): HeadAnchor {
  const insert = db.prepare(
    'INSERT INTO events (position, stream, revision, record, hash) VALUES (?, ?, ?, ?, ?)',
  )
  const lost = findOrCreateNumber(lostStream, streams)
  let lostEvents = 0
  let previous: string = genesisHash
  let position = 0
  for (const event of events) {
    position = event.position
    const name = event.kind === 'kept' ? streams.get(event.stream)?.name : undefined
    if (event.kind === 'lost' || name === undefined || name === lostStream) {
      previous = chainHash(previous, position, lostEvents, lostStream, '')
      insert.run(position, lost, lostEvents++, null, previous)
      continue
    }
    const { stream, revision, record, hash } = event
    // The hash of an erased event cannot be computed again, so the chain continues from the stored one.
    previous = record === null ? hash : chainHash(previous, position, revision, name, record)
    insert.run(position, stream, revision, record, previous)
  }
  if (lostEvents > 0)
    db.prepare('INSERT INTO streams (id, name, erased_before, removed) VALUES (?, ?, ?, 1)').run(
      lost,
      lostStream,
      lostEvents,
    )
  return { position, hash: previous }
}

function findOrCreateNumber(name: string, streams: ReadonlyMap<number, StoredStream>) {
  let highest = 0
  for (const [id, stream] of streams) {
    if (stream.name === name) return id
    highest = Math.max(highest, id)
  }
  return highest + 1
}
