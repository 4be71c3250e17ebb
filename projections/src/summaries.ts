// Types that slices share, because slices do not import each other.

import type { PersonSummary } from '@thirty/contracts/accounts/person-summary-api.ts'
import type { NameCodes } from '@thirty/contracts/accounts/stand-ins.ts'
import type { DiscussionCard } from '@thirty/contracts/community/discussions-api.ts'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import type { ProjectStatus } from '@thirty/contracts/projects/project-life.ts'

/** Returns the public summary of each user; "Deleted participant" for a deleted account, "Participant elsewhere" if there never was one. */
export type PersonSummaryLookup = (ids: Iterable<string>) => Promise<(id: string) => PersonSummary>

/** The same with the name of the picture in the media store. */
export type PeopleOfToday = (ids: Iterable<string>) => Promise<
  (id: string) => {
    name: string
    nameCodes?: NameCodes
    username: string | null
    picture: string | null
  }
>

/** A member. `joinedAt` is ISO time. */
export type MemberSummary = PersonSummary & { role: 'participant' | 'admin'; joinedAt: string }

/** A project that was submitted and not withdrawn. `since` is the sortable position of its submission. */
export type ProjectSummary = {
  id: string
  owner: string
  title: string
  description: string
  day: number
  thumbnail: string
  status: ProjectStatus
  since: string
  likes: number
  comments: number
  views: number
}
export type ProjectSummaryLookup = (ids: Iterable<string>) => Promise<ReadonlyMap<string, ProjectSummary>>

/**
 * A submission that waits for review. `at` (ISO time) and `position` (decimal text) belong to its submission, or to its revision after a
 * rejection.
 */
export type PendingSubmission = { project: ProjectCard; at: string; position: string }

/** The part of a discussion that other screens show. */
export type DiscussionSummary = Pick<DiscussionCard, 'id' | 'title' | 'excerpt' | 'replies'>

/**
 * A change of rank between the ends of two dates. `at` is the end of the date (ISO), `position` that of the last event that decided
 * its ranks, exact below 2^53.
 */
export type RankChange = { at: string; position: number; person: string } & (
  | { what: 'took-the-lead' }
  | { what: 'moved-up'; places: number; rank: number }
)

/**
 * Points and rank of a participant at a moment, among `participants` with a project that counts, regardless of their status. `rank` is null
 * if the scoring excluded the participant.
 */
export type PastStanding = { points: number; rank: number | null; participants: number }
