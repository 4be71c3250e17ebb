// The discussions as live data: the list, and those that the user has opened, with all their replies. Live messages have no texts, so what
// is new in them is loaded.

import type {
  DiscussionResponse,
  DiscussionsResponse,
  Reply,
} from '@thirty/contracts/community/discussions-api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { request } from '../../../shared/http/http.ts'
import { liveData, pagesOf } from '../../../shared/live/live-data.ts'
import { ownUserId } from '../../../shared/session/session.ts'
import { announce } from '../../../shared/ui/feedback/shell-messages.tsx'
import { t } from '../../../shared/i18n/t.ts'

/** The loaded discussions, latest activity first, and the number of all. */
export const allDiscussions = liveData<Omit<DiscussionsResponse, 'success'>>({
  room: rooms.community,
  ...pagesOf('discussions', {
    pageSize: 50,
    fetchPage: (_key: undefined, query, signal) =>
      request('GET', '/api/community/discussions', { query, signal }),
    idOf: ({ id }) => id,
  }),
  messages: {
    'discussion.changed': (data, { items, position, epoch }, reload) => {
      let { discussions, count } = data
      for (const { discussionId, what, replies, latestAt } of items) {
        const before = discussions.find(({ id }) => id === discussionId)
        const changed = before && { ...before, replies, latestAt }
        const others = discussions.filter((card) => card !== before)
        if (what === 'removed') {
          discussions = others
          count = Math.max(0, count - 1)
        } else if (what === 'replied' && changed)
          // After a reply it is the latest one.
          discussions = [changed, ...others]
        else {
          discussions = discussions.map((card) => (card === before && changed ? changed : card))
          reload()
        }
      }
      return { ...data, discussions, count, position, epoch }
    },
  },
})

const replyPages = pagesOf('replies', {
  // All of them: a discussion has 1,000 at most.
  pageSize: Infinity,
  minRows: Infinity,
  fetchPage: (discussionId: string, query, signal) =>
    request('GET', '/api/community/discussions/:discussionId', { params: { discussionId }, query, signal }),
  idOf: ({ id }) => id,
})

/** By id. Replies are sorted by time, the oldest first. */
export const openDiscussion = liveData<Omit<DiscussionResponse, 'success'>, string>({
  room: rooms.community,
  // Only browsers with this discussion open load it, and one that was removed must not stay.
  reloadDelayMs: 0,
  load: async (discussionId, signal, current) => {
    const discussion = await replyPages.load(discussionId, signal, current)
    const knownIds = new Set(current?.replies.map(({ id }) => id))
    // Users know about their own replies.
    const isNew = ({ id, author }: Reply) => !knownIds.has(id) && author.id !== ownUserId()
    if (current !== undefined && discussion.replies.some(isNew)) announce(t('community.newReply'))
    return discussion
  },
  messages: {
    'discussion.changed': (data, { items }, reload) => {
      if (items.some(({ discussionId }) => discussionId === data.discussion.id)) reload()
      return data
    },
  },
})

/** Waits for a command that changes the open discussion and how the list shows it, and loads both then. */
export const afterChange = async (command: Promise<unknown>): Promise<void> => {
  await openDiscussion.after(command)
  void allDiscussions.refresh()
}
