import { projectEvents, type ProjectContent, type ProjectEvent } from '@thirty/contracts/projects/events.ts'
import {
  evolveStatus,
  isPresent,
  isStatusEvent,
  type ProjectStatus,
} from '@thirty/contracts/projects/project-life.ts'
import { textBytes } from '@thirty/contracts/user-texts/written-texts.ts'

/**
 * A project of one participant, run and day. A withdrawal frees the day and drops the content. `versions` counts
 * submissions and revisions, `bytes` is the size of their texts.
 */
export type Project = { versions: number; bytes: number } & (
  | { status: 'none' | 'withdrawn' }
  | { status: ProjectStatus; content: ProjectContent }
)

export const projectFold = {
  events: projectEvents,
  initial: { status: 'none', versions: 0, bytes: 0 } as Project,
  evolve(project: Project, event: ProjectEvent): Project {
    if (!isStatusEvent(event)) return project
    const { versions, bytes } = project
    const status = evolveStatus(project.status, event)
    if (!isPresent(status)) return { status, versions, bytes }
    if (event.type === 'ProjectSubmitted' || event.type === 'ProjectRevised')
      return {
        status,
        content: event.data,
        versions: versions + 1,
        bytes: bytes + contentBytes(event.data),
      }
    return projectExists(project) ? { ...project, status } : project
  },
}

export const contentBytes = (content: ProjectContent): number =>
  Object.values(content).reduce((sum, text) => sum + textBytes(text ?? ''), 0)

/** Returns whether the project occupies its day. */
export const projectExists = (project: Project): project is Extract<Project, { content: ProjectContent }> =>
  'content' in project
