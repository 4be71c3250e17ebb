import { describe, expect, test } from 'vitest'
import { briefsByLanguage } from './briefs-by-language.ts'
import { challengeBrief, challengeBriefs } from './challenge-briefs.ts'
import { accountLanguages } from '../languages/languages.ts'
import { totalDays } from '../challenge/challenge-day.ts'

test('there is one brief for each of the thirty days, in order', () => {
  expect(challengeBriefs.map(({ day }) => day)).toEqual(
    Array.from({ length: totalDays }, (_, index) => index + 1),
  )
})

describe.each(accountLanguages)('the briefs in %s', (language) => {
  const briefs = briefsByLanguage[language]

  test('have the days and the number of requirements of the English ones', () => {
    const shape = ({ day, requirements }: (typeof briefs)[number]) => [day, requirements.length]
    expect(briefs.map(shape)).toEqual(briefsByLanguage.en.map(shape))
  })

  test('have unique titles, a description and at least four requirements each, without empty ones', () => {
    expect(new Set(briefs.map(({ title }) => title)).size).toBe(totalDays)
    for (const { day, title, description, requirements } of briefs) {
      const texts = [title, description, ...requirements]
      expect([day, texts.filter((text) => text.trim() !== text || text === '')]).toEqual([day, []])
      expect(requirements.length).toBeGreaterThanOrEqual(4)
      expect(new Set(requirements).size).toBe(requirements.length)
      expect(description).toMatch(/[.?]$/)
      expect(requirements.filter((text) => text.endsWith('.'))).toEqual([])
    }
  })

  test('differ from the texts of the other languages', () => {
    const others = accountLanguages.filter((other) => other !== language)
    const same = others.flatMap((other) =>
      briefs.filter(({ day, description }) => briefsByLanguage[other][day - 1]?.description === description),
    )
    expect(same).toEqual([])
  })
})

test('a day outside the challenge gives the nearest brief', () => {
  expect(challengeBrief(0).day).toBe(1)
  expect(challengeBrief(31).day).toBe(30)
  expect(challengeBrief(19).title).toBe('Realtime poll')
})
