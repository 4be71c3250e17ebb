import { expect, test } from 'vitest'
import { avatarColors, avatarPalette, hashId, initials } from './avatar-colors.ts'

test('initials are the first letters of the name, at most two', () => {
  expect(initials('Maya Lindgren')).toBe('ML')
  expect(initials('Ana de la Cruz')).toBe('AD')
  expect(initials('  cher ')).toBe('C')
})

test('keeps accents and does not split surrogate pairs', () => {
  expect(initials('Éva Ørsted')).toBe('ÉØ')
  expect(initials('𠮷田 光')).toBe('𠮷光')
})

test('shows a question mark for an empty name', () => {
  expect(initials('   ')).toBe('?')
})

test('the same id has the same colours every time', () => {
  expect(avatarColors('user-1')).toEqual(avatarColors('user-1'))
})

test('similar ids are spread over all ten colour pairs', () => {
  const counts = new Map<string, number>()
  for (let number = 0; number < 1000; number++) {
    const { name } = avatarColors(`user-${number}`)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  expect(counts.size).toBe(avatarPalette.length)
  expect(Math.min(...counts.values())).toBeGreaterThan(60)
})

test('a hash is an unsigned 32-bit number', () => {
  expect(hashId('')).toBeGreaterThanOrEqual(0)
  expect(hashId('ö'.repeat(500))).toBeLessThan(2 ** 32)
})
