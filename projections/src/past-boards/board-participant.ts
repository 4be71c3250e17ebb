import type { ProjectStatus } from '@thirty/contracts/events/project-life.ts'
import type { Score } from '@thirty/contracts/rules/points.ts'

/** A project of a participant. `at` is the time of its submission in milliseconds since 1970. */
export type PastProject = {
  id: string
  day: number
  name: string
  status: ProjectStatus
  at: number
}

/**
 * The projects of a participant. `raters` has the ids of the users who rated each project, separated by spaces, by the day of the
 * project.
 */
export type Projects = {
  projects: readonly PastProject[]
  raters?: Readonly<Record<number, string>> | undefined
}

/**
 * A participant without the projects. `reached` is the sortable position at which the total was reached; `isExcluded` is set when
 * the scoring excludes the participant.
 */
export type Standing = {
  status: 'active' | 'inactive' | 'pending'
  score: Score
  reached: string
  isExcluded?: true
}

/** A participant of a past leaderboard. */
export type PastParticipant = Standing & Projects
