import { expect, test } from 'vitest'
import { challengeBrief, challengeBriefs, difficultyLevel } from './challenge-briefs.ts'
import { totalDays } from './rules/challenge-day.ts'

test('there is one brief for each of the thirty days, in order', () => {
  expect(challengeBriefs.map((each) => each.day)).toEqual(
    Array.from({ length: totalDays }, (_, index) => index + 1),
  )
})

test('every brief has its own title, a text and at least four requirements', () => {
  expect(new Set(challengeBriefs.map((each) => each.title)).size).toBe(totalDays)
  expect(challengeBriefs.every((each) => each.description !== '' && each.requirements.length >= 4)).toBe(true)
})

test('a day outside the challenge is answered with the nearest brief', () => {
  expect(challengeBrief(0).day).toBe(1)
  expect(challengeBrief(31).day).toBe(30)
  expect(challengeBrief(19).title).toBe('Realtime poll')
})

test('difficulties are drawn as one, two and three slashes', () => {
  expect(
    [challengeBrief(1), challengeBrief(17), challengeBrief(19)].map((each) =>
      difficultyLevel(each.difficulty),
    ),
  ).toEqual([1, 2, 3])
})
