import { expect, test } from 'vitest'
import { changedFields, withoutMissing } from './given-fields.ts'

test('undefined fields are left out, null and false are given', () => {
  const fields = { name: undefined, event: null, isOn: false }
  expect(withoutMissing(fields)).toStrictEqual({ event: null, isOn: false })
})

test('a change has only the given fields that differ, in the order of lists', () => {
  const before = { name: 'Ada', types: ['a', 'b'], isOn: true, count: 3 }
  const change = { name: undefined, types: ['b', 'a'], isOn: false, count: 3 }
  expect(changedFields(before, change)).toStrictEqual({ types: ['b', 'a'], isOn: false })
  expect(changedFields(before, { types: ['a', 'b'] })).toStrictEqual({})
})
