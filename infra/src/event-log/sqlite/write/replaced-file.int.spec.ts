import { writeFileSync } from 'node:fs'
import { copyFile, cp, readFile, rename, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { folderWithEvents, temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { textEvents } from '@thirty/infra/testing/event-log/port/test-events.ts'
import { LogUnavailable } from '../../event-log.ts'
import { openSqliteLog } from '@thirty/infra/testing/event-log/open-sqlite-log.ts'
import { openForWriting } from '../database.ts'
import { sameFileCheck } from './writer.ts'
import { walCheckpoints } from './wal-checkpoints.ts'

/** An open log, of whose folder an older copy exists. `putBack` replaces the folder while the log is open. */
async function openReplaceableLog() {
  const copy = await folderWithEvents(3)
  const folder = await temporaryFolder()
  await cp(copy, folder, { recursive: true })
  const failures: string[] = []
  const log = await openSqliteLog({ folder, onFailure: ({ message }) => void failures.push(message) })
  const moved = `${folder}-moved`
  onTestFinished(async () => {
    await log.close()
    await rm(moved, { recursive: true, force: true })
  })
  await log.append('other-1', textEvents('lost'), 'none')
  // Later, a write of the anchor would fail in a folder that is being removed.
  const anchor = () => readFile(join(folder, 'events.head'), 'utf8')
  await expect.poll(anchor, { timeout: 5_000 }).toMatch(/^4 /)
  const putBack = async () => {
    await rename(folder, moved)
    await cp(copy, folder, { recursive: true })
  }
  return { log, folder, copy, failures, putBack }
}

const replaced = expect.stringContaining('was replaced or removed while the product was running')

test.for(['replaced', 'removed'])(
  'a folder that is %s under an open log is noticed within seconds, without an append',
  async (change) => {
    const { folder, failures, putBack } = await openReplaceableLog()
    await (change === 'replaced' ? putBack() : rm(folder, { recursive: true }))
    await expect.poll(() => failures, { timeout: 3_000 }).toEqual([replaced])
  },
)

test.for([0, 1])(
  'nothing is acknowledged or written once the folder was replaced, with %i appends before the end',
  async (appends) => {
    const { log, folder, copy, failures, putBack } = await openReplaceableLog()
    await putBack()
    for (let count = 0; count < appends; count++)
      await expect(log.append('other-1', textEvents('a'), 0)).rejects.toThrow(LogUnavailable)
    await log.close()
    expect(failures).toEqual([replaced])
    for (const file of ['events.db', 'events.head'])
      expect(await readFile(join(folder, file))).toEqual(await readFile(join(copy, file)))
  },
)

test('a copy that is made over the open file is noticed', async () => {
  const { log, folder, copy, failures } = await openReplaceableLog()
  // Empties the WAL: until then, the file is still as in the copy.
  await log.truncate('other-1', 0)
  await log.append('other-1', textEvents('more'), 0)
  await copyFile(join(copy, 'events.db'), join(folder, 'events.db'))
  await expect.poll(() => failures, { timeout: 3_000 }).toEqual([replaced])
  await expect(log.append('other-1', textEvents('a'), 1)).rejects.toThrow(LogUnavailable)
})

test('its own writes and checkpoints, or a new time of the file, are not a sign of another file', async () => {
  const { log, folder, failures } = await openReplaceableLog()
  for (let round = 0; round < 3; round++) {
    await log.append('other-1', textEvents('more'), round)
    await log.truncate('other-1', round)
    await utimes(join(folder, 'events.db'), round, round)
  }
  await log.append('other-1', textEvents('last'), 3)
  expect(failures).toEqual([])
})

test('a checkpoint that fails half-way, because the disk is full, is not a sign of another file', async () => {
  const file = join(await temporaryFolder(), 'events.db')
  openForWriting(file).close()
  const sameFile = sameFileCheck(file)
  onTestFinished(sameFile.close)
  const wal = walCheckpoints(databaseOnFullDisk(file), {
    attempt: () => undefined,
    onCheckpoint: sameFile.written,
  })
  const commitOften = () => {
    for (let commit = 0; commit < 16; commit++) wal.afterCommit()
  }
  for (const checkpoint of [wal.empty, commitOften, wal.close]) {
    expect(checkpoint).toThrow('database or disk is full')
    expect(sameFile.require).not.toThrow()
  }
})

/** A database whose checkpoints fail after they have written one page. */
function databaseOnFullDisk(file: string): DatabaseSync {
  let page = 0
  const checkpoint = () => {
    writeFileSync(file, `page ${(page += 1)}`, { flag: 'r+' })
    throw new Error('database or disk is full')
  }
  const prepare = (sql: string) => ({
    get: sql.includes('NOOP') ? () => ({ log: 5_000, checkpointed: 0 }) : checkpoint,
  })
  // Safe because checkpoints use nothing else.
  return { prepare } as unknown as DatabaseSync
}
