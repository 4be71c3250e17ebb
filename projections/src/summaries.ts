import type { DiscussionCard, PersonSummary } from '@thirty/contracts/api/community/discussions.ts'

// What one slice tells others about what it keeps: slices do not know each other.

/** Who somebody is, as everybody may see it; "Deleted participant" for who is gone. */
export type PersonSummaryLookup = (ids: Iterable<string>) => Promise<(id: string) => PersonSummary>

/** A member. `joinedAt` is ISO time. */
export type MemberSummary = PersonSummary & { role: 'participant' | 'admin'; joinedAt: string }

/** A project that was handed in and not withdrawn. `since` is the sortable position of its submission. */
export type ProjectSummary = {
  id: string
  owner: string
  title: string
  description: string
  day: number
  thumbnail: string
  isRejected: boolean
  since: string
  likes: number
  comments: number
  views: number
}
export type ProjectSummaryLookup = (ids: Iterable<string>) => Promise<ReadonlyMap<string, ProjectSummary>>

/** What others show of a discussion. */
export type DiscussionSummary = Pick<DiscussionCard, 'id' | 'title' | 'excerpt' | 'replies'>
export type DiscussionSummaryLookup = (
  ids: Iterable<string>,
) => Promise<ReadonlyMap<string, DiscussionSummary>>

/** What somebody has on the board; `rank` is null for who is not ranked. */
export type Contribution = { id: string; submissions: number; points: number; rank: number | null }
