import { existsSync, statfsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, onTestFinished } from 'vitest'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { ignoreMissing } from '@thirty/infra/files/durable-folder-sync.ts'
import { textEvent } from './port/test-events.ts'

/** An `onFailure` for logs that must not fail. */
export const failTest = (error: Error): void => {
  throw error
}

const memoryFolder = '/dev/shm'

/** A memory file system where there is one with space: specs append much, and every append waits for an fsync. */
const temporaryRoot = existsSync(memoryFolder) && hasSpace(statfsSync(memoryFolder)) ? memoryFolder : tmpdir()

function hasSpace({ bavail, bsize }: { bavail: number; bsize: number }): boolean {
  return bavail * bsize > 500_000_000
}

/** Creates a folder for a log; the caller removes it. */
export const createTemporaryFolder = () => mkdtemp(join(temporaryRoot, 'event-log-'))
const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

/** Creates a folder for one test and removes it when the test has finished. */
export async function temporaryFolder(): Promise<string> {
  const folder = await createTemporaryFolder()
  onTestFinished(() => removeFolder(folder))
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

/** Writes `count` events ("word 1", "word 2", …) at positions 1 to `count` into a folder, and closes the log. */
async function writeEvents(folder: string, count: number): Promise<void> {
  const log = await openSqliteLog({ folder, onFailure: failTest })
  const words = Array.from({ length: count }, (_, index) => index + 1)
  // Every third word is in the same stream.
  const revisionBefore = (word: number) => (word <= 3 ? 'none' : Math.floor((word - 1) / 3) - 1)
  await Promise.all(
    words.map((word) => log.append(`thing-${word % 3}`, [textEvent(`word ${word}`)], revisionBefore(word))),
  )
  await log.close()
}

/**
 * Call it once in a spec file. The function that it returns gives a test its own folder with a closed log of
 * `count` events: "word 1", "word 2", … at the positions of the same number. Each log is written once and then copied,
 * so two logs of the same length have the same events.
 */
export function logFolders(): (count: number) => Promise<string> {
  const templates = new Map<number, Promise<string>>()
  afterAll(async () => {
    for (const template of templates.values()) await removeFolder(await template)
  })
  const createTemplate = async (count: number) => {
    const template = await createTemporaryFolder()
    await writeEvents(template, count)
    return template
  }
  return async (count) => {
    const template = templates.get(count) ?? createTemplate(count)
    templates.set(count, template)
    const folder = await temporaryFolder()
    await cp(await template, folder, { recursive: true })
    return folder
  }
}

/** A folder with a closed log of `count` events that no other log has. */
export async function folderWithUniqueEvents(count: number): Promise<string> {
  const folder = await temporaryFolder()
  await writeEvents(folder, count)
  return folder
}

/** Changes a closed log with SQL, so that the change is in its database file. */
export function changeDatabase(folder: string, sql: string): void {
  using db = new DatabaseSync(join(folder, 'events.db'))
  db.exec(sql)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}
