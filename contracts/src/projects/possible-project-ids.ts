import { totalDays } from '../challenge/challenge-day.ts'
import type { History } from '../challenge/history.ts'
import { projectId } from './project-id.ts'

/**
 * Returns the ids of all projects that a user may have in a history: one for each day of each of its runs. A project keeps
 * the id of the run in which it was submitted, so a day may have a withdrawn project of one run and a project of another.
 */
export const possibleProjectIds = (history: History, user: string): string[] =>
  history.flatMap(({ run }) =>
    Array.from({ length: totalDays }, (_, index) => projectId({ run, day: index + 1, user })),
  )
