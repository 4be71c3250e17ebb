// People, projects, discussions and changes of rank as slices pass them to each other: types that they share, because slices do not import
// each other.

import type { PersonSummary } from '@thirty/contracts/accounts/person-summary-api.ts'
import type { DiscussionCard } from '@thirty/contracts/community/discussions-api.ts'
import type { toProjectSummary } from './projects/query.ts'

/** Returns the public summary of each user; "Deleted participant" for a deleted account, "Participant elsewhere" if there never was one. */
export type PersonSummaryLookup = (ids: Iterable<string>) => Promise<(id: string) => PersonSummary>

export type ProjectSummary = ReturnType<typeof toProjectSummary>

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
