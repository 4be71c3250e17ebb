// The discussions that the user has opened, with their replies, by id. Live messages have no texts, so the replies are loaded.

import type { DiscussionResponse, Reply } from '@thirty/contracts/community/discussions-api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { hasPermission } from '@thirty/contracts/team/permissions.ts'
import { request } from '../../../shared/http/http.ts'
import { liveData } from '../../../shared/live/live-data.ts'
import { ownUserId, useSession } from '../../../shared/session/session.ts'
import { announce } from '../../../shared/ui/feedback/announcer.tsx'
import { t } from '../../../shared/i18n/t.ts'

/** A discussion with all its replies, oldest first. `isRemoved`: its author or an admin removed it meanwhile. */
type Discussion = Pick<DiscussionResponse, 'discussion' | 'replies' | 'position' | 'epoch'> & {
  isRemoved?: boolean
}

/** The server sends no more at once. */
const pageSize = 200

export const openDiscussion = liveData<Discussion, string>({
  room: rooms.community,
  // Only browsers with this discussion open load it.
  reloadDelayMs: 500,
  load: async (discussionId, signal, current) => {
    const fetchPage = (cursor?: string) =>
      request('GET', '/api/community/discussions/:discussionId', {
        params: { discussionId },
        query: { limit: pageSize, ...(cursor !== undefined && { cursor }) },
        signal,
      })
    const { discussion, replies, position, epoch, nextCursor } = await fetchPage()
    let cursor = nextCursor
    while (cursor !== null) {
      // Sequential, because each page needs the cursor of the previous one. A discussion has 1,000 replies at most.
      const page = await fetchPage(cursor)
      replies.push(...page.replies)
      cursor = page.nextCursor
    }
    if (current !== undefined && hasNewReply(current.replies, replies)) announce(t('community.newReply'))
    return { discussion, replies, position, epoch }
  },
  messages: {
    'discussion.changed': {
      apply: (data, { items, position, epoch }, reload) => {
        const changes = items.filter(({ discussionId }) => discussionId === data.discussion.id)
        if (changes.length === 0) return data
        const isGone = changes.some(({ what }) => what === 'removed')
        // Its author and moderators still see a discussion that was hidden.
        if (isGone && !maySeeHidden(data.discussion.author.id))
          return { ...data, isRemoved: true, position, epoch }
        reload()
        return data
      },
    },
  },
})

function maySeeHidden(author: string): boolean {
  const { session } = useSession.getState()
  return (
    author === ownUserId() || ('user' in session && hasPermission(session.user.role, 'moderate-community'))
  )
}

/** Returns whether somebody else has replied. The user knows about their own replies. */
function hasNewReply(before: readonly Reply[], after: readonly Reply[]): boolean {
  const knownIds = new Set(before.map(({ id }) => id))
  return after.some(({ id, author }) => !knownIds.has(id) && author.id !== ownUserId())
}

/** Loads a discussion again, after a command of this user. */
export const reloadDiscussion = (id: string): void => openDiscussion.at(id).getState().reload()
