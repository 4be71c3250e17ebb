// The endpoint of the profile of a user, participant or admin, as every signed-in user sees it. Visitors see none.

import { z } from 'zod'
import { personSummary } from './person-summary-api.ts'
import { boardRow } from '../leaderboard/api.ts'
import { feedItem } from '../community/api.ts'
import { projectCard } from '../projects/api.ts'
import { liveResponse } from '../endpoints/responses.ts'
import { get } from '../endpoints/endpoint-definition.ts'

/** Maximum number of activities on a public profile. */
export const maxProfileActivities = 10

/**
 * A user as every signed-in user may see them, without email address. `bio`, `location` and `website` are empty while they are
 * hidden or not given. `joinedAt` is null for somebody without an account.
 */
const profilePerson = personSummary.extend({
  role: z.enum(['participant', 'admin']),
  bio: z.string(),
  location: z.string(),
  website: z.string(),
  joinedAt: z.string().nullable(),
})
export type ProfilePerson = z.infer<typeof profilePerson>

/** The result in the run that is shown. `rank` is null for a participant who is not ranked. */
const profileStanding = boardRow
  .pick({ totalPoints: true, projectsSubmitted: true, projectQuality: true, streak: true, days: true })
  .extend({ rank: z.int().nullable(), totalParticipants: z.int() })
export type ProfileStanding = z.infer<typeof profileStanding>

/** A project of the run that is shown, submitted or approved. */
export const profileProject = projectCard.pick({
  _id: true,
  projectName: true,
  day: true,
  languages: true,
  thumbnailUrl: true,
  status: true,
  averageRating: true,
  ratingCount: true,
  submissionDate: true,
})
export type ProfileProject = z.infer<typeof profileProject>

/**
 * `standing` is null for users who do not take part, such as admins. `projects` are newest first, without rejected ones; so are
 * `activities`, at most `maxProfileActivities` of the newest of the community.
 */
export const publicProfileResponse = liveResponse.extend({
  person: profilePerson,
  standing: profileStanding.nullable(),
  projects: z.array(profileProject),
  activities: z.array(feedItem),
})
export type PublicProfileResponse = z.infer<typeof publicProfileResponse>

export const publicProfileEndpoints = {
  one: get('/api/users/:user/profile', 'signed-in', {
    summary: 'The public profile of a user, by id or username: standing, projects, recent activity',
    response: publicProfileResponse,
    errors: ['user-not-found'],
  }),
}
