import type { ProjectCard, ProjectsResponse } from '@thirty/contracts/api/projects/projects.ts'
import type { SubmissionMessage } from '@thirty/contracts/live.ts'
import { request } from '../http/http.ts'
import { createLiveStore } from '../live/live-store.ts'

/** The submissions of the signed-in participant in the current run, newest first, with the number of each status. */
export type OwnSubmissions = Pick<
  ProjectsResponse,
  'projects' | 'counts' | 'nextCursor' | 'position' | 'epoch'
>

/** More than the thirty days of a run. */
const limit = 100

/** The user's own submissions, updated live when they are submitted or reviewed. */
export const ownSubmissionsStore = createLiveStore<OwnSubmissions>({
  initialKey: undefined,
  load: ({ signal }) => request('GET', '/api/projects/my-projects', { query: { limit }, signal }),
  messages: {
    'submission.received': { apply: applyMessage },
    'submission.changed': { apply: applyMessage },
    'challenge.changed': {
      sequence: () => 'challenge',
      // A new run begins without submissions.
      apply: (submissions, _, reload) => {
        reload()
        return submissions
      },
    },
  },
})

/** The position stays that of the load: one batch can lead to two messages with the same position. */
function applyMessage(submissions: OwnSubmissions, { items }: SubmissionMessage): OwnSubmissions {
  const projects = items.reduce(applyItem, submissions.projects)
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

const countByStatus = (projects: readonly ProjectCard[]): OwnSubmissions['counts'] => {
  const count = (status: ProjectCard['status']) =>
    projects.filter((project) => project.status === status).length
  return {
    all: projects.length,
    submitted: count('submitted'),
    approved: count('approved'),
    rejected: count('rejected'),
  }
}
