import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { streamNames } from './stream-names.ts'

function namesIn(ids: readonly number[]) {
  const db = new DatabaseSync(':memory:')
  db.exec('CREATE TABLE streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT')
  const add = db.prepare('INSERT INTO streams (id, name) VALUES (?, ?)')
  for (const id of ids) add.run(id, `project-${id}`)
  return { names: streamNames(db), add: (id: number) => add.run(id, `project-${id}`) }
}

test('finds names of streams with near and distant numbers, in any order and repeatedly', () => {
  const { names } = namesIn([1, 2, 3, 9, 40, 41, 1000])
  const ids = [41, 2, 1000, 1, 2, 9]
  expect(ids.map(names.of(ids))).toEqual(ids.map((id) => `project-${id}`))
})

test('finds the name of a stream that was added later', () => {
  const { names, add } = namesIn([1])
  expect(names.of([1])(1)).toBe('project-1')
  add(2)
  expect(names.of([1, 2])(2)).toBe('project-2')
})

test('throws for a number that no stream has', () => {
  expect(() => namesIn([1]).names.of([7])(7)).toThrow('Stream 7 has no name.')
})
