import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { streamNames } from './stream-names.ts'

function logWith(ids: readonly number[]) {
  const db = new DatabaseSync(':memory:')
  db.exec('CREATE TABLE streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT')
  const add = db.prepare('INSERT INTO streams (id, name) VALUES (?, ?)')
  for (const id of ids) add.run(id, `project-${id}`)
  return { names: streamNames(db), add: (id: number) => add.run(id, `project-${id}`) }
}

test('streams near each other and far apart are all named, in any order and more than once', () => {
  const { names } = logWith([1, 2, 3, 9, 40, 41, 1000])
  const wanted = [41, 2, 1000, 1, 2, 9]
  expect(wanted.map(names.of(wanted))).toEqual(wanted.map((id) => `project-${id}`))
})

test('a stream that came later is named too', () => {
  const { names, add } = logWith([1])
  expect(names.of([1])(1)).toBe('project-1')
  add(2)
  expect(names.of([1, 2])(2)).toBe('project-2')
})

test('a number that no stream has is an error, not a name', () => {
  expect(() => logWith([1]).names.of([7])(7)).toThrow('Stream 7 has no name.')
})
