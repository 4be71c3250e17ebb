import { expect, test } from 'vitest'
import { changedFields, withoutMissing } from './given-fields.ts'

test('an undefined field replaces nothing, null and false do', () => {
  const given = { name: undefined, event: null, isOn: false }
  expect({ name: 'Ada', event: 'fair', isOn: true, ...withoutMissing(given) }).toEqual({
    name: 'Ada',
    event: null,
    isOn: false,
  })
})

test('a change has only the given fields that differ, in the order of lists', () => {
  const before = { name: 'Ada', types: ['a', 'b'], isOn: true, count: 3 }
  const change = { name: undefined, types: ['b', 'a'], isOn: false, count: 3 }
  expect(changedFields(before, change)).toStrictEqual({ types: ['b', 'a'], isOn: false })
  expect(changedFields(before, { types: ['a', 'b'] })).toStrictEqual({})
})
