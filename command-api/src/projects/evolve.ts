import type { ProjectContent, ProjectEvent } from '@thirty/contracts/events/project.ts'
import { textBytes } from '@thirty/contracts/rules/text/written-texts.ts'

/**
 * A project of one participant, run and day. A withdrawal frees the day and drops the content. `versions` counts
 * submissions and revisions, `bytes` is the size of their texts.
 */
export type Project = { versions: number; bytes: number } & (
  | { status: 'none' | 'withdrawn' }
  | { status: 'submitted' | 'approved' | 'rejected'; content: ProjectContent }
)

export const noProject: Project = { status: 'none', versions: 0, bytes: 0 }

export function evolve(project: Project, event: ProjectEvent): Project {
  switch (event.type) {
    case 'ProjectSubmitted':
    case 'ProjectRevised':
      return {
        status: 'submitted',
        content: event.data,
        versions: project.versions + 1,
        bytes: project.bytes + contentBytes(event.data),
      }
    case 'ProjectWithdrawn':
      return { status: 'withdrawn', versions: project.versions, bytes: project.bytes }
    case 'ProjectApproved':
      return projectExists(project) ? { ...project, status: 'approved' } : project
    case 'ProjectRejected':
      return projectExists(project) ? { ...project, status: 'rejected' } : project
    case 'ProjectRated':
    case 'ProjectLiked':
    case 'ProjectUnliked':
    case 'CommentPosted':
    case 'CommentRemoved':
    case 'CommentHidden':
    case 'CommentShown':
      return project
    default:
      return project
  }
}

/** Returns the size of the texts of a project. */
export const contentBytes = (content: ProjectContent): number =>
  Object.values(content).reduce((sum, text) => sum + textBytes(text ?? ''), 0)

/** Returns whether the project occupies its day. */
export const projectExists = (project: Project): project is Extract<Project, { content: ProjectContent }> =>
  'content' in project
