// The queries of the community screen, which is assembled from the queries of other slices.

import {
  maxContributors,
  maxPopularProjects,
  type CommunityResponse,
  type CommunityMember,
  type CommunityUser,
  type MembersQuery,
  type MembersResponse,
} from '@thirty/contracts/community/api.ts'
import { isDeletedPerson, nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import type { Contribution, MemberSummary, ProjectSummary, PersonSummaryLookup } from '../summaries.ts'
import type { LivePosition } from '../live-position.ts'

/** The queries of other slices that the community screen is assembled from. */
export type CommunitySources = {
  members: {
    personSummaries: PersonSummaryLookup
    page(query: MembersQuery): Promise<{ found: MemberSummary[]; nextCursor: string | null }>
    count(): Promise<number>
  }
  leaderboard: {
    first(limit: number): Promise<Contribution[]>
    of(ids: readonly string[]): Promise<Contribution[]>
  }
  /** Returns the most popular projects first. */
  popularProjects(limit: number): Promise<ProjectSummary[]>
  /** Returns the account of a user; `undefined` if it does not exist. */
  ownUser(id: string): Promise<OwnUser | undefined>
  /** Returns the position of the members. */
  position(): Promise<LivePosition>
}

export function communityQueries(sources: CommunitySources) {
  const { members, leaderboard, popularProjects } = sources

  const currentUser = async (id: string): Promise<CommunityUser | undefined> => {
    const [account, [contribution]] = await Promise.all([sources.ownUser(id), leaderboard.of([id])])
    if (account === undefined) return undefined
    const { fullName: name, username, profileImage: avatar, isAdmin } = account
    const submissions = contribution?.submissions ?? 0
    return { id, name, username, avatar, role: isAdmin ? 'admin' : 'participant', submissions }
  }

  const contributors = async (): Promise<CommunityUser[]> => {
    const first = await leaderboard.first(maxContributors)
    const summaryOf = await members.personSummaries(first.map(({ id }) => id))
    // The leaderboard has no admins, and keeps the results of deleted accounts.
    return first
      .map(({ id, submissions }) => ({ ...summaryOf(id), role: 'participant' as const, submissions }))
      .filter((person) => !isDeletedPerson(person))
  }

  const popularSubmissions = async () => {
    const projects = await popularProjects(maxPopularProjects)
    const summaryOf = await members.personSummaries(projects.map(({ owner }) => owner))
    return projects.map(({ id, title, thumbnail, owner, likes, views }) => {
      const author = summaryOf(owner)
      const names = { ...nameAs('author', author), authorUsername: author.username }
      return { id, title, thumbnail, ...names, likes, views }
    })
  }

  return {
    /** Returns the data of the community screen for a user; `undefined` if the user does not exist. */
    allData: async (id: string): Promise<CommunityResponse | undefined> => {
      const [user, users, submissions] = await Promise.all([
        currentUser(id),
        contributors(),
        popularSubmissions(),
      ])
      return user && { success: true, data: { currentUser: user, users, popularSubmissions: submissions } }
    },
    /** Returns a page of the active members, newest first, with their leaderboard figures. */
    members: async (query: MembersQuery): Promise<MembersResponse> => {
      const position = await sources.position()
      const [{ found, nextCursor }, count] = await Promise.all([members.page(query), members.count()])
      const contributions = await leaderboard.of(found.map(({ id }) => id))
      return {
        success: true,
        members: found.map((member, index) => toCommunityMember(member, contributions[index])),
        count,
        nextCursor,
        ...position,
      }
    },
  }
}

function toCommunityMember(member: MemberSummary, contribution: Contribution | undefined): CommunityMember {
  const { submissions = 0, points = 0, rank = null } = contribution ?? {}
  return { ...member, submissions, points, rank }
}
