// The list of discussions, as live data. `open-discussion.ts` has a single one with its replies. Live messages have no texts, so a new
// discussion is loaded.

import type { DiscussionCard, DiscussionsResponse } from '@thirty/contracts/community/discussions-api.ts'
import { rooms, type ServerMessages } from '@thirty/contracts/live/live.ts'
import { request } from '../../../shared/http/http.ts'
import { liveData, pagesOf } from '../../../shared/live/live-data.ts'

/** The loaded discussions, latest activity first, and the number of all. */
export type Discussions = Omit<DiscussionsResponse, 'success'>

export const allDiscussions = liveData<Discussions>({
  room: rooms.community,
  ...pagesOf('discussions', {
    pageSize: 50,
    fetchPage: (_key: undefined, query, signal) =>
      request('GET', '/api/community/discussions', { query, signal }),
    idOf: ({ id }) => id,
  }),
  messages: { 'discussion.changed': { apply: applyMessage } },
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

/** Loads the list again, after a command of this user. */
export const reloadDiscussions = (): void => allDiscussions.at().getState().reload()
