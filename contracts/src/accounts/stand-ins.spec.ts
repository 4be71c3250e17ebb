import { expect, test } from 'vitest'
import { isDeletedPerson, standIn, standIns } from './stand-ins.ts'

test('only the code says that somebody has no account, and only that of a deleted account that there was one', () => {
  const called = { name: standIns.deletedPerson.message }
  expect([called, standIn('personElsewhere', 'name')].map(isDeletedPerson)).toEqual([false, false])
  expect(isDeletedPerson(standIn('deletedPerson', 'fullName'))).toBe(true)
})
