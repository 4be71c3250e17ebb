import type { OwnSubmission } from '@thirty/contracts/api/accounts/own-data.ts'
import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents, type ProjectContent } from '@thirty/contracts/events/project.ts'
import { imagePath } from '@thirty/contracts/rules/images.ts'
import { parseProjectId, projectIdFromStream } from '@thirty/contracts/rules/streams/project-id.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'

const submissionEvents = pickEvents(
  projectEvents,
  'ProjectSubmitted',
  'ProjectRevised',
  'ProjectWithdrawn',
  'ProjectApproved',
  'ProjectRejected',
)

/** Applies one event to the projects of a user, by project id. Other events, and projects of other users, change nothing. */
export function collectSubmission(
  submissions: Map<string, OwnSubmission>,
  user: string,
  event: RecordedEvent,
): void {
  if (!isEventOf(submissionEvents, event)) return
  const projectId = projectIdFromStream(event.stream) ?? ''
  const parts = parseProjectId(projectId)
  if (parts?.user !== user) return
  const { run, day } = parts
  const submission = submissions.get(projectId)
  switch (event.type) {
    case 'ProjectSubmitted': {
      const { at } = event
      submissions.set(projectId, { projectId, run, day, status: 'submitted', ...contentOf(event.data), at })
      break
    }
    case 'ProjectRevised':
      if (submission)
        submissions.set(projectId, { ...submission, status: 'submitted', ...contentOf(event.data) })
      break
    case 'ProjectWithdrawn':
      submissions.delete(projectId)
      break
    case 'ProjectApproved':
      if (submission) submissions.set(projectId, { ...submission, status: 'approved' })
      break
    case 'ProjectRejected':
      if (submission) submissions.set(projectId, { ...submission, status: 'rejected' })
      break
    default:
      event satisfies never
  }
}

const contentOf = ({ image, frameworks = '', ...content }: ProjectContent) => ({
  ...content,
  frameworks,
  imageUrl: imagePath(image),
})
