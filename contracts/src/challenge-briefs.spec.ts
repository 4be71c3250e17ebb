import { expect, test } from 'vitest'
import { challengeBrief, challengeBriefs, difficultyLevel } from './challenge-briefs.ts'
import { totalDays } from './rules/challenge-day.ts'

test('there is one brief for each of the thirty days, in order', () => {
  expect(challengeBriefs.map(({ day }) => day)).toEqual(
    Array.from({ length: totalDays }, (_, index) => index + 1),
  )
})

test('every brief has a unique title, a description and at least four requirements', () => {
  expect(new Set(challengeBriefs.map(({ title }) => title)).size).toBe(totalDays)
  expect(
    challengeBriefs.every(({ description, requirements }) => description !== '' && requirements.length >= 4),
  ).toBe(true)
})

test('a day outside the challenge gives the nearest brief', () => {
  expect(challengeBrief(0).day).toBe(1)
  expect(challengeBrief(31).day).toBe(30)
  expect(challengeBrief(19).title).toBe('Realtime poll')
})

test('the difficulties have one, two and three slashes', () => {
  expect(
    [challengeBrief(1), challengeBrief(17), challengeBrief(19)].map(({ difficulty }) =>
      difficultyLevel(difficulty),
    ),
  ).toEqual([1, 2, 3])
})
