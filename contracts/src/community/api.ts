// Endpoints of the community page: top contributors, popular projects, recent activity and members.

import { z } from 'zod'
import { nameCodes, personSummary } from '../accounts/person-summary-api.ts'
import { pageQuery, pageResponse, queryResponse } from '../endpoints/responses.ts'
import { boardRow } from '../leaderboard/api.ts'
import { get } from '../endpoints/endpoint-definition.ts'

/** Maximum number of top contributors and of popular projects in the community data. */
export const maxContributors = 30
export const maxPopularProjects = 10

/** The caller or a top contributor. `submissions`: the projects of the run that count on the leaderboard. */
export const communityUser = personSummary.extend({
  role: z.enum(['participant', 'admin']),
  submissions: z.int(),
})
export type CommunityUser = z.infer<typeof communityUser>

const popularSubmission = z.object({
  id: z.string(),
  title: z.string(),
  thumbnail: z.string(),
  author: z.string(),
  nameCodes,
  authorUsername: z.string().nullable(),
  likes: z.int(),
  views: z.int(),
})

/**
 * `users`: at most `maxContributors`, ordered by submissions, points and the time at which they reached them. `popularSubmissions`: at
 * most `maxPopularProjects`, ordered by likes and views.
 */
export const communityResponse = queryResponse.extend({
  data: z.object({
    currentUser: communityUser,
    users: z.array(communityUser),
    popularSubmissions: z.array(popularSubmission),
  }),
})
export type CommunityResponse = z.infer<typeof communityResponse>

/** A member as every signed-in user may see them, without email address. `rank` is null for members without a rank. */
export const communityMember = communityUser.extend({
  rank: z.int().nullable(),
  points: z.number(),
  joinedAt: z.string(),
})
export type CommunityMember = z.infer<typeof communityMember>

/** `search` matches names and usernames. */
const membersQuery = pageQuery.extend({ search: z.string().trim().max(120).optional() })
export type MembersQuery = z.infer<typeof membersQuery>

/** A project in the feed. `likes` and `comments` are the present numbers. */
export const feedProject = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  day: z.int(),
  thumbnail: z.string(),
  likes: z.int(),
  comments: z.int(),
})

/**
 * `at` is the time of the event (ISO). `position` is its position in the log; position, `what` and person identify the item. A
 * change of rank has the end of its date as time, and the position of the last event that decided the ranks of the date.
 */
const activity = z.object({ position: z.string(), at: z.string(), person: personSummary })
const projectActivity = activity.extend({ project: feedProject })

/** An activity. `person` is the author of the comment for `commented`, and the owner for the other activities of a project. */
export const feedItem = z.discriminatedUnion('what', [
  /** `streak`: the number of consecutive days that this submission completed, if it is a milestone, and the days of the person. */
  projectActivity.extend({
    what: z.literal('submitted'),
    streak: z.object({ length: z.int(), days: boardRow.shape.days }).optional(),
  }),
  projectActivity.extend({ what: z.literal('approved') }),
  /** `average` is the average of the admin's rating. */
  projectActivity.extend({ what: z.literal('rated'), average: z.number() }),
  /** `comment` is its id, `text` the beginning of its text. */
  projectActivity.extend({ what: z.literal('commented'), comment: z.string(), text: z.string() }),
  activity.extend({ what: z.literal('completed'), day: z.int() }),
  activity.extend({
    what: z.literal('discussed'),
    discussion: z.object({ id: z.string(), title: z.string(), excerpt: z.string(), replies: z.int() }),
  }),
  activity.extend({ what: z.literal('joined') }),
  /** The person led the leaderboard at the end of a date, and not at the end of the one before. */
  activity.extend({ what: z.literal('took-the-lead') }),
  /** `rank` at the end of a date, and how many `places` better than at the end of the one before. */
  activity.extend({ what: z.literal('moved-up'), places: z.int(), rank: z.int() }),
])
export type FeedItem = z.infer<typeof feedItem>

/** Newest first; the feed keeps a few hundred items. */
export const feedResponse = pageResponse.extend({ items: z.array(feedItem) })
export type FeedResponse = z.infer<typeof feedResponse>

export const communityEndpoints = {
  allData: get('/api/community/all-data', 'signed-in', {
    summary: 'The top contributors and the most popular projects',
    response: communityResponse,
  }),
  feed: get('/api/community/feed', 'signed-in', {
    summary: 'Recent activity, newest first',
    query: pageQuery,
    response: feedResponse,
  }),
  members: get('/api/community/members', 'signed-in', {
    summary: 'Active members, newest first',
    query: membersQuery,
    /**
     * `count` is the number of all active members, regardless of the search. A page of a search may have fewer members than requested, or
     * none, although more pages follow.
     */
    response: pageResponse.extend({ members: z.array(communityMember), count: z.int() }),
  }),
}
