import type { ProjectCard, ProjectResponse } from '@thirty/contracts/projects/api.ts'
import { rooms, type SubmissionMessage } from '@thirty/contracts/live/live.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, reloads, reloadsOn } from '../../shared/live/live-data.ts'
import { figureRules } from '../../shared/projects/live-figures.ts'

/** The projects that are open, by their ids. Their figures are updated live; an owner also sees reviews. */
export const openProject = liveData<ProjectResponse, string>({
  room: (projectId) => rooms.project(projectId),
  load: (projectId, signal) => request('GET', '/api/projects/:projectId', { params: { projectId }, signal }),
  messages: {
    // The position stays that of the load: one batch can lead to several messages with the same position.
    ...figureRules<ProjectResponse>((data, change) => {
      const project = change(data.project)
      return project === data.project ? data : { ...data, project }
    }),
    'submission.changed': applyReview,
    // After a reset the project belongs to a run that is not shown.
    ...reloadsOn('challenge.changed'),
  },
})

/** Changes the project on screen, after a command of this user. */
export const changeShownProject = (projectId: string, change: Partial<ProjectCard>): void =>
  openProject.at(projectId).change((data) => ({ ...data, project: { ...data.project, ...change } }))

function applyReview(data: ProjectResponse, { items }: SubmissionMessage, reload: () => void) {
  const item = items.findLast(({ project }) => project._id === data.project._id)
  if (item === undefined) return data
  if (item.what === 'withdrawn') return reloads(data, item, reload)
  // The message does not say whether the reader likes the project.
  const { likedByMe } = data.project
  return { ...data, project: { ...item.project, ...(likedByMe !== undefined && { likedByMe }) } }
}
