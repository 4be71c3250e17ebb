import type { OpenDiscussionRequest } from '@thirty/contracts/community/discussions-api.ts'
import { request } from '../../../shared/http/http.ts'
import { allDiscussions } from './all-discussions.ts'
import { openDiscussion } from './open-discussion.ts'

/** Starts a discussion and returns its id. */
export async function startDiscussion(body: OpenDiscussionRequest): Promise<string> {
  const { discussion } = await request('POST', '/api/community/discussions', { body })
  reloadList()
  return discussion.id
}

/** Replaces title and text of a discussion of this user. */
export async function editDiscussion(discussionId: string, body: OpenDiscussionRequest): Promise<void> {
  await request('PUT', '/api/community/discussions/:discussionId', { params: { discussionId }, body })
  reloadOpen(discussionId)
  reloadList()
}

export async function removeDiscussion(discussionId: string): Promise<void> {
  await request('DELETE', '/api/community/discussions/:discussionId', { params: { discussionId } })
  reloadList()
}

export async function postReply(discussionId: string, text: string): Promise<void> {
  await request('POST', '/api/community/discussions/:discussionId/replies', {
    params: { discussionId },
    body: { text },
  })
  reloadOpen(discussionId)
}

/** Replaces the text of a reply of this user. */
export async function editReply(discussionId: string, replyId: string, text: string): Promise<void> {
  await request('PUT', '/api/community/discussions/:discussionId/replies/:replyId', {
    params: { discussionId, replyId },
    body: { text },
  })
  reloadOpen(discussionId)
}

export async function removeReply(discussionId: string, replyId: string): Promise<void> {
  await request('DELETE', '/api/community/discussions/:discussionId/replies/:replyId', {
    params: { discussionId, replyId },
  })
  openDiscussion.at(discussionId).change((open) => ({
    ...open,
    replies: open.replies.filter(({ id }) => id !== replyId),
  }))
  reloadOpen(discussionId)
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
  reloadOpen(discussionId)
  reloadList()
}

/** Shows a hidden discussion, or a hidden reply, again. */
export async function showText(discussionId: string, replyId: string | null): Promise<void> {
  if (replyId === null)
    await request('DELETE', '/api/community/discussions/:discussionId/hidden', { params: { discussionId } })
  else
    await request('DELETE', '/api/community/discussions/:discussionId/replies/:replyId/hidden', {
      params: { discussionId, replyId },
    })
  reloadOpen(discussionId)
  reloadList()
}

const reloadList = () => allDiscussions.at().getState().reload()
const reloadOpen = (id: string) => openDiscussion.at(id).getState().reload()
