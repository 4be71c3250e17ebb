import type { CommunityMember } from '@thirty/contracts/community/api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { request } from '../../../shared/http/http.ts'
import { liveData } from '../../../shared/live/live-data.ts'

/** The loaded members that match the search, newest first, and the number of all members. */
export type Members = {
  members: readonly CommunityMember[]
  nextCursor: string | null
  count: number
  /** Position and epoch of the list of members. Ranks come from another read model and may be newer. */
  position: string
  epoch: string
}

const pageSize = 100
/** As many as the first page of the table shows. */
const firstCount = 22

/** The members by search. */
export const allMembers = liveData<Members, string>({
  room: rooms.community,
  load: (search, signal, current) =>
    fetchMembers(search, { minCount: Math.max(firstCount, current?.members.length ?? 0), signal }),
  loadMore: async (search, cursor, signal) => {
    const page = await fetchMembers(search, { cursor, minCount: 1, signal })
    return (data) => ({
      ...data,
      members: [...data.members, ...page.members],
      nextCursor: page.nextCursor,
    })
  },
  messages: {
    activity: {
      sequence: () => 'activity',
      apply: (members, { items }, reload) => {
        if (items.some(({ what }) => what === 'joined')) reload()
        return members
      },
    },
  },
})

type FetchOptions = { cursor?: string; minCount: number; signal: AbortSignal }

/** Returns at least `minCount` members if that many match: a page of a search may have fewer than requested. */
async function fetchMembers(search: string, { cursor, minCount, signal }: FetchOptions): Promise<Members> {
  const fetchPage = (next: string | undefined) =>
    request('GET', '/api/community/members', {
      query: {
        limit: pageSize,
        ...(search !== '' && { search }),
        ...(next !== undefined && { cursor: next }),
      },
      signal,
    })
  const first = await fetchPage(cursor)
  const members = [...first.members]
  let { nextCursor } = first
  while (nextCursor !== null && members.length < minCount) {
    // Sequential, because each page needs the cursor of the previous one.
    const page = await fetchPage(nextCursor)
    members.push(...page.members)
    nextCursor = page.nextCursor
  }
  return { members, nextCursor, count: first.count, position: first.position, epoch: first.epoch }
}
