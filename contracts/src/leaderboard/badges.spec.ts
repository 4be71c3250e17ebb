import { expect, test } from 'vitest'
import { challengeBadges } from './badges.ts'

const day = (number: number, status: 'submitted' | 'approved' | 'rejected' = 'submitted') => ({
  day: number,
  status,
})
const days = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => day(from + index))
const earned = (...submitted: Parameters<typeof challengeBadges>[0][]) =>
  challengeBadges(submitted.flat())
    .filter(({ isEarned }) => isEarned)
    .map(({ kind, days: needed }) => `${kind} ${needed}`)

test('a streak of the past keeps its badge after a missed day', () => {
  expect(earned(days(1, 7), [day(20)])).toEqual(['streak 3', 'streak 7', 'days 1'])
})

test('days count in any order, each once', () => {
  expect(earned([day(5), day(3), day(4), day(4)])).toEqual(['streak 3', 'days 1'])
})

test('a rejected project interrupts a streak and does not count', () => {
  expect(earned([day(1), day(2), day(3, 'rejected'), day(4)])).toEqual(['days 1'])
  expect(earned([day(1, 'rejected')])).toEqual([])
})

test('all thirty days earn all badges', () => {
  expect(challengeBadges(days(1, 30)).every(({ isEarned }) => isEarned)).toBe(true)
})

test('a badge that is not earned yet says how far it is', () => {
  expect(challengeBadges(days(2, 6))).toContainEqual({ kind: 'streak', days: 7, reached: 5, isEarned: false })
})
