import { expect, test } from 'vitest'
import { avatarColors, avatarPalette, initials } from './avatar-colors.ts'

test('initials are the first letters of the name, at most two, and a question mark for an empty name', () => {
  expect(['Maya Lindgren', 'Ana de la Cruz', '  cher ', '   '].map(initials)).toEqual(['ML', 'AD', 'C', '?'])
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
