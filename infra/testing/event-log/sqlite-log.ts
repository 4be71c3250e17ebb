import { existsSync, statfsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { openSqliteLog } from './open-sqlite-log.ts'
import { ignoreMissing } from '@thirty/infra/system-errors.ts'
import { textEvent } from './port/test-events.ts'
import { writerWithoutThread } from './writer-without-thread.ts'

/** An `onFailure` for logs that must not fail. */
export const failTest = (error: Error): void => {
  throw error
}

const memoryFolder = '/dev/shm'

const hasSpace = ({ bavail, bsize }: { bavail: number; bsize: number }) => bavail * bsize > 500_000_000
/** A memory file system where there is one with space: specs append much, and every append waits for an fsync. */
const temporaryRoot = existsSync(memoryFolder) && hasSpace(statfsSync(memoryFolder)) ? memoryFolder : tmpdir()

/** Creates a folder for a log; the caller removes it. */
export const createTemporaryFolder = () => mkdtemp(join(temporaryRoot, 'event-log-'))

/** Creates a folder for one test and removes it when the test has finished. */
export async function temporaryFolder(): Promise<string> {
  const folder = await createTemporaryFolder()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The content of all files of a folder. One that is replaced or removed meanwhile counts as empty. */
export async function contentOf(folder: string): Promise<string> {
  const files = (await readdir(folder)).map((name) =>
    readFile(join(folder, name), 'latin1').catch(ignoreMissing),
  )
  return (await Promise.all(files)).join('\n')
}

/** Opens a log that must not fail, and closes it when the test has finished. */
export async function openTestLog(folder: string): Promise<EventLog> {
  const log = await openSqliteLog({ folder, onFailure: failTest })
  onTestFinished(() => log.close())
  return log
}

/** A folder with a closed log of `count` events that no other log has: "word 1", "word 2", … at the positions of the same number. */
export async function folderWithEvents(count: number): Promise<string> {
  const folder = await temporaryFolder()
  const log = await openSqliteLog({ folder, onFailure: failTest, startWriter: writerWithoutThread })
  const words = Array.from({ length: count }, (_, index) => index + 1)
  // Every third word is in the same stream.
  const revisionBefore = (word: number) => (word <= 3 ? 'none' : Math.floor((word - 1) / 3) - 1)
  await Promise.all(
    words.map((word) => log.append(`thing-${word % 3}`, [textEvent(`word ${word}`)], revisionBefore(word))),
  )
  await log.close()
  return folder
}

/** Changes a closed log with SQL, so that the change is in its database file. */
export function changeDatabase(folder: string, sql: string): void {
  using db = new DatabaseSync(join(folder, 'events.db'))
  db.exec(sql)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}
