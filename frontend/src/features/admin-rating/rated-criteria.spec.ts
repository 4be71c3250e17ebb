import { expect, test } from 'vitest'
import { countRated, emptyCriteria, formatUnratedNote } from './rated-criteria.ts'

const allRated = { functionality: 5, design: 4, innovation: 4, codeQuality: 4, completeness: 3 }

test('criteria without stars are not counted as rated', () => {
  expect(countRated(emptyCriteria)).toBe(0)
  expect(countRated({ ...allRated, completeness: 0 })).toBe(4)
})

test('names a single criterion that counts as 0', () => {
  expect(formatUnratedNote({ ...allRated, completeness: 0 })).toBe('Usability counts as 0 until you rate it.')
})

test('names several criteria that count as 0', () => {
  expect(formatUnratedNote({ ...allRated, design: 0, innovation: 0 })).toBe(
    'Design and Creativity count as 0 until you rate them.',
  )
})

test('returns no note once all five criteria are rated', () => {
  expect(formatUnratedNote(allRated)).toBeUndefined()
})
