import type { DatabaseSync } from 'node:sqlite'
import { readHeadAnchor, writeHeadAnchorSync } from '../head-anchor.ts'
import type { HeadAnchor } from '../head-anchor.ts'
import { prepareRows } from '../database.ts'
import { chainHash, genesisHash } from '../hash-chain.ts'
import { findIndexFault, loadStreams } from './index-check.ts'
import type { StoredStream } from './index-check.ts'

/**
 * What a walk through the whole log found: how many events still have their content, where the log ends (position 0
 * when it is empty), and the first thing that is wrong, as a sentence.
 */
export type VerificationResult = { events: number; head: HeadAnchor; fault?: string }

type Row = [position: number, stream: number, revision: number, record: string | null, hash: string]

const slice = 1000

/** Reads every event, follows the chain from the first to the last, and compares its end with the head anchor. */
export function verifyLog(db: DatabaseSync, anchor: HeadAnchor | undefined): VerificationResult {
  const walk: Walk = {
    events: 0,
    head: { position: 0, hash: genesisHash },
    anchorSeen: anchor?.position === 0,
  }
  try {
    // One snapshot: the log may be in use by another process.
    db.exec('BEGIN')
    const streams = loadStreams(db)
    const fault =
      followChain(db, streams, anchor, walk) ?? faultOfHead(anchor, walk) ?? findIndexFault(db, streams)
    return { events: walk.events, head: walk.head, ...(fault === undefined ? {} : { fault }) }
  } catch (error) {
    const fault = `After position ${walk.head.position} the database cannot be read (${String(error)}).`
    return { events: walk.events, head: walk.head, fault }
  } finally {
    if (db.isTransaction) db.exec('ROLLBACK')
  }
}

type Walk = { events: number; head: HeadAnchor; anchorSeen: boolean }

function followChain(
  db: DatabaseSync,
  streams: ReadonlyMap<number, StoredStream>,
  anchor: HeadAnchor | undefined,
  walk: Walk,
): string | undefined {
  const select = prepareRows<Row>(
    db,
    'SELECT position, stream, revision, record, hash FROM events WHERE position > ? ORDER BY position LIMIT ?',
  )
  for (;;) {
    const rows = select.all(walk.head.position, slice)
    for (const row of rows) {
      const fault = faultOfRow(row, streams.get(row[1]), walk.head.hash)
      if (fault !== undefined) return fault
      walk.head = { position: row[0], hash: row[4] }
      if (row[3] !== null) walk.events++
      if (row[0] === anchor?.position) walk.anchorSeen = row[4] === anchor.hash
    }
    if (rows.length < slice) return undefined
  }
}

function faultOfRow(
  [position, , revision, record, tip]: Row,
  stream: StoredStream | undefined,
  before: string,
) {
  if (stream === undefined) return `The event at position ${position} belongs to no stream.`
  const erased = stream.removed || revision < stream.erasedBefore
  if (record === null) return erased ? undefined : `The event at position ${position} has lost its content.`
  if (erased) return `The event at position ${position} should have been forgotten.`
  if (chainHash(before, position, revision, stream.name, record) === tip) return undefined
  return `The event at position ${position} or the one before it is damaged or missing: its hash does not fit.`
}

function faultOfHead(anchor: HeadAnchor | undefined, { head, anchorSeen }: Walk) {
  if (anchor === undefined) return head.position === 0 ? undefined : 'The head anchor events.head is missing.'
  if (anchorSeen) return undefined
  if (anchor.position > head.position)
    return `The log ends at position ${head.position}, but had reached ${anchor.position}: the events between are missing.`
  return `The event at position ${anchor.position} is not the one that was stored there.`
}

/** Throws a sentence unless the log is whole; otherwise says where it ends. A new folder gets its first anchor. */
export function requireIntactLog(db: DatabaseSync, folder: string): HeadAnchor {
  const anchor = readHeadAnchor(folder)
  const { head, fault } = verifyLog(db, anchor)
  if (fault !== undefined) throw new Error(`The event log in ${folder} is damaged. ${fault} ${advice}`)
  if (anchor === undefined) writeHeadAnchorSync(folder, head)
  return head
}

const advice =
  'Nothing was changed. Put back a copy of the folder, or see what is lost and go on without it: npm run ops -- log accept'
