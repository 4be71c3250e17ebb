// The document of a participant on the leaderboard, the sums over its projects from which the points follow, and how participants are ordered.

import { calendarDay, formatCalendarDay } from '@thirty/contracts/challenge/calendar.ts'
import {
  calculateMean,
  type Score,
  roundToOneDecimal,
  scoreFromTally,
} from '@thirty/contracts/leaderboard/points.ts'
import type { NameCodes } from '@thirty/contracts/accounts/stand-ins.ts'
import { rankIndexEntry, sortablePosition } from '@thirty/contracts/leaderboard/rank.ts'
import { countedAverage, maxPointsOfAll, type Scoring } from '@thirty/contracts/leaderboard/scoring.ts'
import type { IndexPlace } from '@thirty/infra/read-models/read-models.ts'
import { isCounted, type ProjectLife } from '@thirty/contracts/projects/project-life.ts'

/** The standing of a participant at the end of a date (`2026-01-31`); `score` is null while not ranked. */
export type DailyStanding = { date: string; score: Score | null; reached: string }

/**
 * A participant of the leaderboard. `joined` is in milliseconds since 1970; `projects` are sorted by day; `reached` is the
 * sortable position at which the total was reached. `latest` is the current standing, `history` the standings at the
 * ends of earlier dates. `isGone` is set when the account was deleted, `isExcluded` when the scoring excludes the participant.
 */
export type Participant = {
  name: string
  /** For somebody without an account. */
  nameCodes?: NameCodes
  username: string | null
  picture: string | null
  status: 'active' | 'inactive' | 'pending'
  joined: number
  projects: readonly BoardProject[]
  score: Score
  tally: Tally
  reached: string
  latest: DailyStanding
  history: readonly DailyStanding[]
  isGone?: true
  isExcluded?: true
}

/** How the events about a participant are read. Dates are in `timeZone`. `isExcluded`: whether the scoring excludes the participant. */
export type BoardRules = { timeZone: string; scoring: Scoring; isExcluded: boolean }

export type RecordedAt = { at: string; position: bigint }

/** Returns the date (`2026-01-31`) of an ISO time in a time zone. */
export const dateOf = (at: string, timeZone: string): string =>
  // A fast path for a replay: ISO times of events are in UTC.
  timeZone === 'UTC'
    ? at.slice(0, 'yyyy-mm-dd'.length)
    : formatCalendarDay(calendarDay(Date.parse(at), timeZone))

export const isRanked = ({ status, isExcluded }: Pick<Participant, 'status' | 'isExcluded'>): boolean =>
  status === 'active' && isExcluded !== true

/** Returns the place of a ranked participant in the index `points`. */
export const placeOf = ({ score, reached }: Pick<Participant, 'score' | 'reached'>): IndexPlace =>
  rankIndexEntry(score, reached)

const maxTenthsInKey = 99_999

/**
 * Returns a text that sorts participants in rank order: participants with a project first, then by points descending, then by
 * the time at which the points were reached. Unique, since no event is about two participants.
 */
export function rankKey({ score, reached }: Pick<Participant, 'score' | 'reached'>): string {
  const missingTenths = maxTenthsInKey - Math.round(score.totalPoints * 10)
  return `${(score.projects > 0 ? 100_000 : 200_000) + missingTenths}-${reached}`
}

const maxTenths = maxPointsOfAll * 10
const maxPosition = 2 ** 38

/**
 * Returns a number that sorts in the same order, for sorting many participants. Exact for positions below 2^38: where
 * positions count bytes, that is a log of 256 gigabytes.
 */
export function numericRankKey({ score, reached }: { score: Score; reached: string }): number {
  const missingTenths = score.projects > 0 ? maxTenths - Math.round(score.totalPoints * 10) : maxTenths + 1
  return missingTenths * maxPosition + Number(reached)
}

/** Returns the participant with these projects since an event, and with the score and the standing that follow from them. */
export function withProjects(
  participant: Participant,
  projects: readonly BoardProject[],
  event: RecordedAt,
  rules: BoardRules,
): Participant {
  const { tally, score } = tallyProjects(projects, rules)
  const isSameTotal = score.totalPoints === participant.score.totalPoints
  const reached = isSameTotal ? participant.reached : sortablePosition(event.position)
  return withStanding({ ...participant, projects, score, tally, reached }, event, rules)
}

/**
 * Returns the participant with a new latest standing since an event, if status, score and `reached` have another rank than the latest one.
 */
export function withStanding(
  participant: Participant,
  { at }: RecordedAt,
  { timeZone }: BoardRules,
): Participant {
  const { latest, history, reached } = participant
  const score = isRanked(participant) ? participant.score : null
  // `reached` changes with every total. A first project may be worth nothing, and ranks before everybody without one.
  const hasProjects = (other: Score | null) => other && other.projects > 0
  if (latest.reached === reached && hasProjects(latest.score) === hasProjects(score)) return participant
  const date = dateOf(at, timeZone)
  // The text of the standing before, so that a date is kept once.
  if (date === latest.date) return { ...participant, latest: { date: latest.date, score, reached } }
  // If the clock was set back, later dates are dropped. `toSpliced`, because a spread array reserves memory to grow.
  const earlier =
    date > latest.date
      ? history.toSpliced(history.length, 0, latest)
      : history.filter((standing) => standing.date < date)
  return { ...participant, latest: { date, score, reached }, history: earlier }
}

/** Returns the standing of a participant at the end of a date (`2026-01-31`); `undefined` before the first. */
export const standingAtEndOf = ({ latest, history }: Participant, date: string): DailyStanding | undefined =>
  latest.date <= date ? latest : history.findLast((standing) => standing.date <= date)

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
type Tally = { rated: number; stars: number; handedIn: { date: number; count: number } | null }

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

/** Returns what official ratings count for a project: their mean; null without any. */
export const scoreOfRatings = (official: BoardProject['official'], scoring: Scoring): number | null =>
  official.length === 0 ? null : calculateMean(official.map((rating) => countedAverage(rating, scoring)))

/** Returns the points that a participant would have with another scoring. */
export function pointsWith({ projects }: Participant, rules: Parameters<typeof tallyProjects>[1]): number {
  const scored = projects.map((project) => ({
    ...project,
    score: scoreOfRatings(project.official, rules.scoring),
  }))
  return tallyProjects(scored, rules).score.totalPoints
}
