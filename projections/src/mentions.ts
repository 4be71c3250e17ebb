import type { DiscussionCard, Speaker } from '@thirty/contracts/api/discussions.ts'

// What one slice tells others about what it keeps: slices do not know each other.

/** Who somebody is, as everybody may see it; "Deleted participant" for who is gone. */
export type SpeakersOf = (ids: Iterable<string>) => Promise<(id: string) => Speaker>

/** A member. `joinedAt` is ISO time. */
export type MentionedMember = Speaker & { role: 'participant' | 'admin'; joinedAt: string }

/** A project that was handed in and not withdrawn. `since` is the sortable position of its submission. */
export type MentionedProject = {
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
export type ProjectsOf = (ids: Iterable<string>) => Promise<ReadonlyMap<string, MentionedProject>>

/** What others show of a discussion. */
export type MentionedDiscussion = Pick<DiscussionCard, 'id' | 'title' | 'excerpt' | 'replies'>
export type DiscussionsOf = (ids: Iterable<string>) => Promise<ReadonlyMap<string, MentionedDiscussion>>

/** What somebody has on the board; `rank` is null for who is not ranked. */
export type Contribution = { id: string; submissions: number; points: number; rank: number | null }
