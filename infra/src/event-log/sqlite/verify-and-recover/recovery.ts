// Inspects the log of a folder for damage, and gives up the lost events if the operator accepts that.

import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../../clock.ts'
import { readHeadAnchor, writeHeadAnchorSync, type HeadAnchor } from '../head-anchor.ts'
import { lockFolder } from '../folder-lock.ts'
import { rebuildDatabase } from './rebuild.ts'
import { salvageEvents, salvageStreams, type SalvagedEvent } from './salvage.ts'
import { openForReading, openForWriting } from '../database.ts'
import { verifyLog } from './verify.ts'

/** A range of positions whose events are lost, both ends included. */
export type LostRange = { from: bigint; to: bigint }

/** `fault` describes the first fault, for the operator; `lost` is what `acceptLoss` would give up. */
export type Inspection = { events: number; head: bigint; fault?: string; lost: LostRange[] }

/** `damagedFilesFolder` has the unchanged damaged files. */
export type RecoveryResult = { lost: LostRange[]; damagedFilesFolder: string }

const database = 'events.db'

/**
 * Verifies the log of a folder, which may be in use, and changes nothing. Throws when there is no log, or the file is
 * not a database.
 */
export function inspectLog(folder: string, maxMissingStreams?: number): Inspection {
  const { anchor, fault } = tryReadAnchor(folder)
  using db = openForReading(join(folder, database))
  const findings = verifyLog(db, anchor)
  const summary = { events: findings.events, head: BigInt(findings.head.position || -1) }
  const firstFault = fault ?? findings.fault
  if (firstFault === undefined) return { ...summary, lost: [] }
  const lost: LostRange[] = []
  for (const event of salvageEvents(db, salvageStreams(db, maxMissingStreams), lastPosition(db, anchor)))
    recordLoss(lost, event)
  return { ...summary, fault: firstFault, lost }
}

/**
 * Gives up the lost events: writes a new log of all intact events, at their old positions, and a new anchor. Moves
 * the damaged files to another folder. Returns `undefined` when there was no fault. The log must not be in use.
 */
export function acceptLoss(
  folder: string,
  clock: Clock,
  maxMissingStreams?: number,
): RecoveryResult | undefined {
  const unlock = lockFolder(folder)
  try {
    if (!existsSync(join(folder, database))) openForWriting(join(folder, database)).close()
    if (inspectLog(folder, maxMissingStreams).fault === undefined) return undefined
    const { head, lost } = rebuildLog(folder, maxMissingStreams)
    const damagedFilesFolder = moveDamagedFiles(folder, clock)
    renameSync(join(folder, draft), join(folder, database))
    writeHeadAnchorSync(folder, head)
    return { lost, damagedFilesFolder }
  } finally {
    unlock()
  }
}

const draft = 'events.new.db'

function rebuildLog(
  folder: string,
  maxMissingStreams: number | undefined,
): { head: HeadAnchor; lost: LostRange[] } {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, draft + suffix), { force: true })
  using db = openForReading(join(folder, database))
  const streams = salvageStreams(db, maxMissingStreams)
  const lost: LostRange[] = []
  const events = salvageEvents(db, streams, lastPosition(db, tryReadAnchor(folder).anchor))
  return { head: rebuildDatabase(join(folder, draft), streams, recordLosses(lost, events)), lost }
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

function tryReadAnchor(folder: string): { anchor?: HeadAnchor; fault?: string } {
  try {
    const anchor = readHeadAnchor(folder)
    return anchor === undefined ? {} : { anchor }
  } catch (error) {
    return { fault: String(error) }
  }
}

/** Returns the last position of the log; when its end is unreadable, that of the anchor. */
function lastPosition(db: DatabaseSync, anchor: HeadAnchor | undefined) {
  const anchorPosition = anchor?.position ?? 0
  try {
    return Math.max(
      anchorPosition,
      Number(db.prepare('SELECT max(position) AS last FROM events').get()?.['last'] ?? 0),
    )
  } catch {
    return anchorPosition
  }
}

function* recordLosses(lost: LostRange[], events: Iterable<SalvagedEvent>) {
  for (const event of events) {
    recordLoss(lost, event)
    yield event
  }
}

function recordLoss(lost: LostRange[], { kind, position }: SalvagedEvent) {
  if (kind === 'kept') return
  const last = lost.at(-1)
  if (last?.to === BigInt(position) - 1n) last.to++
  else lost.push({ from: BigInt(position), to: BigInt(position) })
}
