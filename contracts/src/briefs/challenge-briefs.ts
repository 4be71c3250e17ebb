// The briefs are content in several languages and not texts of a screen. The build of the browser for a language
// replaces `briefs/en.ts` by the briefs of that language, so a page has them in its scripts. An endpoint would cost a
// request before the first paint, and every cache would have to tell languages apart. The other languages have them in
// their file in `languages/messages`.

import { briefs, type BriefTexts } from './en.ts'

export type Difficulty = 'Beginner' | 'Intermediate' | 'Advanced'

/** The assignment for one day of the challenge. */
export type ChallengeBrief = BriefTexts & { difficulty: Difficulty }

const intermediateDays = [6, 9, 10, 11, 12, 13, 15, 16, 17, 22, 23, 24]
const advancedDays = [14, 19, 20, 25, 26, 27, 28, 29, 30]

const difficultyOf = (day: number): Difficulty => {
  if (advancedDays.includes(day)) return 'Advanced'
  return intermediateDays.includes(day) ? 'Intermediate' : 'Beginner'
}

/**
 * The thirty briefs, the same in every run. Index 0 is day 1. In the browser they are in the language of the
 * page, elsewhere in English; `briefsByLanguage` has the other languages.
 */
export const challengeBriefs: readonly ChallengeBrief[] = briefs.map((texts) => ({
  ...texts,
  difficulty: difficultyOf(texts.day),
}))

/** Returns the brief of a day. Numbers below 1 give day 1, numbers above 30 give day 30. */
export function challengeBrief(day: number): ChallengeBrief {
  const index = Math.min(challengeBriefs.length, Math.max(1, Math.trunc(day))) - 1
  const brief = challengeBriefs[index]
  if (brief === undefined) throw new Error(`There is no day ${day}.`)
  return brief
}

const levels = { Beginner: 1, Intermediate: 2, Advanced: 3 } as const satisfies Record<Difficulty, number>

/** Returns the number of slashes that show a difficulty on the screen. */
export const difficultyLevel = (difficulty: Difficulty): 1 | 2 | 3 => levels[difficulty]
