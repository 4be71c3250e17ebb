// The thirty days as the charts of days draw them (`DayMark`), of a participant or without one, and their heights by difficulty.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import type { BoardRow } from '@thirty/contracts/leaderboard/api.ts'
import { challengeBriefs, difficultyLevel } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { difficultyShares, type DayMark } from '../charts/slanted-bars.ts'

type BoardDay = BoardRow['days'][number]

const marks = (markOf: (day: number) => Pick<DayMark, 'state' | 'score'>): DayMark[] =>
  challengeBriefs.map(({ day, title, difficulty }) => ({
    day,
    title,
    difficulty: difficultyLevel(difficulty),
    ...markOf(day),
  }))

/** Returns the marks of all thirty days from a participant's submitted days. `today` is the current day of the challenge. */
export function dayMarks(days: readonly BoardDay[], today: number): DayMark[] {
  const submittedDays = new Map(days.map((entry) => [entry.day, entry]))
  return marks((day) => {
    const entry = submittedDays.get(day)
    return { state: dayState(day, entry, today), ...(entry?.score != null && { score: entry.score }) }
  })
}

/** Returns the marks of all thirty days from the projects of one participant. */
export const projectDayMarks = (
  projects: readonly Pick<ProjectCard, 'day' | 'status' | 'ratingCount' | 'averageRating'>[],
  today: number,
): DayMark[] =>
  dayMarks(
    projects.map((each) => ({ ...each, score: each.ratingCount > 0 ? each.averageRating : null })),
    today,
  )

function dayState(day: number, entry: BoardDay | undefined, today: number): DayMark['state'] {
  if (entry?.status === 'rejected') return 'rejected'
  if (day === today) return entry ? 'today-done' : 'today-open'
  if (entry) return entry.score === null ? 'unrated' : 'scored'
  return day < today ? 'missed' : 'to-come'
}

/** Returns the thirty days without a participant, to tell past days (drawn as `scored`), today and future days apart. */
export const plannedDays = (today: number): DayMark[] =>
  marks((day) => ({ state: day === today ? 'today-open' : day < today ? 'scored' : 'to-come' }))

/** The height of each of the thirty slashes, 0 to 1, for a chart whose heights show the difficulty of the days. */
export const difficultyHeights: readonly number[] = challengeBriefs.map(
  ({ difficulty }) => difficultyShares[difficultyLevel(difficulty)],
)
