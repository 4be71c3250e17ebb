import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import { dayMarks } from '../../shared/challenge/day-marks.ts'
import type { DayMark } from '../../shared/charts/days/day-mark.ts'

/** Returns the user's thirty days: the days of the leaderboard row, which have scores, and submissions that it lacks. */
export function ownDays(
  days: Parameters<typeof dayMarks>[0],
  projects: readonly ProjectCard[],
  today: number,
): DayMark[] {
  const listedDays = new Set(days.map(({ day }) => day))
  const unlisted = projects
    .filter(({ day }) => !listedDays.has(day))
    .map(({ day, status }) => ({ day, status, score: null }))
  return dayMarks([...days, ...unlisted], today)
}
