import { expect, test } from 'vitest'
import { challengeDayOf, challengeDays, difficultyLevel } from './challenge-days.ts'
import { totalDays } from './rules/challenge-day.ts'

test('there is one brief for each of the thirty days, in order', () => {
  expect(challengeDays.map((each) => each.day)).toEqual(
    Array.from({ length: totalDays }, (_, index) => index + 1),
  )
})

test('every brief has its own title, a text and at least four requirements', () => {
  expect(new Set(challengeDays.map((each) => each.title)).size).toBe(totalDays)
  expect(challengeDays.every((each) => each.description !== '' && each.requirements.length >= 4)).toBe(true)
})

test('a day outside the challenge is answered with the nearest brief', () => {
  expect(challengeDayOf(0).day).toBe(1)
  expect(challengeDayOf(31).day).toBe(30)
  expect(challengeDayOf(19).title).toBe('Realtime poll')
})

test('difficulties are drawn as one, two and three slashes', () => {
  expect(
    [challengeDayOf(1), challengeDayOf(17), challengeDayOf(19)].map((each) =>
      difficultyLevel(each.difficulty),
    ),
  ).toEqual([1, 2, 3])
})
