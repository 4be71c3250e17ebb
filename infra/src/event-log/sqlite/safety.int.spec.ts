import { execFile } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { beforeEach, expect, test, vi } from 'vitest'
import { LogUnavailable, beginning } from '../event-log.ts'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { openSqliteLog } from '@thirty/infra/testing/event-log/open-sqlite-log.ts'
import {
  collectBatches,
  textEvent,
  textEvents,
  textsIn,
  textsOf,
} from '@thirty/infra/testing/event-log/port/test-events.ts'
import {
  contentOf,
  folderWithEvents,
  openTestLog,
  temporaryFolder,
} from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { openForWriting } from './database.ts'
import { requireIntactLog } from './verify-and-recover/verify.ts'
import { openAppender } from './write/appender.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})

test('refuses a folder that is in use by another process', async () => {
  const log = await openTestLog(folder)
  const program = `
    import { openSqliteLog } from '@thirty/infra/testing/event-log/open-sqlite-log.ts'
    await openSqliteLog({ folder: ${JSON.stringify(folder)}, onFailure: () => {} })`
  const second = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
  })
  await expect(second).rejects.toThrow(`already uses the event log in ${folder}`)
  await log.append('thing-1', [textEvent('still ours')], 'none')
})

test('acknowledges nothing any more after another program has written to the file', async () => {
  const onFailure = vi.fn<(error: Error) => void>()
  const log = await openSqliteLog({ folder, onFailure })
  await log.append('thing-1', [textEvent('ours')], 'none')
  using other = new DatabaseSync(join(folder, 'events.db'))
  other.exec("INSERT INTO events VALUES (2, 99, 0, '{}', 'x')")
  const append = (text: string) => log.append(`thing-${text}`, [textEvent(text)], 'none')
  for (const unconfirmed of ['a', 'b', 'c'].map(append))
    await expect(unconfirmed).rejects.toBeInstanceOf(LogUnavailable)
  for (const later of [append('later'), log.truncate('thing-1', 1)])
    await expect(later).rejects.toBeInstanceOf(LogUnavailable)
  expect(onFailure).toHaveBeenCalledOnce()
  await log.close()
})

test('no file contains erased texts any more', async () => {
  const log = await openTestLog(folder)
  const secret = (number: number) => `secret-${number}-${'x'.repeat(number * 700)}`
  for (let number = 0; number < 12; number++)
    await appendToEnd(log, `user-${number % 2}`, [textEvent(secret(number))])
  await log.append('other-1', [textEvent('not a secret')], 'none')
  expect(await contentOf(folder)).toContain('secret-0')
  await log.remove('user-0')
  await log.truncate('user-1', 5)
  const remaining = await contentOf(folder)
  for (let number = 0; number < 11; number++) expect(remaining).not.toContain(`secret-${number}-`)
  expect(remaining).toContain('secret-11-')
  expect(remaining).toContain('not a secret')
})

test('a slow reader does not keep erased texts in the WAL', async () => {
  const log = await openTestLog(folder)
  for (let number = 0; number < 100; number++)
    await log.append('user-1', [textEvent(`secret-${number}`)], number === 0 ? 'none' : number - 1)
  const read = log.readAll({ batch: 10 })[Symbol.asyncIterator]()
  await read.next()
  await log.remove('user-1')
  expect(await contentOf(folder)).not.toContain('secret-')
  await read.return?.()
})

test('no file contains the name of a forgotten stream any more, and the log stays intact', async () => {
  const log = await openTestLog(folder)
  await log.append('thing-1', textEvents('before'), 'none')
  await log.append('name-of-ana', textEvents('a', 'b'), 'none')
  expect(await textsIn(log, 'name-of-ana')).toEqual(['a', 'b'])
  await log.truncate('name-of-ana', 2, { forgetName: true })
  expect(await contentOf(folder)).not.toContain('name-of-ana')
  // Its number is not used again: both streams would have an event 0.
  await log.append('thing-2', textEvents('after'), 'none')
  expect(await textsIn(log, 'name-of-ana')).toEqual([])
  await log.close()
  const reopened = await openTestLog(folder)
  expect(await contentOf(folder)).not.toContain('name-of-ana')
  expect(textsOf(await collectBatches(reopened.readAll()))).toEqual(['before', 'after'])
  await reopened.append('name-of-ana', textEvents('again'), 'none')
  expect(await textsIn(reopened, 'name-of-ana')).toEqual(['again'])
})

test('a program that keeps the WAL busy neither keeps erased events readable nor in the files', async () => {
  const log = await openTestLog(folder)
  const stop = new AbortController()
  const subscriber = log.subscribe({ after: beginning, signal: stop.signal })[Symbol.asyncIterator]()
  await subscriber.next()
  await log.append('user-1', textEvents('secret'), 'none')
  // Now it is in the cache of streams and in the tail for subscribers.
  expect(await textsIn(log, 'user-1')).toEqual(['secret'])
  const other = new DatabaseSync(join(folder, 'events.db'), { readOnly: true })
  other.exec('BEGIN')
  other.prepare('SELECT count(*) FROM events').get()

  let hasEnded = false
  const erasure = log.remove('user-1').catch(({ message }: Error) => message)
  void erasure.then(() => (hasEnded = true))
  await expect.poll(() => textsIn(log, 'user-1'), { interval: 10, timeout: 2_000 }).toEqual([])
  expect(hasEnded).toBe(false)
  expect((await subscriber.next()).value?.events).toEqual([])
  expect(await erasure).toContain('erased bytes may still be in its files')
  expect(await contentOf(folder)).toContain('secret')
  other.close()
  await expect.poll(() => contentOf(folder), { timeout: 5_000 }).not.toContain('secret')
  stop.abort()
  await subscriber.next()
})

test('erased texts that a killed process left in the files leave them with the next start', async () => {
  const alive = await folderWithEvents(3)
  using db = openForWriting(join(alive, 'events.db'))
  openAppender(db, requireIntactLog(db, alive)).erase({ stream: 'thing-1', before: 'all' })
  for (const name of ['events.db', 'events.db-wal', 'events.head'])
    await copyFile(join(alive, name), join(folder, name))
  expect(await contentOf(folder)).toContain('word 1')
  const log = await openTestLog(folder)
  await expect.poll(() => contentOf(folder)).not.toContain('word 1')
  expect(textsOf(await collectBatches(log.readAll()))).toEqual(['word 2', 'word 3'])
})

test('a log to which nothing was appended starts again', async () => {
  await (await openTestLog(folder)).close()
  expect(await (await openTestLog(folder)).head()).toBe(beginning)
})
