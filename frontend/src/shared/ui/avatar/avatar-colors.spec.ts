import { expect, test } from 'vitest'
import { avatarColors, avatarPalette, hashId, initials } from './avatar-colors.ts'

test('initials are the first letters of the name, at most two', () => {
  expect(initials('Maya Lindgren')).toBe('ML')
  expect(initials('Ana de la Cruz')).toBe('AD')
  expect(initials('  cher ')).toBe('C')
})

test('a name with accents keeps them, and one outside the basic plane is not cut in two', () => {
  expect(initials('Éva Ørsted')).toBe('ÉØ')
  expect(initials('𠮷田 光')).toBe('𠮷光')
})

test('somebody without a name gets a question mark', () => {
  expect(initials('   ')).toBe('?')
})

test('the same id has the same colours every time', () => {
  expect(avatarColors('user-1')).toEqual(avatarColors('user-1'))
})

test('ids that differ only in the last letter spread over all ten pairs', () => {
  const used = new Map<string, number>()
  for (let number = 0; number < 1000; number++) {
    const { name } = avatarColors(`user-${number}`)
    used.set(name, (used.get(name) ?? 0) + 1)
  }
  expect(used.size).toBe(avatarPalette.length)
  expect(Math.min(...used.values())).toBeGreaterThan(60)
})

test('a hash is a whole number of 32 bits', () => {
  expect(hashId('')).toBeGreaterThanOrEqual(0)
  expect(hashId('ö'.repeat(500))).toBeLessThan(2 ** 32)
})
