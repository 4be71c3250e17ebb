import { expect, test } from 'vitest'
import { isNamedIn, namesOf, orderIn } from './names-in-tie.ts'

const tie = `0042${namesOf('Zoë Łukasik', null, 'Zoe@example.org')}`

test('names stand behind what makes the order, and are no part of it', () => {
  expect(orderIn(tie)).toBe('0042')
  expect(orderIn('0042')).toBe('0042')
})

test.for([
  ['zoe', true],
  ['lukasik', true],
  ['example.org', true],
  ['0042', false],
  ['null', false],
  ['lukasik zoe', false],
] as const)('whether any name has %j in it: %j', ([wanted, is]) => {
  expect(isNamedIn(tie, wanted)).toBe(is)
})

test.for([
  ['zoe', 1, true],
  ['k', 1, true],
  ['zoe@', 2, false],
  ['example.org', 2, false],
  ['example.org', 3, true],
  ['zoe', 0, false],
] as const)('whether %j is in the first %i names: %j', ([wanted, most, is]) => {
  expect(isNamedIn(tie, wanted, most)).toBe(is)
})

test('nobody is found where no names stand', () => {
  expect(isNamedIn('0042', '42')).toBe(false)
})

test.for(['a\nb', 'a\u0000b', 'a\r\nb', 'a\u2028b'])('a name like %j breaks no border', (name) => {
  expect(namesOf(name, 'c').split('\n')).toHaveLength(3)
  expect(namesOf(name, 'c')).not.toContain('\0')
})
