// People, projects, discussions and changes of rank as slices pass them to each other: types that they share, because slices do not import
// each other.

import type { PersonSummary } from '@thirty/contracts/accounts/person-summary-api.ts'
import type { NameCodes } from '@thirty/contracts/accounts/stand-ins.ts'
import type { DiscussionCard } from '@thirty/contracts/community/discussions-api.ts'
import type { toProjectSummary } from './projects/query.ts'

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

export type ProjectSummary = ReturnType<typeof toProjectSummary>
export type ProjectSummaryLookup = (ids: Iterable<string>) => Promise<ReadonlyMap<string, ProjectSummary>>

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
