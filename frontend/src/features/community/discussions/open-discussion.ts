// The discussions that the user has opened, with all their replies, oldest first, by id. Live messages have no texts, so the replies are loaded.

import type { DiscussionResponse, Reply } from '@thirty/contracts/community/discussions-api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { request } from '../../../shared/http/http.ts'
import { liveData, pagesOf } from '../../../shared/live/live-data.ts'
import { ownUserId } from '../../../shared/session/session.ts'
import { announce } from '../../../shared/ui/feedback/toasts.tsx'
import { t } from '../../../shared/i18n/t.ts'

const replyPages = pagesOf('replies', {
  // All of them: a discussion has 1,000 at most.
  pageSize: Infinity,
  minRows: Infinity,
  fetchPage: (discussionId: string, query, signal) =>
    request('GET', '/api/community/discussions/:discussionId', { params: { discussionId }, query, signal }),
  idOf: ({ id }) => id,
})

export const openDiscussion = liveData<Omit<DiscussionResponse, 'success'>, string>({
  room: rooms.community,
  // Only browsers with this discussion open load it, and one that was removed must not stay.
  reloadDelayMs: 0,
  load: async (discussionId, signal, current) => {
    const discussion = await replyPages.load(discussionId, signal, current)
    if (current !== undefined && hasNewReply(current.replies, discussion.replies))
      announce(t('community.newReply'))
    return discussion
  },
  messages: {
    'discussion.changed': {
      apply: (data, { items }, reload) => {
        if (items.some(({ discussionId }) => discussionId === data.discussion.id)) reload()
        return data
      },
    },
  },
})

/** Returns whether somebody else has replied. The user knows about their own replies. */
function hasNewReply(before: readonly Reply[], after: readonly Reply[]): boolean {
  const knownIds = new Set(before.map(({ id }) => id))
  return after.some(({ id, author }) => !knownIds.has(id) && author.id !== ownUserId())
}

/** Loads a discussion again, after a command of this user. */
export const reloadDiscussion = (id: string): void => openDiscussion.at(id).getState().reload()
