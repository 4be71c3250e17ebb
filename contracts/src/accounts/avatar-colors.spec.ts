import { expect, test } from 'vitest'
import { avatarColors, avatarPalette, initials } from './avatar-colors.ts'

test('initials are the first letters of the name, at most two', () => {
  expect(initials('Maya Lindgren')).toBe('ML')
  expect(initials('Ana de la Cruz')).toBe('AD')
  expect(initials('  cher ')).toBe('C')
})

test('shows a question mark for an empty name', () => {
  expect(initials('   ')).toBe('?')
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
