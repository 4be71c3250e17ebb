// The part of a project that ratings need. A rejected project keeps its ratings, since a revision reopens it.

import type { Criteria } from '@thirty/contracts/judging/ratings.ts'
import { projectEvents, type ProjectEvent } from '@thirty/contracts/projects/events.ts'
import {
  evolveStatus,
  isPresent,
  isStatusEvent,
  type ProjectStatus,
} from '@thirty/contracts/projects/project-life.ts'
import { addText, reactionText, type WrittenTexts } from '@thirty/contracts/user-texts/written-texts.ts'

/** `official`: the rater was an admin at the time of the rating. */
export type Rating = { official: boolean; criteria: Criteria; feedback: string }

/** An entry of a linked list, so that evolving copies nothing: some projects have a thousand ratings. */
export type RatingEntry = { rater: string; rating: Rating; previous: RatingEntry | undefined }

/** `texts` contains the texts of all ratings and comments, also of earlier submissions. */
export type RatedProject = { texts: WrittenTexts } & RatingsOfSubmission
type RatingsOfSubmission =
  | { status: 'none' | 'withdrawn' }
  | { status: ProjectStatus; projectName: string; newest: RatingEntry | undefined }

export const ratingsFold = {
  events: projectEvents,
  initial: { status: 'none', texts: undefined } as RatedProject,
  evolve({ texts, ...project }: RatedProject, event: ProjectEvent): RatedProject {
    const text = reactionText(event)
    return { ...evolveRatings(project, event), texts: text ? addText(texts, text) : texts }
  },
}

function evolveRatings(project: RatingsOfSubmission, event: ProjectEvent): RatingsOfSubmission {
  if (event.type === 'ProjectRated' && 'newest' in project) {
    const { rater, ...rating } = event.data
    return { ...project, newest: { rater, rating, previous: project.newest } }
  }
  if (!isStatusEvent(event)) return project
  const status = evolveStatus(project.status, event)
  if (!isPresent(status)) return { status }
  if (event.type === 'ProjectSubmitted')
    return { status, projectName: event.data.projectName, newest: undefined }
  if (!('newest' in project)) return project
  return {
    ...project,
    status,
    ...(event.type === 'ProjectRevised' && { projectName: event.data.projectName }),
  }
}

/** Yields the ratings of a project, newest first. */
export function* ratingsIn(project: RatingsOfSubmission): Generator<RatingEntry> {
  let entry = 'newest' in project ? project.newest : undefined
  for (; entry !== undefined; entry = entry.previous) yield entry
}
