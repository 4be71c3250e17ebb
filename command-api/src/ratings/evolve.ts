import type { Criteria } from '@thirty/contracts/api/ratings.ts'
import type { ProjectEvent } from '@thirty/contracts/events/project.ts'

/** The latest rating of one rater. `official`: the rater was an admin at that time. */
export type Rating = { official: boolean; criteria: Criteria; feedback: string }

/** A project as far as ratings go. Who rated what is kept while it is rejected: a revision opens it again. */
export type RatedProject =
  { status: 'none' | 'withdrawn' } | { status: 'rateable' | 'rejected'; ratings: ReadonlyMap<string, Rating> }

export const noProject: RatedProject = { status: 'none' }

export function evolve(project: RatedProject, event: ProjectEvent): RatedProject {
  switch (event.type) {
    case 'ProjectSubmitted':
      return { status: 'rateable', ratings: new Map() }
    case 'ProjectRevised':
    case 'ProjectApproved':
      return { status: 'rateable', ratings: ratingsOf(project) }
    case 'ProjectRejected':
      return { status: 'rejected', ratings: ratingsOf(project) }
    case 'ProjectWithdrawn':
      return { status: 'withdrawn' }
    case 'ProjectRated': {
      const { rater, ...rating } = event.data
      return 'ratings' in project
        ? { ...project, ratings: new Map(project.ratings).set(rater, rating) }
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

/** The ratings of a project by rater; none of one that is not there. */
export const ratingsOf = (project: RatedProject): ReadonlyMap<string, Rating> =>
  'ratings' in project ? project.ratings : new Map()
