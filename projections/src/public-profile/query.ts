// The endpoint of public profiles. Profiles are for signed-in users: visitors could try usernames one after the other. Links have the id,
// since a username may belong to somebody else by the time of the click. Bio, location and website were written when nobody else saw them,
// so each is hidden until its owner shows it. A profile comes from four read models. Each of them sends `profile.changed` without content,
// and the profile is loaded again with the rights of the reader. With Redis the message is sent for every changed person: otherwise
// processes would have to share which rooms have listeners, and a stale answer would lose messages.

import { fieldsOf } from '@thirty/contracts/endpoints/fields-of.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { isUserId } from '@thirty/contracts/projects/project-id.ts'
import {
  maxProfileActivities,
  profileProject,
  publicProfileEndpoints,
  type ProfilePerson,
} from '@thirty/contracts/accounts/public-profile-api.ts'
import type { FeedItem } from '@thirty/contracts/community/api.ts'
import { nameAs, type Named } from '@thirty/contracts/accounts/stand-ins.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { RunContext } from '../run-context.ts'

/**
 * Refuses an id or username that nobody has, and had on the leaderboard, and a pending account that the reader may not see.
 */
export function profileEndpoint(
  context: RunContext,
  activitiesOf: (user: string, limit: number) => Promise<FeedItem[]>,
): Endpoint {
  const refuseUnknown = () => refuse('user-not-found', 'profileNotFound')

  return endpoint(publicProfileEndpoints.one)(async ({ params: { user: idOrUsername }, caller }) => {
    // Read first: a position that is too low is safe.
    const position = await context.positionOf('leaderboard', 'projects', 'activity', 'people')
    const found = await context.members.findProfile(idOrUsername)
    const id = found?.person.id ?? idOrUsername
    const isHidden = found?.isPending === true && !caller.isAdmin && caller.id !== id
    if (!isUserId(id) || isHidden) return refuseUnknown()
    const [standing, { projects }, activities] = await Promise.all([
      context.contributions.standingOf(id),
      context.projectsOf(id, ''),
      activitiesOf(id, maxProfileActivities),
    ])
    return {
      person:
        found?.person ??
        (standing ? personWithoutAccount(id, await context.members.named(id)) : refuseUnknown()),
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
