import type { Criteria } from './ratings.ts'

/** A counted project of a participant: its day, and the averages that admins gave it. */
export type CountedProject = { day: number; officialAverages: readonly number[] }

/** What a participant's place is made of. Quality 0–100 and points with one decimal. */
export type Score = { totalPoints: number; projects: number; quality: number; streak: number }

/** Rounds half up to one decimal, safe against binary noise such as 4.35 × 10 = 43.49…. */
export const roundToOneDecimal = (value: number): number => Math.round(Math.round(value * 1e7) / 1e6) / 10

/** Average over all five criteria, zeros included, one decimal (decisions, section 5). */
export function calculateRatingAverage(criteria: Criteria): number {
  const { functionality, design, innovation, codeQuality, completeness } = criteria
  return roundToOneDecimal((functionality + design + innovation + codeQuality + completeness) / 5)
}

/** Mean of several averages, one decimal; 0 when there is none. */
export function calculateMean(averages: readonly number[]): number {
  if (averages.length === 0) return 0
  return roundToOneDecimal(averages.reduce((sum, each) => sum + each, 0) / averages.length)
}

/** Mean official average of the officially rated projects × 20: 0–100, one decimal; none rated: 0. */
export function calculateQuality(projects: readonly CountedProject[]): number {
  return qualityFromTally(tallyStars(projects))
}

const qualityFromTally = ({ rated, stars }: { rated: number; stars: number }): number =>
  rated === 0 ? 0 : roundToOneDecimal((stars / rated) * 20)

function tallyStars(projects: readonly CountedProject[]): { rated: number; stars: number } {
  const rated = projects.filter((project) => project.officialAverages.length > 0)
  const stars = rated.reduce((total, project) => total + calculateMean(project.officialAverages), 0)
  return { rated: rated.length, stars }
}

/** Length of the unbroken series of days that ends at the latest counted day (decisions, section 6). */
export function calculateStreak(days: readonly number[]): number {
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
export function scoreFromTally({ projects, rated, stars, streak }: Tally): Score {
  const quality = qualityFromTally({ rated, stars })
  return {
    totalPoints: roundToOneDecimal(3 * projects + 0.5 * quality + 2 * streak),
    projects,
    quality,
    streak,
  }
}

/** The score of these projects, counted one by one. */
export function calculateScore(projects: readonly CountedProject[]): Score {
  const streak = calculateStreak(projects.map((project) => project.day))
  return scoreFromTally({ projects: projects.length, ...tallyStars(projects), streak })
}
