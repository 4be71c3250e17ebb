import { expect, test } from 'vitest'
import { tiebreakerHasName, namesSuffix, tiebreakerWithoutNames } from './tiebreaker-names.ts'

const tie = `0042${namesSuffix('Zoë Łukasik', null, 'Zoe@example.org')}`

test('names stand behind what makes the order, and are no part of it', () => {
  expect(tiebreakerWithoutNames(tie)).toBe('0042')
  expect(tiebreakerWithoutNames('0042')).toBe('0042')
})

test.for([
  ['zoe', true],
  ['lukasik', true],
  ['example.org', true],
  ['0042', false],
  ['null', false],
  ['lukasik zoe', false],
] as const)('whether any name has %j in it: %j', ([wanted, is]) => {
  expect(tiebreakerHasName(tie, wanted)).toBe(is)
})

test.for([
  ['zoe', 1, true],
  ['k', 1, true],
  ['zoe@', 2, false],
  ['example.org', 2, false],
  ['example.org', 3, true],
  ['zoe', 0, false],
] as const)('whether %j is in the first %i names: %j', ([wanted, most, is]) => {
  expect(tiebreakerHasName(tie, wanted, most)).toBe(is)
})

test('nobody is found where no names stand', () => {
  expect(tiebreakerHasName('0042', '42')).toBe(false)
})

test.for(['a\nb', 'a\u0000b', 'a\r\nb', 'a\u2028b'])('a name like %j breaks no border', (name) => {
  expect(namesSuffix(name, 'c').split('\n')).toHaveLength(3)
  expect(namesSuffix(name, 'c')).not.toContain('\0')
})
