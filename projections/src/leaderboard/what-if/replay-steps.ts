import type { OfficialRating } from '@thirty/contracts/rules/judging/normalised-score.ts'
import { calculateMean, roundToOneDecimal, scoreFromTally } from '@thirty/contracts/rules/points.ts'
import { countedAverage, type Scoring } from '@thirty/contracts/rules/scoring.ts'
import {
  numbersPerStep,
  stepKinds,
  type ConflictChange,
  type ScoreTape,
  type TapedParticipant,
} from './tape.ts'

/** Points and number of projects that count, and the position of the event with which the points were reached. */
export type ReplayedStanding = { totalPoints: number; projects: number; reached: number }

/** The project of a day. `official` has rater × 64 + tenths for each rating. */
type DayProject = { isCounted: boolean; official: readonly number[] }

/** Returns a function that computes standings with a scoring up to a position, as the projection of the leaderboard does. */
export function standingsWith(
  { raters }: Pick<ScoreTape, 'raters'>,
  scoring: Scoring,
  upTo: number,
): (participant: TapedParticipant) => ReplayedStanding {
  const counted = new Map<number, number>()
  const countedOf = (rating: number): number => {
    const known = counted.get(rating)
    if (known !== undefined) return known
    const value = countedAverage({ rater: raters[rating >> 6] ?? '', average: (rating & 63) / 10 }, scoring)
    counted.set(rating, value)
    return value
  }
  const starsOf = ({ official }: DayProject): number => calculateMean(official.map(countedOf))

  return ({ steps, joined, boardFrom }) => {
    const projects: (DayProject | undefined)[] = []
    let [rated, stars, totalPoints, reached, count] = [0, 0, 0, joined, 0]
    for (let at = boardFrom; at < steps.length && (steps[at] ?? 0) <= upTo; at += numbersPerStep) {
      const [position = 0, kindAndDay = 0, rating = 0] = [steps[at], steps[at + 1], steps[at + 2]]
      const day = kindAndDay & 31
      const before = projects[day]
      const after = projectAfter(before, kindAndDay >> 5, rating)
      if (after === before) continue
      projects[day] = after
      for (const [project, times] of [[before, -1] as const, [after, 1] as const]) {
        if (project?.isCounted !== true || project.official.length === 0) continue
        rated += times
        stars = roundToOneDecimal(stars + times * starsOf(project))
      }
      const series = seriesOf(projects)
      count = series.projects
      const total = scoreFromTally({ ...series, rated, stars }, scoring.weights).totalPoints
      if (total !== totalPoints) [totalPoints, reached] = [total, position]
    }
    return { totalPoints, projects: count, reached }
  }
}

/** Returns a project after a step as the leaderboard has it: an unofficial rating changes nothing. */
function projectAfter(project: DayProject | undefined, kind: number, rating: number): DayProject | undefined {
  if (kind === stepKinds.submitted) return { isCounted: true, official: [] }
  if (project === undefined || kind === stepKinds.withdrawn) return undefined
  if (kind === stepKinds.unofficial) return project
  if (kind === stepKinds.rated) return { ...project, official: [...ratingsOfOthers(project, rating), rating] }
  const isCounted = kind === stepKinds.counted
  return isCounted === project.isCounted ? project : { ...project, isCounted }
}

const ratingsOfOthers = ({ official }: DayProject, rating: number): readonly number[] =>
  official.filter((other) => other >> 6 !== rating >> 6)

/** Returns a project after a step as the judging has it: an unofficial rating takes the official one of its rater back. */
function judgedAfter(project: DayProject | undefined, kind: number, rating: number): DayProject | undefined {
  if (project === undefined || kind !== stepKinds.unofficial) return projectAfter(project, kind, rating)
  return { ...project, official: ratingsOfOthers(project, rating) }
}

function seriesOf(projects: readonly (DayProject | undefined)[]): { projects: number; streak: number } {
  let [count, streak, lastDay] = [0, 0, 0]
  for (let day = 1; day < projects.length; day += 1) {
    if (projects[day]?.isCounted !== true) continue
    count += 1
    streak = day === lastDay + 1 ? streak + 1 : 1
    lastDay = day
  }
  return { projects: count, streak }
}

/**
 * Returns the ratings behind the scales of the reviewers at a position: the official ratings of projects that count, without those with
 * a conflict of interest.
 */
export function ratingsAt({ participants, raters, conflicts }: ScoreTape, upTo: number): OfficialRating[] {
  const ratings: OfficialRating[] = []
  for (const [owner, { steps }] of participants) {
    const conflicted = conflictedAt(conflicts.get(owner) ?? [], upTo)
    const projects: (DayProject | undefined)[] = []
    for (let at = 0; at < steps.length && (steps[at] ?? 0) <= upTo; at += numbersPerStep) {
      const [kindAndDay = 0, rating = 0] = [steps[at + 1], steps[at + 2]]
      projects[kindAndDay & 31] = judgedAfter(projects[kindAndDay & 31], kindAndDay >> 5, rating)
    }
    for (const project of projects)
      for (const rating of project?.isCounted ? project.official : []) {
        const reviewer = raters[rating >> 6] ?? ''
        if (!conflicted.has(reviewer)) ratings.push({ reviewer, average: (rating & 63) / 10 })
      }
  }
  return ratings
}

function conflictedAt(changes: readonly ConflictChange[], upTo: number): ReadonlySet<string> {
  const admins = new Set<string>()
  for (const { position, admin, isDeclared } of changes) {
    if (position > upTo) break
    if (isDeclared) admins.add(admin)
    else admins.delete(admin)
  }
  return admins
}
