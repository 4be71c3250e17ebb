// The endpoint of public profiles. Profiles are for signed-in users: visitors could try usernames one after the other. Links have the id,
// since a username may belong to somebody else by the time of the click. Bio, location and website were written when nobody else saw them,
// so each is hidden until its owner shows it. A profile comes from four read models. Each of them sends `profile.changed` without content,
// and the profile is loaded again with the rights of the reader. With Redis the message is sent for every changed person: otherwise
// processes would have to share which rooms have listeners, and a stale answer would lose messages.

import { fieldsOf } from '@thirty/contracts/endpoints/fields-of.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { isUserId } from '@thirty/contracts/projects/project-id.ts'
import {
  maxProfileActivities,
  profileProject,
  publicProfileEndpoints,
  type ProfilePerson,
  type ProfileStanding,
} from '@thirty/contracts/accounts/public-profile-api.ts'
import type { FeedItem } from '@thirty/contracts/community/api.ts'
import type { ProjectCard, ProjectsQuery } from '@thirty/contracts/projects/api.ts'
import { nameAs, type Named } from '@thirty/contracts/accounts/stand-ins.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { PositionOf } from '../live-position.ts'

export type PublicProfileOptions = {
  /** Returns a user by id or username; `undefined` if there is no such account. `isPending`: no admin has let it in yet. */
  findPerson: (idOrUsername: string) => Promise<{ person: ProfilePerson; isPending: boolean } | undefined>
  /** Returns the stand-in for the name of somebody without an account. */
  personNamed: (userId: string) => Promise<Named>
  /** Returns a standing, also that of a deleted account; `undefined` for somebody who does not take part. */
  standingOf: (userId: string) => Promise<ProfileStanding | undefined>
  /** Returns the projects of a user, as any participant sees them. */
  publicProjectsOf: (userId: string, query: ProjectsQuery) => Promise<{ projects: readonly ProjectCard[] }>
  activitiesOf: (userId: string, limit: number) => Promise<FeedItem[]>
  positionOf: PositionOf
}

/**
 * Refuses an id or username that nobody has, and had on the leaderboard, and a pending account that the reader may not see.
 */
export function profileEndpoint(options: PublicProfileOptions): Endpoint {
  const { findPerson, personNamed, standingOf, publicProjectsOf, activitiesOf, positionOf } = options
  const refuseUnknown = () => refuse('user-not-found', say('profileNotFound'))

  return endpoint(publicProfileEndpoints.one)(async ({ params: { user: idOrUsername }, caller }) => {
    // Read first: a position that is too low is safe.
    const position = await positionOf('leaderboard', 'projects', 'activity', 'people')
    const found = await findPerson(idOrUsername)
    const id = found?.person.id ?? idOrUsername
    const isHidden = found?.isPending === true && !caller.isAdmin && caller.id !== id
    if (!isUserId(id) || isHidden) return refuseUnknown()
    const [standing, { projects }, activities] = await Promise.all([
      standingOf(id),
      publicProjectsOf(id, { limit: totalDays }),
      activitiesOf(id, maxProfileActivities),
    ])
    return {
      success: true,
      person: found?.person ?? (standing ? personWithoutAccount(id, await personNamed(id)) : refuseUnknown()),
      standing: standing ?? null,
      projects: projects
        .filter(({ status }) => status !== 'rejected')
        .map((card) => fieldsOf(profileProject, card)),
      activities,
      ...position,
    }
  })
}

const personWithoutAccount = (id: string, person: Named): ProfilePerson => ({
  id,
  ...nameAs('name', person),
  username: null,
  avatar: null,
  role: 'participant',
  bio: '',
  location: '',
  website: '',
  joinedAt: null,
})
