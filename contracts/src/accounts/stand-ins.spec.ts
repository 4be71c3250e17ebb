import { expect, test } from 'vitest'
import { isDeletedPerson, nameAs, nameValue, standIn, standIns, type Named } from './stand-ins.ts'

test('a name moves to another field with its code', () => {
  const deleted = { ...standIn('deletedPerson', 'fullName'), username: null }
  expect(nameAs('raterName', deleted)).toEqual(standIn('deletedPerson', 'raterName'))
  expect(nameAs('raterName', { name: 'Maya', nameCodes: undefined })).toEqual({ raterName: 'Maya' })
})

test('only the code says that somebody has no account, and only that of a deleted account that there was one', () => {
  const called: Named = { name: standIns.deletedPerson.message }
  expect([called, standIn('personElsewhere', 'name')].map(isDeletedPerson)).toEqual([false, false])
  expect(isDeletedPerson(standIn('deletedPerson', 'fullName'))).toBe(true)
  expect(nameValue(called)).toBe('Deleted participant')
  expect(nameValue(standIn('deletedPerson', 'name'))).toBe(standIns.deletedPerson)
})
