import type { ProjectContent, ProjectEvent } from '@thirty/contracts/events/project.ts'

/**
 * A project of one participant, run and day. A withdrawal frees the day and drops the content. `versions` counts
 * submissions and revisions.
 */
export type Project = { versions: number } & (
  | { status: 'none' | 'withdrawn' }
  | { status: 'submitted' | 'approved' | 'rejected'; content: ProjectContent }
)

export const noProject: Project = { status: 'none', versions: 0 }

export function evolve(project: Project, event: ProjectEvent): Project {
  switch (event.type) {
    case 'ProjectSubmitted':
    case 'ProjectRevised':
      return { status: 'submitted', content: event.data, versions: project.versions + 1 }
    case 'ProjectWithdrawn':
      return { status: 'withdrawn', versions: project.versions }
    case 'ProjectApproved':
      return projectExists(project) ? { ...project, status: 'approved' } : project
    case 'ProjectRejected':
      return projectExists(project) ? { ...project, status: 'rejected' } : project
    case 'ProjectRated':
    case 'ProjectLiked':
    case 'ProjectUnliked':
    case 'CommentPosted':
    case 'CommentRemoved':
      return project
    default:
      return project
  }
}

/** Returns whether the project occupies its day. */
export const projectExists = (project: Project): project is Extract<Project, { content: ProjectContent }> =>
  'content' in project
