import type { ProjectCard, ProjectsResponse } from '@thirty/contracts/projects/api.ts'
import type { SubmissionMessage } from '@thirty/contracts/live/live.ts'
import { request } from '../http/http.ts'
import { liveData, reloadsOn, useLiveData } from '../live/live-data.ts'
import { figureRules } from '../projects/live-figures.ts'

/** The submissions of a participant in the current run, newest first, with the number of each status. */
export type Submissions = Pick<ProjectsResponse, 'projects' | 'counts' | 'nextCursor' | 'position' | 'epoch'>

/** More than the thirty days of a run. */
const limit = 100

/** The user's own submissions, updated live when they are submitted, reviewed, rated, liked or commented on. */
export const ownSubmissions = liveData<Submissions>({
  load: (_key, signal) => request('GET', '/api/projects/my-projects', { query: { limit }, signal }),
  messages: {
    'submission.received': { apply: applySubmissions },
    'submission.changed': { apply: applySubmissions },
    ...figureRules<Submissions>((own, change) => ({ ...own, projects: own.projects.map(change) })),
    // A new run begins without submissions.
    ...reloadsOn('challenge.changed'),
  },
  isEmpty: ({ projects }) => projects.length === 0,
})

/**
 * Returns the submissions after these changes, all of the same participant. The position stays that of the load: one batch can
 * lead to two messages with the same position.
 */
export function applySubmissions(
  submissions: Submissions,
  { items }: Pick<SubmissionMessage, 'items'>,
): Submissions {
  const projects = items.reduce(applyItem, submissions.projects)
  return { ...submissions, projects, counts: countByStatus(projects) }
}

/** Returns the submissions without one that was withdrawn. */
export function withoutSubmission(submissions: Submissions, projectId: string): Submissions {
  const projects = submissions.projects.filter(({ _id: id }) => id !== projectId)
  return { ...submissions, projects, counts: countByStatus(projects) }
}

function applyItem(
  projects: ProjectCard[],
  { project, what }: SubmissionMessage['items'][number],
): ProjectCard[] {
  const isListed = projects.some((other) => other._id === project._id)
  if (what === 'withdrawn') return projects.filter((other) => other._id !== project._id)
  if (!isListed) return [project, ...projects]
  return projects.map((other) => (other._id === project._id ? project : other))
}

const countByStatus = (projects: readonly ProjectCard[]): Submissions['counts'] => {
  const count = (status: ProjectCard['status']) =>
    projects.filter((project) => project.status === status).length
  return {
    all: projects.length,
    submitted: count('submitted'),
    approved: count('approved'),
    rejected: count('rejected'),
  }
}

/** The submissions of the user, at most one for each day. They are undefined while they load and if loading failed. */
export function useOwnSubmissions(): { isLoading: boolean; projects: readonly ProjectCard[] | undefined } {
  const { state, data } = useLiveData(ownSubmissions)
  return { isLoading: state === 'loading', projects: data?.projects }
}
