import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../../clock.ts'
import { readHeadAnchor, writeHeadAnchorSync } from '../head-anchor.ts'
import type { HeadAnchor } from '../head-anchor.ts'
import { lockFolder } from '../folder-lock.ts'
import { rebuildDatabase } from './rebuild.ts'
import { salvageEvents, salvageStreams } from './salvage.ts'
import type { SalvagedEvent } from './salvage.ts'
import { openForReading, openForWriting } from '../database.ts'
import { verifyLog } from './verify.ts'

/** Positions of lost events, both ends included. */
export type LostRange = { from: bigint; to: bigint }

/** `fault` is the first thing that is wrong, as a sentence; `lost` is what `acceptLoss` would give up. */
export type Inspection = { events: number; head: bigint; fault?: string; lost: LostRange[] }

/** `setAside` is the folder with the damaged files as they were. */
export type RecoveryResult = { lost: LostRange[]; damagedFilesFolder: string }

const database = 'events.db'

/** Verifies the log of a folder without changing it; it may be in use. Throws when there is none, or it is no database. */
export function inspectLog(folder: string): Inspection {
  const { anchor, fault } = tryAnchor(folder)
  using db = openForReading(join(folder, database))
  const findings = verifyLog(db, anchor)
  const found = { events: findings.events, head: BigInt(findings.head.position || -1) }
  const wrong = fault ?? findings.fault
  if (wrong === undefined) return { ...found, lost: [] }
  const lost: LostRange[] = []
  for (const event of salvageEvents(db, salvageStreams(db), lastPosition(db, anchor))) note(lost, event)
  return { ...found, fault: wrong, lost }
}

/**
 * Goes on without what is lost: writes a new log with everything that is whole, at the positions it had, and a new
 * anchor. The damaged files are set aside, not deleted. `undefined` when nothing was wrong. The log must not be in use.
 */
export function acceptLoss(folder: string, clock: Clock): RecoveryResult | undefined {
  const unlock = lockFolder(folder)
  try {
    if (!existsSync(join(folder, database))) openForWriting(join(folder, database)).close()
    if (inspectLog(folder).fault === undefined) return undefined
    const { head, lost } = writeAnew(folder)
    const setAside = setOldAside(folder, clock)
    renameSync(join(folder, draft), join(folder, database))
    writeHeadAnchorSync(folder, head)
    return { lost, damagedFilesFolder: setAside }
  } finally {
    unlock()
  }
}

const draft = 'events.new.db'

function writeAnew(folder: string): { head: HeadAnchor; lost: LostRange[] } {
  for (const ending of ['', '-wal', '-shm']) rmSync(join(folder, draft + ending), { force: true })
  using db = openForReading(join(folder, database))
  const streams = salvageStreams(db)
  const lost: LostRange[] = []
  const events = salvageEvents(db, streams, lastPosition(db, tryAnchor(folder).anchor))
  return { head: rebuildDatabase(join(folder, draft), streams, noting(lost, events)), lost }
}

function setOldAside(folder: string, clock: Clock) {
  const aside = join(folder, `damaged-${new Date(clock()).toISOString().replaceAll(':', '-')}`)
  mkdirSync(aside)
  if (existsSync(join(folder, 'events.head')))
    copyFileSync(join(folder, 'events.head'), join(aside, 'events.head'))
  for (const file of [database, `${database}-wal`])
    if (existsSync(join(folder, file))) renameSync(join(folder, file), join(aside, file))
  rmSync(join(folder, `${database}-shm`), { force: true })
  return aside
}

function tryAnchor(folder: string): { anchor?: HeadAnchor; fault?: string } {
  try {
    const anchor = readHeadAnchor(folder)
    return anchor === undefined ? {} : { anchor }
  } catch (error) {
    return { fault: String(error) }
  }
}

/** The log may once have been longer than what can be read of it. */
function lastPosition(db: DatabaseSync, anchor: HeadAnchor | undefined) {
  const reached = anchor?.position ?? 0
  try {
    return Math.max(
      reached,
      Number(db.prepare('SELECT max(position) AS last FROM events').get()?.['last'] ?? 0),
    )
  } catch {
    return reached
  }
}

function* noting(lost: LostRange[], events: Iterable<SalvagedEvent>) {
  for (const event of events) {
    note(lost, event)
    yield event
  }
}

function note(lost: LostRange[], { kind, position }: SalvagedEvent) {
  if (kind === 'kept') return
  const last = lost.at(-1)
  if (last?.to === BigInt(position) - 1n) last.to++
  else lost.push({ from: BigInt(position), to: BigInt(position) })
}
