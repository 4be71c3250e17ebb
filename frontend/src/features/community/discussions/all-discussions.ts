// The discussions. Live messages have no texts, so a new discussion is loaded.

import type { DiscussionCard, DiscussionsResponse } from '@thirty/contracts/community/discussions-api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import type { ServerMessages } from '@thirty/contracts/live/live.ts'
import { request } from '../../../shared/http/http.ts'
import { liveData } from '../../../shared/live/live-data.ts'
import { appendRows, reloadLimit } from '../../../shared/live/pages.ts'

/** The loaded discussions, latest activity first, and the number of all. */
export type Discussions = Omit<DiscussionsResponse, 'success'>

const pageSize = 50

export const allDiscussions = liveData<Discussions>({
  room: rooms.community,
  load: (_key, signal, current) => fetchPage(reloadLimit(current?.discussions, pageSize), undefined, signal),
  loadMore: async (_key, cursor, signal) => {
    const page = await fetchPage(pageSize, cursor, signal)
    return (data) => ({
      ...data,
      discussions: appendRows(data.discussions, page.discussions, ({ id }) => id),
      nextCursor: page.nextCursor,
    })
  },
  messages: { 'discussion.changed': { apply: applyMessage } },
})

const fetchPage = (limit: number, cursor: string | undefined, signal: AbortSignal): Promise<Discussions> =>
  request('GET', '/api/community/discussions', {
    query: { limit, ...(cursor !== undefined && { cursor }) },
    signal,
  })

function applyMessage(
  data: Discussions,
  { items, position, epoch }: ServerMessages['discussion.changed'],
  reload: () => void,
): Discussions {
  let { discussions } = data
  for (const { discussionId: id, what, replies, latestAt } of items) {
    if (what === 'removed') discussions = discussions.filter((card) => card.id !== id)
    else if (what !== 'replied' || !discussions.some((card) => card.id === id)) reload()
    discussions = toTop(discussions, id, { replies, latestAt }, what === 'replied')
  }
  const removed = items.filter(({ what }) => what === 'removed').length
  return { ...data, discussions, count: Math.max(0, data.count - removed), position, epoch }
}

/** Updates a discussion; after a reply it is the latest one. */
function toTop(
  discussions: DiscussionCard[],
  id: string,
  figures: Pick<DiscussionCard, 'replies' | 'latestAt'>,
  isLatest: boolean,
): DiscussionCard[] {
  const changed = discussions.map((card) => (card.id === id ? { ...card, ...figures } : card))
  const latest = changed.find((card) => card.id === id)
  return isLatest && latest ? [latest, ...changed.filter((card) => card !== latest)] : changed
}
