// The documents of the judging read model (projects, reviewers, conflicts of interest and calibration projects) and its indexes.

import type { ProjectStatus } from '@thirty/contracts/projects/project-life.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import type { ConflictReason } from '@thirty/contracts/judging/conflicts.ts'
import { prefixedIds } from '../prefixed-ids.ts'
import type { IndexEntry } from '@thirty/infra/read-models/projection.ts'

/**
 * The official rating of a project by one reviewer: its average in tenths of a star. `at` is ISO time. `isImported`: only a file without a
 * known signature says so.
 */
export type GivenRating = { rater: string; tenths: number; at: string; isImported?: true }

/**
 * A project that was not withdrawn, as far as judging needs it. `since` (milliseconds since 1970) and `position` (sortable) say
 * since when it waits. `official` has the latest official rating of each reviewer, `conflicted` the admins with a conflict of interest.
 */
export type JudgedProject = {
  kind: 'project'
  owner: string
  day: number
  status: ProjectStatus
  since: number
  position: string
  official: readonly GivenRating[]
  conflicted: readonly string[]
}

/**
 * Somebody who is an admin or has given an official rating. An account that is pending, deactivated or deleted is not active. `role` is null
 * for a deleted account. `isImported`: some of the ratings are from a file without a known signature.
 */
export type Reviewer = {
  kind: 'reviewer'
  hasRated: boolean
  isActive: boolean
  role: AdminRole | null
  isImported?: true
}

/** A conflict of interest. `at` is the ISO time of its declaration, `by` who declared it. */
export type Conflict = { admin: string; reason: ConflictReason | null; at: string; by: string | null }

export type ConflictsWith = { kind: 'conflicts'; conflicts: readonly Conflict[] }

/** The ids of the calibration projects, in the order in which they were chosen. */
export type Calibration = { kind: 'calibration'; projects: readonly string[] }

export type JudgingDocument = JudgedProject | Reviewer | ConflictsWith | Calibration

export const reviewerIds = prefixedIds('reviewer:')
export const conflictsIds = prefixedIds('conflicts:')
export const calibrationDocumentId = 'calibration'

/** The ratings that the figures of the reviewers count: not those by reviewers with a conflict of interest. */
export const countedRatings = ({ official, conflicted }: JudgedProject): readonly GivenRating[] =>
  conflicted.length === 0 ? official : official.filter(({ rater }) => !conflicted.includes(rater))

// The index entries of the judging read model. Figures of reviewers are sums and counts of indexes named after the reviewer, and not
// documents: a rejection takes back ratings of reviewers whom its event does not name. Averages are in tenths, so sums are exact.
/** Projects by number of official ratings, then by the time since which they wait. */
export const queueIndex = 'queue'
/** Projects with an official rating by spread in tenths of a star, then by position. */
export const ratedIndex = 'rated'
/** Projects with a rating by a reviewer with a conflict of interest, by the number of these ratings. */
export const excludedIndex = 'excluded'
export const reviewersIndex = 'reviewers'
/** Participants with whom somebody has a conflict, by the time of the latest declaration. */
export const conflictsIndex = 'conflicts'

/** The projects that a reviewer rated, by the average in tenths of a star. */
export const givenIndex = (reviewer: string): string => `given:${reviewer}`
/** The same by the square of the tenths. */
export const squaresIndex = (reviewer: string): string => `squares:${reviewer}`
/** The projects that others rated, too, by the difference to the mean of these others in stars. */
export const sharedIndex = (reviewer: string): string => `shared:${reviewer}`
/** The participants with whom an admin has a conflict. */
export const conflictsOfIndex = (admin: string): string => `conflicts-of:${admin}`

/** Returns the tiebreaker of a project in the queue: the time since which it waits, with a fixed number of digits. */
const waitingKey = ({ since, position }: JudgedProject): string =>
  `${Math.max(0, since).toString().padStart(15, '0')} ${position}`

export function judgingIndexEntries(document: JudgingDocument, id: string): Record<string, IndexEntry> {
  switch (document.kind) {
    case 'project':
      return projectEntries(document)
    case 'reviewer':
      return { [reviewersIndex]: { score: 0 } }
    case 'conflicts':
      return conflictEntries(document, conflictsIds.subject(id))
    case 'calibration':
      return {}
  }
}

/** A rejected project has no entries: it is not rated, and its ratings count for nobody. */
function projectEntries(project: JudgedProject): Record<string, IndexEntry> {
  if (project.status === 'rejected') return {}
  const { official, position } = project
  const counted = countedRatings(project)
  const entries: Record<string, IndexEntry> = {}
  entries[queueIndex] = { score: official.length, tiebreaker: waitingKey(project) }
  if (official.length > 0) entries[ratedIndex] = { score: spreadTenths(counted), tiebreaker: position }
  if (counted.length < official.length)
    entries[excludedIndex] = { score: official.length - counted.length, tiebreaker: position }
  for (const { rater: reviewer, tenths } of counted) {
    entries[givenIndex(reviewer)] = { score: tenths }
    entries[squaresIndex(reviewer)] = { score: tenths ** 2 }
    if (counted.length > 1) entries[sharedIndex(reviewer)] = { score: differenceToOthers(reviewer, counted) }
  }
  return entries
}

/** Returns the difference between the highest and the lowest rating in tenths of a star; 0 for a single one. */
export function spreadTenths(ratings: readonly GivenRating[]): number {
  if (ratings.length < 2) return 0
  const tenths = ratings.map((rating) => rating.tenths)
  return Math.max(...tenths) - Math.min(...tenths)
}

/** Returns how many stars a reviewer gave more than the others on average, with six decimals. */
function differenceToOthers(reviewer: string, ratings: readonly GivenRating[]): number {
  const others = ratings.filter(({ rater }) => rater !== reviewer)
  const own = ratings.find(({ rater }) => rater === reviewer)?.tenths ?? 0
  const mean = others.reduce((sum, { tenths }) => sum + tenths, 0) / others.length
  return Math.round((own - mean) * 1e5) / 1e6
}

function conflictEntries({ conflicts }: ConflictsWith, participant: string): Record<string, IndexEntry> {
  const entries: Record<string, IndexEntry> = {}
  const times = conflicts.map(({ at }) => Date.parse(at))
  entries[conflictsIndex] = { score: Math.max(...times), tiebreaker: participant }
  for (const { admin, at } of conflicts) entries[conflictsOfIndex(admin)] = { score: Date.parse(at) }
  return entries
}
