// The endpoints of the community screen, which is assembled from the queries of other slices.

import {
  communityEndpoints,
  maxContributors,
  maxPopularProjects,
  type CommunityUser,
} from '@thirty/contracts/community/api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { isDeletedPerson, nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import type { RunContext } from '../run-context.ts'

export function communityHandlers(context: RunContext): Endpoint[] {
  const { people, members, personSummaries, contributions, popularProjects } = context

  const currentUser = async (id: string): Promise<CommunityUser> => {
    const [account, [contribution]] = await Promise.all([people.ownUser(id), contributions.of([id])])
    if (account === undefined) refuse('not-signed-in', 'authenticationFailed')
    const { fullName: name, username, profileImage: avatar, isAdmin } = account
    const submissions = contribution?.submissions ?? 0
    return { id, name, username, avatar, role: isAdmin ? 'admin' : 'participant', submissions }
  }

  const contributors = async (): Promise<CommunityUser[]> => {
    const first = await contributions.first(maxContributors)
    const summaryOf = await personSummaries(first.map(({ id }) => id))
    // The leaderboard has no admins, and keeps the results of deleted accounts.
    return first
      .map(({ id, submissions }) => ({ ...summaryOf(id), role: 'participant' as const, submissions }))
      .filter((person) => !isDeletedPerson(person))
  }

  const popularSubmissions = async () => {
    const projects = await popularProjects(maxPopularProjects)
    const summaryOf = await personSummaries(projects.map(({ owner }) => owner))
    return projects.map(({ id, title, thumbnail, owner, likes, views }) => {
      const author = summaryOf(owner)
      const names = { ...nameAs('author', author), authorUsername: author.username }
      return { id, title, thumbnail, ...names, likes, views }
    })
  }

  return [
    endpoint(communityEndpoints.allData)(async ({ caller }) => {
      const [user, users, submissions] = await Promise.all([
        currentUser(caller.id),
        contributors(),
        popularSubmissions(),
      ])
      return { data: { currentUser: user, users, popularSubmissions: submissions } }
    }),
    endpoint(communityEndpoints.members)(async ({ query }) => {
      const position = await context.positionOf('people', 'leaderboard')
      const [{ found, nextCursor }, count] = await Promise.all([members.page(query), members.count()])
      const contributionOf = await contributions.of(found.map(({ id }) => id))
      return {
        members: found.map((member, index) => {
          const { submissions = 0, points = 0, rank = null } = contributionOf[index] ?? {}
          return { ...member, submissions, points, rank }
        }),
        count,
        nextCursor,
        ...position,
      }
    }),
  ]
}
