import type { OpenDiscussionRequest } from '@thirty/contracts/api/community/discussions.ts'
import { request } from '../../../shared/http/http.ts'
import { discussionStore } from './discussion-store.ts'
import { discussionsStore } from './discussions-store.ts'

/** Starts a discussion and returns its id. */
export async function startDiscussion(body: OpenDiscussionRequest): Promise<string> {
  const { discussion } = await request('POST', '/api/community/discussions', { body })
  showChange(discussionsStore.refresh())
  return discussion.id
}

/** Replaces title and text of an own discussion. */
export async function editDiscussion(discussionId: string, body: OpenDiscussionRequest): Promise<void> {
  await request('PUT', '/api/community/discussions/:discussionId', { params: { discussionId }, body })
  showChange(discussionStore.refresh())
  showChange(discussionsStore.refresh())
}

export async function removeDiscussion(discussionId: string): Promise<void> {
  await request('DELETE', '/api/community/discussions/:discussionId', { params: { discussionId } })
  showChange(discussionsStore.refresh())
}

export async function postReply(discussionId: string, text: string): Promise<void> {
  await request('POST', '/api/community/discussions/:discussionId/replies', {
    params: { discussionId },
    body: { text },
  })
  showChange(discussionStore.refresh())
}

/** Replaces the text of an own reply. */
export async function editReply(discussionId: string, replyId: string, text: string): Promise<void> {
  await request('PUT', '/api/community/discussions/:discussionId/replies/:replyId', {
    params: { discussionId, replyId },
    body: { text },
  })
  showChange(discussionStore.refresh())
}

export async function removeReply(discussionId: string, replyId: string): Promise<void> {
  await request('DELETE', '/api/community/discussions/:discussionId/replies/:replyId', {
    params: { discussionId, replyId },
  })
  discussionStore.change((open) => ({
    ...open,
    replies: open.replies.filter(({ id }) => id !== replyId),
  }))
  showChange(discussionStore.refresh())
}

/** Hides a discussion, or one of its replies, from everybody but its author. */
export async function hideText(discussionId: string, replyId: string | null, reason: string): Promise<void> {
  const body = { reason }
  if (replyId === null)
    await request('PUT', '/api/community/discussions/:discussionId/hidden', {
      params: { discussionId },
      body,
    })
  else
    await request('PUT', '/api/community/discussions/:discussionId/replies/:replyId/hidden', {
      params: { discussionId, replyId },
      body,
    })
  showChange(discussionStore.refresh())
  showChange(discussionsStore.refresh())
}

/** Shows a hidden discussion, or a hidden reply, again. */
export async function showText(discussionId: string, replyId: string | null): Promise<void> {
  if (replyId === null)
    await request('DELETE', '/api/community/discussions/:discussionId/hidden', { params: { discussionId } })
  else
    await request('DELETE', '/api/community/discussions/:discussionId/replies/:replyId/hidden', {
      params: { discussionId, replyId },
    })
  showChange(discussionStore.refresh())
  showChange(discussionsStore.refresh())
}

/** The command is done. If the screen cannot be loaded again, its connection pill says so. */
const showChange = (refreshed: Promise<void>) => void refreshed.catch(() => undefined)
