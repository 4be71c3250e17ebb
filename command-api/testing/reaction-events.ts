import type { ProjectEvent } from '@thirty/contracts/projects/events.ts'

export const liked = (by: string): ProjectEvent => ({ type: 'ProjectLiked', data: { by } })
export const unliked = (by: string): ProjectEvent => ({ type: 'ProjectUnliked', data: { by } })
export const commented = (comment: string, by: string, text = 'Neat'): ProjectEvent => ({
  type: 'CommentPosted',
  data: { comment, by, text },
})
export const removed = (comment: string, by: string): ProjectEvent => ({
  type: 'CommentRemoved',
  data: { comment, by },
})
