import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { Expected } from '../event-log.ts'
import { genesis } from './chain.ts'
import { isForNow, sentenceOf } from './errors.ts'
import { openLedger } from './ledger.ts'
import { conflictMark, encodeExpected } from './protocol.ts'
import type { Appends } from './protocol.ts'
import { openForWriting } from './schema.ts'
import { scratchFolder } from './scratch.ts'
import { inTransaction } from './transaction.ts'
import { verify } from './verify.ts'

// The writer's own pieces, with a database that may not grow: what a full disk looks like from inside.

test('a full disk refuses a transaction whole, and everything works again when there is space', async () => {
  using db = openForWriting(join(await scratchFolder(), 'events.db'))
  const { commit, head } = writer(db)
  expect(commit(append('thing-1', 'none', 'small'))).toEqual([0, 1])
  limit(db, 0)
  const large = append('thing-2', 'none', 'x'.repeat(100_000))
  const error = errorOf(() => commit(append('thing-1', 0, 'also small'), large))
  expect(isForNow(error)).toBe(true)
  expect(sentenceOf(error)).toBe('The disk is full; nothing was stored.')
  expect(head()).toBe(1)
  limit(db, 1000)
  expect(commit(append('thing-1', 0, 'again'), large)).toEqual([1, 2, 0, 3])
  expect(commit(append('thing-1', 'none', 'late'))).toEqual([1, conflictMark])
  expect(verify(db, undefined)).toMatchObject({ events: 3, head: { position: 3 } })
})

test('an event that was refused for want of space is no repeat', async () => {
  using db = openForWriting(join(await scratchFolder(), 'events.db'))
  const { commit } = writer(db)
  commit(append('thing-1', 'none', 'small'))
  limit(db, 0)
  const large = append('thing-1', 'any', 'x'.repeat(100_000))
  errorOf(() => commit(large))
  limit(db, 1000)
  expect(commit(large)).toEqual([1, 2])
  expect(commit(large)).toEqual([1, 2])
})

function writer(db: DatabaseSync) {
  const ledger = openLedger(db, { position: 0, hash: genesis })
  return {
    head: () => ledger.head().position,
    commit(...messages: Appends[]) {
      const outcomes: number[] = []
      try {
        inTransaction(db, () => messages.forEach((message) => ledger.apply(message, outcomes)))
      } catch (error) {
        ledger.rolledBack()
        throw error
      }
      ledger.committed()
      return outcomes
    },
  }
}

function append(stream: string, expected: Expected, text: string): Appends {
  const id = randomUUID()
  return [stream, encodeExpected(expected), 1, id, JSON.stringify({ id, data: { text } })]
}

/** Lets the database grow by so many pages. */
function limit(db: DatabaseSync, more: number) {
  const pages = Number(db.prepare('PRAGMA page_count').get()?.['page_count'])
  db.exec(`PRAGMA max_page_count = ${pages + more}`)
}

function errorOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('Expected an error.')
}
