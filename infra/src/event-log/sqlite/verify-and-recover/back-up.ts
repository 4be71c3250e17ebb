import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createFolderSync } from '../../../files/durable-folder-sync.ts'
import { readHeadAnchor, writeHeadAnchorSync } from '../head-anchor.ts'
import { openForReading } from '../database.ts'
import { verifyLog } from './verify.ts'

/** Milliseconds to wait for somebody else's lock. */
const patience = 5000

/**
 * Copies the log of a folder, which may be in use, as it stands at one moment, into a folder that has none. The copy is
 * on disk and verified when this returns. Throws a sentence when there is a log already, or when this one is damaged.
 */
export function backUpLog(folder: string, target: string): { events: number; head: bigint } {
  createFolderSync(target)
  const copy = join(target, 'events.db')
  if (existsSync(copy)) throw new Error(`There is an event log in ${target} already; name another folder.`)
  const draft = join(target, 'events.new.db')
  rmSync(draft, { force: true })
  try {
    // The anchor first: what it names is in every copy that is made after it.
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

/** One statement is one snapshot, however much is written meanwhile. What was forgotten leaves nothing in the copy. */
function copyDatabase(from: string, to: string): void {
  using db = new DatabaseSync(from, { readOnly: true, timeout: patience })
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
