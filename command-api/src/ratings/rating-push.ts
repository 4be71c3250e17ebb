// Tells the owner of a project by push about a rating.

import { isCounted } from '@thirty/contracts/projects/project-life.ts'
import type { Criteria } from '@thirty/contracts/judging/ratings.ts'
import { calculateRatingAverage } from '@thirty/contracts/leaderboard/points.ts'
import { parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import type { NotifyByPush, PushNotice } from '../notify-by-push.ts'
import type { RatedProject } from './evolve.ts'

/** A rating of a project. The event is missing if it changed nothing. */
type GivenRating = { projectId: string; criteria: Criteria; event: PushNotice['event'] | undefined }

export function notifyOfRating(
  { notifyByPush }: { notifyByPush: NotifyByPush },
  project: RatedProject,
  { projectId, criteria, event }: GivenRating,
): void {
  const { user, day } = parseProjectId(projectId) ?? {}
  if (event === undefined || user === undefined || day === undefined) return
  if (!isCounted(project)) return
  const { projectName } = project
  notifyByPush(user, {
    write: ({ text }) => ({
      title: text('pushRatedTitle'),
      body: text('pushRated', { project: projectName, day, average: calculateRatingAverage(criteria) }),
    }),
    path: `/project/${projectId}`,
    tag: `rated ${projectId}`,
    event,
  })
}
