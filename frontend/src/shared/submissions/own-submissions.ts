import type { ProjectCard, ProjectsResponse } from '@thirty/contracts/projects/api.ts'
import type { SubmissionMessage, SubmissionUpdate } from '@thirty/contracts/live/live.ts'
import { request } from '../http/http.ts'
import { liveData, reloadsOn } from '../live/live-data.ts'
import { figureRules } from '../projects/live-figures.ts'

/** The submissions of a participant in the current run, newest first, with the number of each status. */
export type Submissions = Pick<ProjectsResponse, 'projects' | 'counts' | 'nextCursor' | 'position' | 'epoch'>

/** More submissions than a participant can have: a run has thirty days. */
export const submissionLimit = 100

/** The user's own submissions, updated live when they are submitted, reviewed, rated, liked or commented on. */
export const ownSubmissions = liveData<Submissions>({
  load: (_key, signal) =>
    request('GET', '/api/projects/my-projects', { query: { limit: submissionLimit }, signal }),
  messages: {
    ...submissionRules(() => true),
    ...figureRules<Submissions>((own, change) => ({ ...own, projects: own.projects.map(change) })),
  },
  isEmpty: ({ projects }) => projects.length === 0,
})

/**
 * Returns how messages change the submissions of one participant; `isTheirs` finds theirs among those of a message. The position stays that
 * of the load: one batch can lead to two messages with the same position.
 */
export function submissionRules(isTheirs: (project: ProjectCard) => boolean) {
  const apply = (submissions: Submissions, { items }: SubmissionMessage): Submissions => {
    const changes = items.filter(({ project }) => isTheirs(project))
    const projects = changes.reduce(applyChange, submissions.projects)
    const count = (status: ProjectCard['status']) =>
      projects.filter((project) => project.status === status).length
    const counts = {
      all: projects.length,
      submitted: count('submitted'),
      approved: count('approved'),
      rejected: count('rejected'),
    }
    return { ...submissions, projects, counts }
  }
  return {
    'submission.received': apply,
    'submission.changed': apply,
    // A new run begins without submissions.
    ...reloadsOn('challenge.changed'),
  }
}

function applyChange(projects: ProjectCard[], { project, what }: SubmissionUpdate): ProjectCard[] {
  if (what === 'withdrawn') return projects.filter(({ _id }) => _id !== project._id)
  if (!projects.some(({ _id }) => _id === project._id)) return [project, ...projects]
  return projects.map((other) => (other._id === project._id ? project : other))
}
