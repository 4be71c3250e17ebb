import type { BoardRow } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { challengeBriefs, difficultyLevel } from '@thirty/contracts/challenge-briefs.ts'
import type { DayMark } from '../charts/days/day-mark.ts'

type BoardDay = BoardRow['days'][number]

/** Returns thirty marks from a participant's submitted days. `today` is the current day of the challenge. */
export function dayMarks(days: readonly BoardDay[], today: number): DayMark[] {
  const submissions = new Map(days.map((each) => [each.day, each]))
  return challengeBriefs.map(({ day, title, difficulty }) => {
    const entry = submissions.get(day)
    return {
      day,
      title,
      difficulty: difficultyLevel(difficulty),
      state: dayState(day, entry, today),
      ...(entry?.score != null && { score: entry.score }),
    }
  })
}

function dayState(day: number, entry: BoardDay | undefined, today: number): DayMark['state'] {
  if (entry?.status === 'rejected') return 'rejected'
  if (day === today) return entry ? 'today-done' : 'today-open'
  if (entry) return entry.score === null ? 'unrated' : 'scored'
  return day < today ? 'missed' : 'to-come'
}

/** Returns the thirty days of the plan, without a participant: past days, today and future days. */
export const plannedDays = (today: number): DayMark[] =>
  challengeBriefs.map(({ day, title, difficulty }) => ({
    day,
    title,
    difficulty: difficultyLevel(difficulty),
    state: day === today ? 'today-open' : day < today ? 'scored' : 'to-come',
  }))

/** The relative height of each of the thirty slashes, 0 to 1, where height shows difficulty. */
export const difficultyHeights: readonly number[] = challengeBriefs.map(
  ({ difficulty }) => [0.42, 0.7, 1][difficultyLevel(difficulty) - 1] ?? 1,
)
