import type { BoardRow } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { challengeBriefs, difficultyLevel } from '@thirty/contracts/challenge-briefs.ts'
import type { DayMark } from '../charts/days/day-mark.ts'

type BoardDay = BoardRow['days'][number]

/** Thirty marks from the days that somebody handed in. `today` is the current day of the challenge. */
export function dayMarks(days: readonly BoardDay[], today: number): DayMark[] {
  const handedIn = new Map(days.map((each) => [each.day, each]))
  return challengeBriefs.map(({ day, title, difficulty }) => {
    const entry = handedIn.get(day)
    return {
      day,
      title,
      difficulty: difficultyLevel(difficulty),
      state: stateOf(day, entry, today),
      ...(entry?.score != null && { score: entry.score }),
    }
  })
}

function stateOf(day: number, entry: BoardDay | undefined, today: number): DayMark['state'] {
  if (entry?.status === 'rejected') return 'rejected'
  if (day === today) return entry ? 'today-done' : 'today-open'
  if (entry) return entry.score === null ? 'unrated' : 'scored'
  return day < today ? 'missed' : 'to-come'
}

/** The month as it was planned, nobody's in particular: days that are over, today, days to come. */
export const plannedDays = (today: number): DayMark[] =>
  challengeBriefs.map(({ day, title, difficulty }) => ({
    day,
    title,
    difficulty: difficultyLevel(difficulty),
    state: day === today ? 'today-open' : day < today ? 'scored' : 'to-come',
  }))

/** How tall each of the thirty slashes stands when height is difficulty, 0 to 1. */
export const difficultyHeights: readonly number[] = challengeBriefs.map(
  ({ difficulty }) => [0.42, 0.7, 1][difficultyLevel(difficulty) - 1] ?? 1,
)
