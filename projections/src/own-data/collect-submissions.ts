import type { OwnSubmission } from '@thirty/contracts/accounts/own-data-api.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import type { ProjectContent } from '@thirty/contracts/projects/events.ts'
import { evolveStatus, isPresent, statusEvents } from '@thirty/contracts/projects/project-life.ts'
import { imagePath } from '@thirty/contracts/images/images.ts'
import { allTextsOf } from '@thirty/contracts/projects/project-texts.ts'
import { parseProjectId, projectIdFromStream } from '@thirty/contracts/projects/project-id.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'

/** Applies one event to the projects of a user, by project id. Other events, and projects of other users, change nothing. */
export function collectSubmission(
  submissions: Map<string, OwnSubmission>,
  user: string,
  event: RecordedEvent,
): void {
  if (!isEventOf(statusEvents, event)) return
  const projectId = projectIdFromStream(event.stream) ?? ''
  const parts = parseProjectId(projectId)
  if (parts?.user !== user) return
  const { run, day } = parts
  const known = submissions.get(projectId)
  const status = evolveStatus(known?.status ?? 'none', event)
  if (!isPresent(status)) submissions.delete(projectId)
  else if (event.type === 'ProjectSubmitted')
    submissions.set(projectId, { projectId, run, day, status, ...contentOf(event.data), at: event.at })
  else if (known)
    submissions.set(projectId, {
      ...known,
      status,
      ...(event.type === 'ProjectRevised' && contentOf(event.data)),
    })
}

const contentOf = (content: ProjectContent) => ({
  ...allTextsOf(content),
  imageUrl: imagePath(content.image),
})
