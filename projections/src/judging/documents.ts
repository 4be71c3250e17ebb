// The documents of the judging read model: projects, reviewers, conflicts of interest and calibration projects.

import type { ProjectStatus } from '@thirty/contracts/projects/project-life.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import type { ConflictReason } from '@thirty/contracts/judging/conflicts.ts'
import { prefixedIds } from '../prefixed-ids.ts'

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

/** The conflicts with one participant. */
export type ConflictsWith = { kind: 'conflicts'; conflicts: readonly Conflict[] }

/** The ids of the calibration projects, in the order in which they were chosen. */
export type Calibration = { kind: 'calibration'; projects: readonly string[] }

export type JudgingDocument = JudgedProject | Reviewer | ConflictsWith | Calibration

export const reviewerIds = prefixedIds('reviewer:')
/** Of the conflicts with a participant. */
export const conflictsIds = prefixedIds('conflicts:')
export const calibrationDocumentId = 'calibration'

/** The ratings that the figures of the reviewers count: not those by reviewers with a conflict of interest. */
export const countedRatings = ({ official, conflicted }: JudgedProject): readonly GivenRating[] =>
  conflicted.length === 0 ? official : official.filter(({ rater }) => !conflicted.includes(rater))
