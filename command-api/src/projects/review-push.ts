import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import { parseProjectId } from '@thirty/contracts/rules/streams/project-id.ts'
import type { Recorded } from '../fold.ts'
import type { NotifyByPush } from '../notify-by-push.ts'

/** Characters of a reason that a push message contains: systems show few lines, and push services accept four kilobytes. */
const maxReasonLength = 200

/** Tells the owner of a project by push that it was rejected. An approval is not pushed. */
export function notifyOfReview(
  { notifyByPush }: { notifyByPush: NotifyByPush },
  projectId: string,
  event: Recorded<ProjectEvent> | undefined,
): void {
  const { user, day } = parseProjectId(projectId) ?? {}
  if (event?.type !== 'ProjectRejected' || user === undefined) return
  const { reason } = event.data
  notifyByPush(user, {
    title: 'Your project was rejected',
    body: reason ? `Day ${day}: ${truncate(reason)}` : `Day ${day}`,
    path: `/project/${projectId}`,
    tag: `reviewed ${projectId}`,
    event,
  })
}

/** Cuts between code points, never inside one. */
function truncate(text: string): string {
  const characters = [...text]
  return characters.length <= maxReasonLength ? text : `${characters.slice(0, maxReasonLength).join('')}…`
}
