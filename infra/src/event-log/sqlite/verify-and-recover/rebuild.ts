// Writes the salvaged events of a damaged log into a new file with a new hash chain.

import type { DatabaseSync } from 'node:sqlite'
import type { HeadAnchor } from '../head-anchor.ts'
import { chainHash, genesisHash } from '../hash-chain.ts'
import { inTransaction, openForWriting } from '../database.ts'
import type { salvageLog } from './salvage.ts'

/** A stream for lost positions, as events without content: no position is ever used twice. */
const lostStream = '$lost'

/** Returns the end of the new log. */
export function rebuildDatabase(file: string, salvaged: ReturnType<typeof salvageLog>): HeadAnchor {
  const db = openForWriting(file)
  const head = inTransaction(db, () => copyLog(db, salvaged))
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
  return head
}

function copyLog(db: DatabaseSync, { streams, events }: ReturnType<typeof salvageLog>): HeadAnchor {
  const insertStream = db.prepare(
    'INSERT INTO streams (id, name, erased_before, removed) VALUES (?, ?, ?, ?)',
  )
  const insert = db.prepare(
    'INSERT INTO events (position, stream, revision, record, hash) VALUES (?, ?, ?, ?, ?)',
  )
  // The streams are in the order of their numbers.
  const lost = { id: ([...streams.keys()].at(-1) ?? 0) + 1, events: 0 }
  for (const [id, { name, erasedBefore, removed }] of streams)
    if (name === lostStream) lost.id = id
    else insertStream.run(id, name, erasedBefore, removed ? 1 : 0)
  const head = { position: 0, hash: genesisHash }
  for (const { position, row } of events) {
    // What was lost earlier is lost again, so that the revisions of the lost events are successive.
    const [, stream, revision, record, hash] =
      row && row[1] !== lost.id ? row : [position, lost.id, lost.events++, null, undefined]
    const name = streams.get(stream)?.name ?? lostStream
    head.position = position
    // The hash of an erased event cannot be computed again, so the chain continues from the stored one.
    head.hash =
      record === null && hash !== undefined
        ? hash
        : chainHash(head.hash, position, revision, name, record ?? '')
    insert.run(position, stream, revision, record, head.hash)
  }
  if (lost.events > 0) insertStream.run(lost.id, lostStream, lost.events, 1)
  return head
}
