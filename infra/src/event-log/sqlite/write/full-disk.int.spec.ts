import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { ExpectedRevision } from '../../event-log.ts'
import { genesisHash } from '../hash-chain.ts'
import { isTransient, describeError } from '../../../sqlite-errors.ts'
import { openAppender } from './appender.ts'
import { conflictCode, encodeExpectedRevision, type EncodedAppends } from './writer-messages.ts'
import { inTransaction, openForWriting } from '../database.ts'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { verifyLog } from '../verify-and-recover/verify.ts'

// The parts of the writer, with a database that may not grow, as on a full disk.

test('a full disk refuses a whole transaction, and stores it with the next attempt when there is space', async () => {
  using db = openForWriting(join(await temporaryFolder(), 'events.db'))
  const { commit, head } = writer(db)
  expect(commit(append('thing-1', 'none', 'small'))).toEqual([0, 1])
  allowGrowth(db, 0)
  const refused = [append('thing-1', 0, 'also small'), append('thing-2', 'none', 'x'.repeat(100_000))]
  expect(() => commit(...refused)).toThrow(expect.toSatisfy(isFullForNow))
  expect(head()).toBe(1)
  allowGrowth(db, 1000)
  expect(commit(...refused)).toEqual([1, 2, 0, 3])
  expect(commit(...refused)).toEqual([1, 2, 0, 3])
  expect(commit(append('thing-1', 'none', 'late'))).toEqual([1, conflictCode])
  expect(verifyLog(db, undefined)).toMatchObject({ events: 3, head: { position: 3 } })
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

function append(stream: string, expected: ExpectedRevision, text: string): EncodedAppends {
  const id = randomUUID()
  return [stream, encodeExpectedRevision(expected), 1, id, JSON.stringify({ id, data: { text } })]
}

const isFullForNow = (error: unknown) =>
  isTransient(error) && describeError(error) === 'The disk is full; nothing was stored.'

/** Allows the database to grow by this many pages. */
function allowGrowth(db: DatabaseSync, extraPages: number) {
  const pages = Number(db.prepare('PRAGMA page_count').get()?.['page_count'])
  db.exec(`PRAGMA max_page_count = ${pages + extraPages}`)
}
