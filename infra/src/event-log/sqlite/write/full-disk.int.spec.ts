import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { LogUnavailable } from '../../event-log.ts'
import { openSqliteLog } from '@thirty/infra/testing/event-log/open-sqlite-log.ts'
import { genesisHash } from '../stored-event.ts'
import { isTransient, describeError } from '../../../sqlite-errors.ts'
import { openAppender } from './appender.ts'
import { conflictCode, type EncodedAppends } from './writer-messages.ts'
import { inTransaction, openForWriting } from '../database.ts'
import { textEvents } from '@thirty/infra/testing/event-log/port/test-events.ts'
import { failTest, temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { writerWithoutThread } from '@thirty/infra/testing/event-log/writer-without-thread.ts'
import { verifyLog } from '../verify-and-recover/verify.ts'

// The parts of the writer, with a database that may not grow, as on a full disk.

test('a full disk refuses a whole transaction, and stores it with the next attempt when there is space', async () => {
  using db = openForWriting(join(await temporaryFolder(), 'events.db'))
  const { commit, head } = writer(db)
  expect(commit(append('thing-1', -1, 'small'))).toEqual([0, 1])
  allowGrowth(db, 0)
  const refused = [append('thing-1', 0, 'also small'), append('thing-2', -1, 'x'.repeat(100_000))]
  expect(() => commit(...refused)).toThrow(expect.toSatisfy(isFullForNow))
  expect(head()).toBe(1)
  allowGrowth(db, 1000)
  expect(commit(...refused)).toEqual([1, 2, 0, 3])
  expect(commit(...refused)).toEqual([1, 2, 0, 3])
  expect(commit(append('thing-1', -1, 'late'))).toEqual([1, conflictCode])
  expect(verifyLog(db, undefined)).toMatchObject({ events: 3, head: { position: 3 } })
})

test('what waits behind appends whose commit finds the disk full is still done', async () => {
  const folder = await temporaryFolder()
  const log = await openSqliteLog({ folder, onFailure: failTest, startWriter: writerWithoutThread })
  await log.append('thing-1', textEvents('a'), 'none')
  refuseNextCommit()
  const refused = log.append('thing-2', textEvents('b'), 'none')
  await Promise.all([log.remove('thing-1'), expect(refused).rejects.toThrow(LogUnavailable)])
  expect(await Array.fromAsync(log.readAll())).toEqual([])
  refuseNextCommit()
  const refusedAtEnd = log.append('thing-2', textEvents('b'), 'none')
  await Promise.all([log.close(), expect(refusedAtEnd).rejects.toThrow(LogUnavailable)])
})

function writer(db: DatabaseSync) {
  const appender = openAppender(db, { position: 0, hash: genesisHash })
  return {
    head: () => appender.head().position,
    commit(...messages: EncodedAppends[]) {
      const outcomes: number[] = []
      try {
        inTransaction(db, () => messages.forEach((message) => appender.apply(message, outcomes)))
      } catch (error) {
        appender.rolledBack()
        throw error
      }
      appender.committed()
      return outcomes
    },
  }
}

const append = (stream: string, expected: number, text: string): EncodedAppends => [
  stream,
  expected,
  1,
  JSON.stringify({ id: randomUUID(), data: { text } }),
]

const isFullForNow = (error: unknown) =>
  isTransient(error) && describeError(error) === 'The disk is full; nothing was stored.'

/** The disk may turn out to be full only at the commit. */
function refuseNextCommit() {
  const { exec } = DatabaseSync.prototype
  const refusing = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (
    this: DatabaseSync,
    sql,
  ) {
    if (sql !== 'COMMIT') return exec.call(this, sql)
    refusing.mockRestore()
    throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
  })
}

/** Allows the database to grow by this many pages. */
function allowGrowth(db: DatabaseSync, extraPages: number) {
  const pages = Number(db.prepare('PRAGMA page_count').get()?.['page_count'])
  db.exec(`PRAGMA max_page_count = ${pages + extraPages}`)
}
