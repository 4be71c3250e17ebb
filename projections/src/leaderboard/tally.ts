// Sums over the projects of a participant, from which the points follow.

import { isCounted, type ProjectLife } from '@thirty/contracts/projects/project-life.ts'
import { calendarDay } from '@thirty/contracts/challenge/calendar.ts'
import { roundToOneDecimal, scoreFromTally, type Score } from '@thirty/contracts/leaderboard/points.ts'
import type { Scoring } from '@thirty/contracts/leaderboard/scoring.ts'

/**
 * A project that was submitted for a day and not withdrawn. `at` is in milliseconds since 1970. `official` holds the
 * averages given by admins and `score` the mean of what they count, null while no admin has rated the project.
 */
export type BoardProject = ProjectLife<{ rater: string; average: number }> & {
  id: string
  day: number
  name: string
  image: string
  at: number
  score: number | null
}

/**
 * Sums over the projects of a participant. `rated` and `stars`: number and sum of the official scores. `handedIn`: how
 * many projects were submitted on the latest date, in days since 1970.
 */
export type Tally = {
  rated: number
  stars: number
  handedIn: { date: number; count: number } | null
}

/** Returns the tally and the score of a participant with these projects, which are in the order of their days. */
export function tallyProjects(
  projects: readonly BoardProject[],
  { timeZone, scoring }: { timeZone: string; scoring: Scoring },
): { tally: Tally; score: Score } {
  let [count, rated, stars, streak, lastDay] = [0, 0, 0, 0, 0]
  let handedIn: Tally['handedIn'] = null
  for (const project of projects) {
    if (!isCounted(project)) continue
    count += 1
    streak = project.day === lastDay + 1 ? streak + 1 : 1
    lastDay = project.day
    if (project.score !== null) {
      rated += 1
      stars += project.score
    }
    const date = calendarDay(project.at, timeZone)
    if (handedIn === null || date > handedIn.date) handedIn = { date, count: 0 }
    if (date === handedIn.date) handedIn.count += 1
  }
  const tally = { rated, stars: roundToOneDecimal(stars), handedIn }
  return { tally, score: scoreFromTally({ ...tally, projects: count, streak }, scoring.weights) }
}
