import { expect, test } from 'vitest'
import { DatabaseSync } from 'node:sqlite'
import { inTransaction, requireSafeSqlite } from './database.ts'

test('a transaction that throws stores nothing, and the next one stores everything', () => {
  using db = new DatabaseSync(':memory:')
  db.exec('CREATE TABLE events (position)')
  const insert = (error?: Error) => () => {
    const { changes } = db.prepare('INSERT INTO events VALUES (1)').run()
    if (error) throw error
    return changes
  }
  expect(() => inTransaction(db, insert(new Error('odd')))).toThrow('odd')
  expect(inTransaction(db, insert())).toBe(1)
  expect(db.prepare('SELECT count(*) AS events FROM events').get()).toEqual({ events: 1 })
})

test.for(['3.51.3', '3.51.10', '3.52.0', '3.53.4', '4.0.0'])('accepts SQLite %s', (version) => {
  expect(() => requireSafeSqlite(version)).not.toThrow()
})

test.for(['3.51.2', '3.50.9', '3.7.0', '2.99.99', undefined])(
  'refuses SQLite %s with a message for the operator',
  (version) => {
    const found = version === undefined ? 'has none' : `has ${version}`
    expect(() => requireSafeSqlite(version)).toThrow(
      `needs SQLite 3.51.3 or newer, but this Node ${found}. Run npm ci`,
    )
  },
)
