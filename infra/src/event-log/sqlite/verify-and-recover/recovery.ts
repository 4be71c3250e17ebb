// What operators do with the log of a folder: inspect it for damage, give up the lost events, and copy it.

import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../../scheduler.ts'
import { createFolder } from '../../../files/durable-files.ts'
import { inTransaction, openForReading, openForWriting, prepareRows, type EventRow } from '../database.ts'
import { lockFolder } from '../folder-lock.ts'
import { readHeadAnchor, writeHeadAnchorSync, type HeadAnchor } from '../head-anchor.ts'
import { chainHash, genesisHash } from '../stored-event.ts'
import { toStream, verifyLog, type StoredStream } from './verify.ts'

/** A range of positions whose events are lost, both ends included. */
export type LostRange = { from: bigint; to: bigint }

const database = 'events.db'

/**
 * Verifies the log of a folder, which may be in use, and changes nothing. Returns the first fault, for the operator, and what `acceptLoss`
 * would give up. Throws when there is no log, or the file is not a database.
 */
export function inspectLog(folder: string) {
  const { anchor, fault: anchorFault } = tryReadAnchor(folder)
  using db = openForReading(join(folder, database))
  const { events, head, fault: logFault } = verifyLog(db, anchor)
  const fault = anchorFault ?? logFault
  const lost: LostRange[] = []
  const salvaged = fault === undefined ? [] : salvageLog(db, anchor?.position).events
  for (const { position, row } of salvaged) {
    if (row !== undefined) continue
    const at = BigInt(position)
    const last = lost.at(-1)
    if (last?.to === at - 1n) last.to = at
    else lost.push({ from: at, to: at })
  }
  return { events, head: BigInt(head.position || -1), fault, lost }
}

/**
 * Gives up the lost events: writes a new log of all intact events, at their old positions, and a new anchor. Moves the damaged files,
 * unchanged, to another folder. Returns `undefined` when there was no fault. The log must not be in use.
 */
export function acceptLoss(folder: string, clock: Clock) {
  using locked = new DisposableStack()
  locked.defer(lockFolder(folder))
  if (!existsSync(join(folder, database))) openForWriting(join(folder, database)).close()
  const { fault, lost } = inspectLog(folder)
  if (fault === undefined) return undefined
  const head = rebuildLog(folder)
  const damagedFilesFolder = moveDamagedFiles(folder, clock)
  renameSync(join(folder, draft), join(folder, database))
  writeHeadAnchorSync(folder, head)
  return { lost, damagedFilesFolder }
}

const draft = 'events.new.db'

function rebuildLog(folder: string): HeadAnchor {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, draft + suffix), { force: true })
  using db = openForReading(join(folder, database))
  return rebuildDatabase(join(folder, draft), salvageLog(db, tryReadAnchor(folder).anchor?.position))
}

function moveDamagedFiles(folder: string, clock: Clock) {
  const damagedFolder = join(folder, `damaged-${new Date(clock()).toISOString().replaceAll(':', '-')}`)
  mkdirSync(damagedFolder)
  if (existsSync(join(folder, 'events.head')))
    copyFileSync(join(folder, 'events.head'), join(damagedFolder, 'events.head'))
  for (const file of [database, `${database}-wal`])
    if (existsSync(join(folder, file))) renameSync(join(folder, file), join(damagedFolder, file))
  rmSync(join(folder, `${database}-shm`), { force: true })
  return damagedFolder
}

function tryReadAnchor(folder: string): { anchor?: HeadAnchor | undefined; fault?: string } {
  try {
    return { anchor: readHeadAnchor(folder) }
  } catch (error) {
    return { fault: String(error) }
  }
}

/** A stream for lost positions, as events without content: no position is ever used twice. */
const lostStream = '$lost'

/** Writes the salvaged events of a damaged log into a new file with a new hash chain. Returns the end of the new log. */
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

/**
 * Returns the streams of a damaged log, as far as they are readable, and yields its events position by position, up to the last one
 * or to the event of the anchor: with the right hash, and without content when it was erased. An event is lost (`undefined`) when it cannot
 * be read or its content does not match its hash. A damaged hash alone loses nothing.
 */
function salvageLog(db: DatabaseSync, anchorPosition = 0) {
  const streams = salvageStreams(db)
  const until = Math.max(anchorPosition, readNumber(db, 'SELECT max(position) AS found FROM events'))
  return { streams, events: salvageEvents(db, streams, until) }
}

