import { z } from 'zod'
import { pageQuery } from '../responses.ts'
import { personSummary } from './discussions.ts'

/** How many the community screen gets at once: those who handed in the most, and the projects that are liked the most. */
export const maxContributors = 30
export const maxPopularProjects = 10

/** `avatar` is a path of this site or null. `submissions` are the projects of the run that count on the board. */
export const communityUser = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string().nullable(),
  avatar: z.string().nullable(),
  role: z.enum(['participant', 'admin']),
  submissions: z.int(),
})
export type CommunityUser = z.infer<typeof communityUser>

const popularSubmission = z.object({
  id: z.string(),
  title: z.string(),
  thumbnail: z.string(),
  author: z.string(),
  authorUsername: z.string().nullable(),
  likes: z.int(),
  views: z.int(),
})

/**
 * Specification, section 3, "Community data". `users` are at most `mostContributors`, most submissions first, then points,
 * then who reached them first; `popularSubmissions` at most `mostPopular`, most likes first, then views.
 */
export const communityResponse = z.object({
  success: z.literal(true),
  data: z.object({
    currentUser: communityUser,
    users: z.array(communityUser),
    popularSubmissions: z.array(popularSubmission),
  }),
})
export type CommunityResponse = z.infer<typeof communityResponse>

/** A member as everybody who is signed in may see one: no address. `rank` is null for who is not ranked. */
export const communityMember = communityUser.extend({
  rank: z.int().nullable(),
  points: z.number(),
  joinedAt: z.string(),
})
export type CommunityMember = z.infer<typeof communityMember>

/** `search` looks in names and usernames. */
export const membersQuery = pageQuery.extend({ search: z.string().trim().max(120).optional() })

/**
 * Active members, newest first. `count` is the number of all of them, whatever is searched for. A page of a search may
 * have fewer members than were asked for, or none, and be followed by others.
 */
export const membersResponse = z.object({
  success: z.literal(true),
  members: z.array(communityMember),
  count: z.int(),
  nextCursor: z.string().nullable(),
  position: z.string(),
})
export type MembersResponse = z.infer<typeof membersResponse>

/** What a feed shows of a project. `likes` and `comments` are as they are now. */
const feedProject = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  day: z.int(),
  thumbnail: z.string(),
  likes: z.int(),
  comments: z.int(),
})

/** When it happened, and where in the log: that is also what tells one item from another. `person` is whom it is about. */
const happening = z.object({ position: z.string(), at: z.string(), person: personSummary })
const ofProject = happening.extend({ project: feedProject })

/** One thing that happened. Of `commented` the person is who commented; of the others about projects it is the owner. */
export const feedItem = z.discriminatedUnion('what', [
  ofProject.extend({ what: z.literal('submitted') }),
  ofProject.extend({ what: z.literal('approved') }),
  /** `average` is that of the rating by an admin. */
  ofProject.extend({ what: z.literal('rated'), average: z.number() }),
  /** `text` is the beginning of the comment. */
  ofProject.extend({ what: z.literal('commented'), comment: z.string(), text: z.string() }),
  happening.extend({ what: z.literal('completed'), day: z.int() }),
  happening.extend({
    what: z.literal('discussed'),
    discussion: z.object({ id: z.string(), title: z.string(), excerpt: z.string(), replies: z.int() }),
  }),
  happening.extend({ what: z.literal('joined') }),
])
export type FeedItem = z.infer<typeof feedItem>

/** Newest first; the feed goes back a few hundred items. */
export const feedResponse = z.object({
  success: z.literal(true),
  items: z.array(feedItem),
  nextCursor: z.string().nullable(),
  position: z.string(),
})
export type FeedResponse = z.infer<typeof feedResponse>
export const feedQuery = pageQuery
