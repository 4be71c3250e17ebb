import type { Criteria } from '../api/ratings.ts'

/** A counted project of a participant: its day, and the averages that admins gave it. */
export type CountedProject = { day: number; officialAverages: readonly number[] }

/** What a participant's place is made of. Quality 0–100 and points with one decimal. */
export type Score = { totalPoints: number; projects: number; quality: number; streak: number }

/** Rounds half up to one decimal, safe against binary noise such as 4.35 × 10 = 43.49…. */
export const oneDecimal = (value: number): number => Math.round(Math.round(value * 1e7) / 1e6) / 10

/** Average over all five criteria, zeros included, one decimal (decisions, section 5). */
export function averageOf(criteria: Criteria): number {
  const { functionality, design, innovation, codeQuality, completeness } = criteria
  return oneDecimal((functionality + design + innovation + codeQuality + completeness) / 5)
}

/** Mean of several averages, one decimal; 0 when there is none. */
export function meanOf(averages: readonly number[]): number {
  if (averages.length === 0) return 0
  return oneDecimal(averages.reduce((sum, each) => sum + each, 0) / averages.length)
}

/** Mean official average of the officially rated projects × 20: 0–100, one decimal; none rated: 0. */
export function qualityOf(projects: readonly CountedProject[]): number {
  return qualityFrom(starsOf(projects))
}

const qualityFrom = ({ rated, stars }: { rated: number; stars: number }): number =>
  rated === 0 ? 0 : oneDecimal((stars / rated) * 20)

function starsOf(projects: readonly CountedProject[]): { rated: number; stars: number } {
  const rated = projects.filter((project) => project.officialAverages.length > 0)
  const stars = rated.reduce((total, project) => total + meanOf(project.officialAverages), 0)
  return { rated: rated.length, stars }
}

/** Length of the unbroken series of days that ends at the latest counted day (decisions, section 6). */
export function streakOf(days: readonly number[]): number {
  const counted = new Set(days)
  let day = Math.max(0, ...days)
  let length = 0
  while (counted.has(day)) {
    length += 1
    day -= 1
  }
  return length
}

/**
 * What a score is made of, counted: projects, how many of them are officially rated, the sum of their official averages
 * (`stars`), and the streak.
 */
export type Tally = { projects: number; rated: number; stars: number; streak: number }

/** 3 × projects + 0.5 × quality + 2 × streak, one decimal (decisions, section 6). At most 200.0. */
export function scoreFrom({ projects, rated, stars, streak }: Tally): Score {
  const quality = qualityFrom({ rated, stars })
  return { totalPoints: oneDecimal(3 * projects + 0.5 * quality + 2 * streak), projects, quality, streak }
}

/** The score of these projects, counted one by one. */
export function scoreOf(projects: readonly CountedProject[]): Score {
  const streak = streakOf(projects.map((project) => project.day))
  return scoreFrom({ projects: projects.length, ...starsOf(projects), streak })
}
