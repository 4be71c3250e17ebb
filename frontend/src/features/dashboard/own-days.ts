import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import { dayMarks } from '../../shared/challenge/day-marks.ts'
import type { DayMark } from '../../shared/charts/days/day-mark.ts'

/** Returns the user's thirty days: those of their leaderboard row, which has the scores, and submissions missing there. */
export function ownDays(
  days: Parameters<typeof dayMarks>[0],
  projects: readonly ProjectCard[],
  today: number,
): DayMark[] {
  const listedDays = new Set(days.map((each) => each.day))
  const unlisted = projects
    .filter(({ day }) => !listedDays.has(day))
    .map(({ day, status }) => ({ day, status, score: null }))
  return dayMarks([...days, ...unlisted], today)
}
