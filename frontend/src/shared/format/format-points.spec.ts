import { expect, test } from 'vitest'
import { formatPointsBehind, formatPoints } from './format-points.ts'

test.for([
  [24, '24 points behind Ana'],
  [1, '1 point behind Ana'],
  [0.5, '0.5 points behind Ana'],
  [1_024, '1,024 points behind Ana'],
  [0, 'level with Ana'],
] as const)('formats a gap of %d as "%s"', ([gap, text]) => {
  expect(formatPointsBehind(gap, 'Ana')).toBe(text)
})

test('formats total points with one decimal', () => {
  expect([0, 42, 1_234.56].map(formatPoints)).toEqual(['0.0', '42.0', '1,234.6'])
})
