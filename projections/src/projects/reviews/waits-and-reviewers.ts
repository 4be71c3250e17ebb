// Documents in the read model of projects for the statistics of the reviews: each wait for a review, and what each reviewer did.

import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents } from '@thirty/contracts/projects/events.ts'
import { importedPersonId } from '@thirty/contracts/accounts/stand-ins.ts'
import { sortablePosition } from '@thirty/contracts/leaderboard/rank.ts'
import type { IndexEntry, RecordedEventOf } from '@thirty/infra/read-models/projection.ts'
import { prefixedIds } from '../../prefixed-ids.ts'
import { beginOfWait, type Project } from '../project.ts'
import { isOfSubmission, type Rating, type RatingEvent } from '../ratings/ratings.ts'

/**
 * A time for which a project waited for review, until a review or a withdrawal ended it. Times in milliseconds since 1970,
 * `position` is sortable.
 */
export type Wait = { kind: 'wait'; since: number; until: number; isReviewed: boolean; position: string }

/** How much an admin has reviewed and rated. A rating that replaced an earlier one of the same submission is not counted again. */
export type Reviewer = { kind: 'reviewer'; approved: number; rejected: number; ratings: number }

export const waitEndEvents = pickEvents(
  projectEvents,
  'ProjectApproved',
  'ProjectRejected',
  'ProjectWithdrawn',
)
type WaitEndEvent = RecordedEventOf<typeof waitEndEvents>

export const waitIds = prefixedIds('wait:')
export const reviewerIds = prefixedIds('reviewer:')

/** Returns the ids of the documents that the end of a wait changes besides the project. */
export const waitEndDocumentIds = (event: WaitEndEvent, isImported: boolean): string[] => [
  waitIds.of(`${event.position}`),
  ...(event.type === 'ProjectWithdrawn'
    ? []
    : [reviewerIds.of(isImported ? importedPersonId : event.data.by)]),
]

/** Returns the wait that the event ended; `undefined` if the project was not waiting. */
export function endedWait(project: Project | undefined, event: WaitEndEvent): Wait | undefined {
  if (project?.status !== 'submitted') return undefined
  const since = Date.parse(beginOfWait(project).at)
  return {
    kind: 'wait',
    since,
    // Clocks of processes differ.
    until: Math.max(since, Date.parse(event.at)),
    isReviewed: event.type !== 'ProjectWithdrawn',
    position: sortablePosition(event.position),
  }
}

const noWork: Reviewer = { kind: 'reviewer', approved: 0, rejected: 0, ratings: 0 }

/** Counts a review. A review of a project that was not waiting changes nothing. */
export function countReview(
  reviewer: Reviewer | undefined,
  event: WaitEndEvent,
  project: Project | undefined,
): Reviewer | undefined {
  if (project?.status !== 'submitted') return reviewer
  const before = reviewer ?? noWork
  return event.type === 'ProjectApproved'
    ? { ...before, approved: before.approved + 1 }
    : { ...before, rejected: before.rejected + 1 }
}

/** Counts a rating of a project by an admin, unless it replaces an official one of the same submission. */
export function countRating(
  reviewer: Reviewer | undefined,
  event: RatingEvent,
  { project, previous }: { project: Project | undefined; previous: Rating | undefined },
): Reviewer | undefined {
  if (project === undefined || !event.data.official) return reviewer
  if (isOfSubmission(previous, project) && previous.official) return reviewer
  const before = reviewer ?? noWork
  return { ...before, ratings: before.ratings + 1 }
}

export const reviewIndexes = {
  waitsBegun: 'waits-begun',
  waitsEnded: 'waits-ended',
  reviewTimes: 'review-times',
  reviewers: 'reviewers',
}

/** `review-times` has the length of the wait in its tiebreaker, so that a day is read without its documents. */
export function waitIndexEntries({ since, until, isReviewed, position }: Wait): Record<string, IndexEntry> {
  const entries: Record<string, IndexEntry> = {
    [reviewIndexes.waitsBegun]: { score: since },
    [reviewIndexes.waitsEnded]: { score: until },
  }
  if (isReviewed)
    entries[reviewIndexes.reviewTimes] = { score: until, tiebreaker: `${until - since} ${position}` }
  return entries
}

/** Returns the length of a wait in milliseconds, from the tiebreaker of `review-times`. */
export const waitFromTiebreaker = (tiebreaker: string): number => Number(tiebreaker.split(' ')[0])

export function reviewerIndexEntries({ approved, rejected, ratings }: Reviewer): Record<string, IndexEntry> {
  return { [reviewIndexes.reviewers]: { score: approved + rejected + ratings } }
}
