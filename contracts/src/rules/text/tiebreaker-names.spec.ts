import { expect, test } from 'vitest'
import { tiebreakerHasName, namesSuffix, tiebreakerWithoutNames } from './tiebreaker-names.ts'

const tiebreaker = `0042${namesSuffix('Zoë Łukasik', null, 'Zoe@example.org')}`

test('the names come after the part that determines the order', () => {
  expect(tiebreakerWithoutNames(tiebreaker)).toBe('0042')
  expect(tiebreakerWithoutNames('0042')).toBe('0042')
})

test.for([
  ['zoe', true],
  ['lukasik', true],
  ['example.org', true],
  ['0042', false],
  ['null', false],
  ['lukasik zoe', false],
] as const)('%j is part of any name: %j', ([query, expected]) => {
  expect(tiebreakerHasName(tiebreaker, query)).toBe(expected)
})

test.for([
  ['zoe', 1, true],
  ['k', 1, true],
  ['zoe@', 2, false],
  ['example.org', 2, false],
  ['example.org', 3, true],
  ['zoe', 0, false],
] as const)('%j is part of one of the first %i names: %j', ([query, maxNames, expected]) => {
  expect(tiebreakerHasName(tiebreaker, query, maxNames)).toBe(expected)
})

test.for(['a\nb', 'a\u0000b', 'a\r\nb', 'a\u2028b'])('a name like %j does not add a separator', (name) => {
  expect(namesSuffix(name, 'c').split('\n')).toHaveLength(3)
  expect(namesSuffix(name, 'c')).not.toContain('\0')
})
