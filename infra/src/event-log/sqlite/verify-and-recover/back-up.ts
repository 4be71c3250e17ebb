// Copies the current log of a folder, which may be in use, into a folder without a log.

import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createFolder } from '../../../files/durable-files.ts'
import { readHeadAnchor, writeHeadAnchorSync } from '../head-anchor.ts'
import { openForReading } from '../database.ts'
import { verifyLog } from './verify.ts'

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