/** Returns what `read` returns; `undefined` when a page that it needs is damaged. */
function readIfIntact<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

const readNumber = (db: DatabaseSync, sql: string): number =>
  Number(readIfIntact(() => db.prepare(sql).get()?.['found']) ?? 0)

const possibleStreams = 'SELECT page_count * page_size / 8 AS found FROM pragma_page_count, pragma_page_size'

function salvageStreams(db: DatabaseSync): Map<number, StoredStream> {
  const find = db.prepare('SELECT name, erased_before, removed FROM streams WHERE id = ?')
  const streams = new Map<number, StoredStream>()
  // A stream takes more than eight bytes. A damaged number may be far too large, and the ends of both tables may be unreadable.
  const possible = readNumber(db, possibleStreams)
  const found = Math.max(
    readNumber(db, 'SELECT max(id) AS found FROM streams'),
    readNumber(db, 'SELECT max(stream) AS found FROM events'),
  )
  const last = Math.min(found || possible, possible)
  for (let id = 1; id <= last; id++) {
    const row = readIfIntact(() => find.get(id))
    if (row !== undefined) streams.set(id, toStream(row))
  }
  return streams
}

function* salvageEvents(db: DatabaseSync, streams: ReadonlyMap<number, StoredStream>, until: number) {
  const find = prepareRows<EventRow>(
    db,
    'SELECT position, stream, revision, record, hash FROM events WHERE position = ?',
  )
  const rowAt = (position: number) => readIfIntact(() => find.all(position)[0])
  const hashOf = ([position, number, revision, record]: EventRow, previousHash: string) => {
    const stream = streams.get(number)
    return stream && chainHash(previousHash, position, revision, stream.name, record ?? '')
  }
  // Undefined after a lost event: the hash of the next one cannot be checked.
  let previousHash: string | undefined = genesisHash
  let row = rowAt(1)
  for (let position = 1; position <= until; position++) {
    const next = rowAt(position + 1)
    const intact = row && intactRow(row, next)
    yield { position, row: intact }
    previousHash = (intact ?? row)?.[4]
    row = next
  }

  function intactRow(found: EventRow, next: EventRow | undefined): EventRow | undefined {
    const [position, number, revision, record, hash] = found
    const stream = streams.get(number)
    if (stream === undefined) return undefined
    if (stream.removed || revision < stream.erasedBefore) return [position, number, revision, null, hash]
    if (record === null || previousHash === undefined) return record === null ? undefined : found
    const correctHash = hashOf(found, previousHash)
    if (correctHash === undefined) return undefined
    // If the hash of the next event was computed from this one, it is correct, even if the row has another.
    const isCorrect =
      correctHash === hash || (next && next[3] !== null && hashOf(next, correctHash) === next[4])
    return isCorrect ? [position, number, revision, record, correctHash] : undefined
  }
}

const lockTimeoutMs = 5000

/**
 * When it returns, the copy is on disk and verified. Throws an Error with a message for the operator when the target already has a log or
 * the log is damaged.
 */
export function backUpLog(folder: string, target: string): { events: number; head: bigint } {
  createFolder(target)
  const copy = join(target, 'events.db')
  if (existsSync(copy)) throw new Error(`There is already an event log in ${target}; choose another folder.`)
  const draft = join(target, 'events.new.db')
  rmSync(draft, { force: true })
  try {
    // Read the anchor before the copy is made, so that the copy contains the event of the anchor.
    const anchor = readHeadAnchor(folder)
    copyDatabase(join(folder, 'events.db'), draft)
    const findings = verifyCopy(draft, anchor)
    renameSync(draft, copy)
    writeHeadAnchorSync(target, findings.head)
    return { events: findings.events, head: BigInt(findings.head.position || -1) }
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** One statement reads one snapshot, even during writes. `VACUUM` leaves no erased bytes in the copy. */
function copyDatabase(from: string, to: string): void {
  using db = new DatabaseSync(from, { readOnly: true, timeout: lockTimeoutMs })
  db.prepare('VACUUM INTO ?').run(to)
  const file = openSync(to, 'r+')
  fsyncSync(file)
  closeSync(file)
}

function verifyCopy(file: string, anchor: Parameters<typeof verifyLog>[1]): ReturnType<typeof verifyLog> {
  using db = openForReading(file)
  const findings = verifyLog(db, anchor)
  if (findings.fault !== undefined)
    throw new Error(`The event log is damaged, so it was not copied. ${findings.fault}`)
  return findings
}
