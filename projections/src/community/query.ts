import {
  maxContributors,
  maxPopularProjects,
  type CommunityResponse,
  type CommunityMember,
  type CommunityUser,
  type MembersResponse,
} from '@thirty/contracts/api/community/community.ts'
import type { OwnUser } from '@thirty/contracts/api/accounts/accounts.ts'
import type { Contribution, MemberSummary, ProjectSummary, PersonSummaryLookup } from '../summaries.ts'

type MembersQuery = { limit: number; cursor?: string | undefined; search?: string | undefined }

/** What other slices tell about people, the board and projects. */
export type CommunitySources = {
  members: {
    of(ids: Iterable<string>): Promise<ReadonlyMap<string, MemberSummary>>
    speakersOf: PersonSummaryLookup
    page(query: MembersQuery): Promise<{ found: MemberSummary[]; nextCursor: string | null }>
    count(): Promise<number>
  }
  leaderboard: {
    first(limit: number): Promise<Contribution[]>
    of(ids: readonly string[]): Promise<Contribution[]>
  }
  /** The most popular projects first. */
  popularProjects(limit: number): Promise<ProjectSummary[]>
  /** The account of who asks; `undefined` for a user that does not exist. */
  ownUser(id: string): Promise<OwnUser | undefined>
  /** Position up to which members are known. */
  position(): Promise<bigint>
}

export type CommunityQueries = {
  /** The whole of the community screen; `undefined` for who does not exist. */
  allData(id: string): Promise<CommunityResponse | undefined>
  /** Active members, newest first, with what they have on the board. */
  members(query: MembersQuery): Promise<MembersResponse>
}

export function communityQueries(sources: CommunitySources): CommunityQueries {
  const { members, leaderboard: board, popularProjects: popular } = sources

  const currentUser = async (id: string): Promise<CommunityUser | undefined> => {
    const [own, [contribution]] = await Promise.all([sources.ownUser(id), board.of([id])])
    const role = own?.isAdmin ? 'admin' : 'participant'
    const submissions = contribution?.submissions ?? 0
    if (own === undefined) return undefined
    const { fullName: name, username, profileImage: avatar } = own
    return { id, name, username, avatar, role, submissions }
  }

  /** Who is gone is no contributor any more. */
  const contributors = async (): Promise<CommunityUser[]> => {
    const first = await board.first(maxContributors)
    const known = await members.of(first.map(({ id }) => id))
    return first.flatMap(({ id, submissions }) => {
      const member = known.get(id)
      return member ? userOf(member, submissions) : []
    })
  }

  const popularSubmissions = async () => {
    const projects = await popular(maxPopularProjects)
    const speaker = await members.speakersOf(projects.map(({ owner }) => owner))
    return projects.map(({ id, title, thumbnail, owner, likes, views }) => {
      const { name: author, username: authorUsername } = speaker(owner)
      return { id, title, thumbnail, author, authorUsername, likes, views }
    })
  }

  return {
    allData: async (id) => {
      const [own, users, submissions] = await Promise.all([
        currentUser(id),
        contributors(),
        popularSubmissions(),
      ])
      return own && { success: true, data: { currentUser: own, users, popularSubmissions: submissions } }
    },
    members: async (query) => {
      const position = (await sources.position()).toString()
      const [{ found, nextCursor }, count] = await Promise.all([members.page(query), members.count()])
      const has = await board.of(found.map(({ id }) => id))
      return {
        success: true,
        members: found.map((member, at) => memberOf(member, has[at])),
        count,
        nextCursor,
        position,
      }
    },
  }
}

const userOf = ({ id, name, username, avatar, role }: MemberSummary, submissions: number): CommunityUser => ({
  id,
  name,
  username,
  avatar,
  role,
  submissions,
})

function memberOf(member: MemberSummary, has: Contribution | undefined): CommunityMember {
  const { submissions = 0, points = 0, rank = null } = has ?? {}
  return { ...member, submissions, points, rank }
}
