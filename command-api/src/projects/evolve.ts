import type { ProjectContent, ProjectEvent } from '@thirty/contracts/events/project.ts'

/**
 * A project of one participant, run and day. Withdrawn frees the day; what was handed in is of no more use. `versions` is
 * how often it was handed in or revised.
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

/** Whether the project takes its day. */
export const projectExists = (project: Project): project is Extract<Project, { content: ProjectContent }> =>
  'content' in project
