// The list of discussions, and those that the user has opened, by id and with all their replies, oldest first, as live data. Live messages have
// no texts, so what is new is loaded.

import type {
  DiscussionCard,
  DiscussionsResponse,
  DiscussionResponse,
  Reply,
} from '@thirty/contracts/community/discussions-api.ts'
import { rooms, type ServerMessages } from '@thirty/contracts/live/live.ts'
import { request } from '../../../shared/http/http.ts'
import { liveData, pagesOf } from '../../../shared/live/live-data.ts'
import { ownUserId } from '../../../shared/session/session.ts'
import { announce } from '../../../shared/ui/feedback/toasts.tsx'
import { t } from '../../../shared/i18n/t.ts'

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
