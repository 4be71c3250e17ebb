// Inspects the log of a folder for damage, and gives up the lost events if the operator accepts that.

import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../../clock.ts'
import { readHeadAnchor, writeHeadAnchorSync, type HeadAnchor } from '../head-anchor.ts'
import { lockFolder } from '../folder-lock.ts'
import { rebuildDatabase } from './rebuild.ts'
import { salvageLog } from './salvage.ts'
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
export function inspectLog(folder: string): Inspection {
  const { anchor, fault: anchorFault } = tryReadAnchor(folder)
  using db = openForReading(join(folder, database))
  const { events, head, fault = anchorFault } = verifyLog(db, anchor)
  const lost: LostRange[] = []
  if (fault === undefined) return { events, head: BigInt(head.position || -1), lost }
  for (const { position, row } of salvageLog(db, anchor?.position).events) {
    if (row !== undefined) continue
    const at = BigInt(position)
    const last = lost.at(-1)
    if (last?.to === at - 1n) last.to = at
    else lost.push({ from: at, to: at })
  }
  return { events, head: BigInt(head.position || -1), fault: anchorFault ?? fault, lost }
}

/**
 * Gives up the lost events: writes a new log of all intact events, at their old positions, and a new anchor. Moves
 * the damaged files to another folder. Returns `undefined` when there was no fault. The log must not be in use.
 */
export function acceptLoss(folder: string, clock: Clock): RecoveryResult | undefined {
  const unlock = lockFolder(folder)
  try {
    if (!existsSync(join(folder, database))) openForWriting(join(folder, database)).close()
    const { fault, lost } = inspectLog(folder)
    if (fault === undefined) return undefined
    const head = rebuildLog(folder)
    const damagedFilesFolder = moveDamagedFiles(folder, clock)
    renameSync(join(folder, draft), join(folder, database))
    writeHeadAnchorSync(folder, head)
    return { lost, damagedFilesFolder }
  } finally {
    unlock()
  }
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

function tryReadAnchor(folder: string): { anchor?: HeadAnchor; fault?: string } {
  try {
    const anchor = readHeadAnchor(folder)
    return anchor === undefined ? {} : { anchor }
  } catch (error) {
    return { fault: String(error) }
  }
}
