// The comments on a project by its id, updated live.

import type { Comment, CommentsResponse, PublicComment } from '@thirty/contracts/community/reactions-api.ts'
import type { ProjectCommentedUpdate } from '@thirty/contracts/live/live.ts'
import { hasPermission } from '@thirty/contracts/team/permissions.ts'
import { request } from '../../../shared/http/http.ts'
import { liveData } from '../../../shared/live/live-data.ts'
import { pagesOf } from '../../../shared/live/pages.ts'
import { ownUserId, useSession } from '../../../shared/session/session.ts'
import { t } from '../../../shared/i18n/t.ts'
import { changeShownProject } from '../open-project.ts'

/** The loaded comments on a project, newest first, and the number of all. */
type Comments = Omit<CommentsResponse, 'success'>

export const commentsOn = liveData<Comments, string>({
  ...pagesOf('comments', {
    pageSize: 20,
    fetchPage: (projectId: string, query, signal) =>
      request('GET', '/api/projects/:projectId/comments', { params: { projectId }, query, signal }),
    idOf: ({ id }) => id,
  }),
  isEmpty: ({ comments }) => comments.length === 0,
  failedText: t('common.checkConnection'),
  messages: (projectId) => ({
    'project.commented': {
      apply: (comments, { items }, reload) => {
        const own = items.filter((item) => item.projectId === projectId)
        if (own.some((item) => isModerated(comments, item))) reload()
        return own.reduce(applyItem, comments)
      },
    },
  }),
})

/** Shows the comments after a command of this user about one; `comments` is their number. */
export async function showComments(projectId: string, comments: number): Promise<void> {
  changeShownProject(projectId, { comments })
  await commentsOn.refresh()
}

/** Whether a message is about a comment that this user may see in another way than others: they load it. */
function isModerated(data: Comments, item: ProjectCommentedUpdate): boolean {
  if ('shown' in item) return true
  return 'removed' in item && data.comments.some(({ id, mayRemove }) => id === item.removed && mayRemove)
}

function applyItem(data: Comments, item: ProjectCommentedUpdate): Comments {
  const changed = { ...data, count: item.comments }
  if ('comment' in item) {
    // It may have been loaded before its live message arrives.
    const isListed = data.comments.some(({ id }) => id === item.comment.id)
    return isListed ? changed : { ...changed, comments: [toOwnView(item.comment), ...data.comments] }
  }
  if ('shown' in item) return changed
  if ('removed' in item)
    return { ...changed, comments: data.comments.filter(({ id }) => id !== item.removed) }
  return { ...changed, comments: [], nextCursor: null }
}

/** Adds what a live message lacks, because many users receive it. */
function toOwnView(comment: PublicComment): Comment {
  const mine = comment.author._id === ownUserId()
  const { session } = useSession.getState()
  const isModerator = 'user' in session && hasPermission(session.user.role, 'moderate-community')
  return { ...comment, mine, mayRemove: mine || isModerator }
}
