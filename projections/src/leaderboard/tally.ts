// Sums over the projects of a participant, from which the points follow. They are updated whenever a project changes.

import { isCounted, type ProjectLife } from '@thirty/contracts/projects/project-life.ts'
import { calendarDay } from '@thirty/contracts/challenge/calendar.ts'
import {
  roundToOneDecimal,
  scoreFromTally,
  type Score,
  type Weights,
} from '@thirty/contracts/leaderboard/points.ts'

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

export const emptyTally: Tally = { rated: 0, stars: 0, handedIn: null }

/** A project before and after a change; `undefined` when it did not exist then. */
export type ProjectChange = { before: BoardProject | undefined; after: BoardProject | undefined }

/**
 * Returns the tally after one project changed. `projects` are all projects after the change; dates are in the time
 * zone of the challenge.
 */
export function updateTally(
  tally: Tally,
  change: ProjectChange,
  projects: readonly BoardProject[],
  timeZone: string,
): Tally {
  const before = ifCounted(change.before)
  const after = ifCounted(change.after)
  return {
    rated: tally.rated - ratedCount(before) + ratedCount(after),
    stars: roundToOneDecimal(tally.stars - (before?.score ?? 0) + (after?.score ?? 0)),
    handedIn: submissionsOnLatestDate(tally.handedIn, { before, after }, projects, timeZone),
  }
}

const ifCounted = (project: BoardProject | undefined) => (project && isCounted(project) ? project : undefined)
const ratedCount = (project: BoardProject | undefined) => (project && project.score !== null ? 1 : 0)

function submissionsOnLatestDate(
  current: Tally['handedIn'],
  { before, after }: ProjectChange,
  projects: readonly BoardProject[],
  timeZone: string,
): Tally['handedIn'] {
  if (before?.at === after?.at) return current
  return before === undefined && after !== undefined
    ? addSubmission(current, calendarDay(after.at, timeZone))
    : projects
        .filter(isCounted)
        .reduce((sum, { at }) => addSubmission(sum, calendarDay(at, timeZone)), emptyTally.handedIn)
}

function addSubmission(current: Tally['handedIn'], date: number): Tally['handedIn'] {
  if (current === null || date > current.date) return { date, count: 1 }
  return date === current.date ? { date, count: current.count + 1 } : current
}

/** The score of a tally and the projects that it sums up, which are in the order of their days. */
export function tallyScore(
  { rated, stars }: Tally,
  projects: readonly BoardProject[],
  weights: Weights,
): Score {
  let [count, streak, lastDay] = [0, 0, 0]
  for (const project of projects) {
    if (!isCounted(project)) continue
    count += 1
    streak = project.day === lastDay + 1 ? streak + 1 : 1
    lastDay = project.day
  }
  return scoreFromTally({ projects: count, rated, stars, streak }, weights)
}
