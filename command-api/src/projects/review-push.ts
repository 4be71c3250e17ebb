// Tells the owner of a project by push that it was rejected. An approval is not pushed.

import { excerptOf } from '@thirty/contracts/user-texts/excerpt.ts'
import type { ProjectEvent } from '@thirty/contracts/projects/events.ts'
import { shownReviewText } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import type { Recorded } from '../fold.ts'
import type { NotifyByPush } from '../notify-by-push.ts'

/** Characters of a reason that a push message contains: systems show few lines, and push services accept four kilobytes. */
const maxReasonLength = 200

export function notifyOfReview(
  { notifyByPush }: { notifyByPush: NotifyByPush },
  { projectId, projectName: project, ownerName }: Record<'projectId' | 'projectName' | 'ownerName', string>,
  event: Recorded<ProjectEvent> | undefined,
): void {
  const { user, day } = parseProjectId(projectId) ?? {}
  if (event?.type !== 'ProjectRejected' || user === undefined || day === undefined) return
  const { reason: stored = '', nameOpen } = event.data
  const reason = shownReviewText({ text: stored, ...(nameOpen && { nameOpen }) }, ownerName)
  notifyByPush(user, {
    write: ({ text }) => ({
      title: text('pushRejectedTitle'),
      body: reason
        ? text('pushRejectedWithReason', { project, day, reason: excerptOf(reason, maxReasonLength) })
        : text('pushRejected', { project, day }),
    }),
    path: `/project/${projectId}`,
    tag: `reviewed ${projectId}`,
    event,
  })
}
