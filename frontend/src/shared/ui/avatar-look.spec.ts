import { expect, test } from 'vitest'
import { avatarLook, avatarPairs, hashOf, initialsOf } from './avatar-look.ts'

test('initials are the first letters of the name, at most two', () => {
  expect(initialsOf('Maya Lindgren')).toBe('ML')
  expect(initialsOf('Ana de la Cruz')).toBe('AD')
  expect(initialsOf('  cher ')).toBe('C')
})

test('a name with accents keeps them, and one outside the basic plane is not cut in two', () => {
  expect(initialsOf('Éva Ørsted')).toBe('ÉØ')
  expect(initialsOf('𠮷田 光')).toBe('𠮷光')
})

test('somebody without a name gets a question mark', () => {
  expect(initialsOf('   ')).toBe('?')
})

test('the same id has the same colours every time', () => {
  expect(avatarLook('user-1')).toEqual(avatarLook('user-1'))
})

test('ids that differ only in the last letter spread over all ten pairs', () => {
  const used = new Map<string, number>()
  for (let number = 0; number < 1000; number++) {
    const { name } = avatarLook(`user-${number}`)
    used.set(name, (used.get(name) ?? 0) + 1)
  }
  expect(used.size).toBe(avatarPairs.length)
  expect(Math.min(...used.values())).toBeGreaterThan(60)
})

test('a hash is a whole number of 32 bits', () => {
  expect(hashOf('')).toBeGreaterThanOrEqual(0)
  expect(hashOf('ö'.repeat(500))).toBeLessThan(2 ** 32)
})
