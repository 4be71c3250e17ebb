import type { Criteria } from '@thirty/contracts/rules/ratings.ts'
import type { ProjectEvent } from '@thirty/contracts/events/project.ts'

/** The latest rating of one rater. `official`: the rater was an admin at that time. */
export type Rating = { official: boolean; criteria: Criteria; feedback: string }

/** A rating, with the one before it. Nothing is copied for a new one: some projects are rated by a thousand. */
export type RatingEntry = { rater: string; rating: Rating; previous: RatingEntry | undefined }

/** A project as far as ratings go. Who rated what is kept while it is rejected: a revision opens it again. */
export type RatedProject =
  { status: 'none' | 'withdrawn' } | { status: 'rateable' | 'rejected'; newest: RatingEntry | undefined }

export const noProject: RatedProject = { status: 'none' }

export function evolve(project: RatedProject, event: ProjectEvent): RatedProject {
  switch (event.type) {
    case 'ProjectSubmitted':
      return { status: 'rateable', newest: undefined }
    case 'ProjectRevised':
    case 'ProjectApproved':
      return { status: 'rateable', newest: newestOf(project) }
    case 'ProjectRejected':
      return { status: 'rejected', newest: newestOf(project) }
    case 'ProjectWithdrawn':
      return { status: 'withdrawn' }
    case 'ProjectRated': {
      const { rater, ...rating } = event.data
      return 'newest' in project
        ? { ...project, newest: { rater, rating, previous: project.newest } }
        : project
    }
    case 'ProjectLiked':
    case 'ProjectUnliked':
    case 'CommentPosted':
    case 'CommentRemoved':
      return project
    default:
      return project
  }
}

const newestOf = (project: RatedProject): RatingEntry | undefined =>
  'newest' in project ? project.newest : undefined

/** Every rating of a project, the latest first; none of one that is not there. */
export function* ratingsIn(project: RatedProject): Generator<RatingEntry> {
  for (let rated = newestOf(project); rated !== undefined; rated = rated.previous) yield rated
}
