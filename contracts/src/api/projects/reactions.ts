import { z } from 'zod'
import { commandResponse, epoch } from '../responses.ts'
import { hiddenText } from '../community/hidden-texts.ts'
import { requiredText } from '../shown-text.ts'

export const postCommentRequest = z.strictObject({ text: requiredText('Write a comment', 2000) })

/** Number of likes after the change, and whether the caller likes the project. */
export const likeResponse = commandResponse.extend({ likes: z.int(), likedByMe: z.boolean() })

/** `username` tells people with one name apart; missing for accounts without one. */
const author = z.object({
  _id: z.string(),
  name: z.string(),
  username: z.string().optional(),
  avatar: z.string().nullable(),
})

/** A comment as everyone sees it. `createdAt` is ISO time. */
export const publicComment = z.object({ id: z.string(), text: z.string(), createdAt: z.string(), author })
export type PublicComment = z.infer<typeof publicComment>

/** A comment for one user: `mine` if they wrote it, `mayRemove` if they may remove it. */
const comment = publicComment.extend({
  mine: z.boolean(),
  mayRemove: z.boolean(),
  hidden: hiddenText.optional(),
})
export type Comment = z.infer<typeof comment>

/** Newest first; `count` is the number of all comments on the project that everybody sees. */
export const commentsResponse = z.object({
  success: z.literal(true),
  comments: z.array(comment),
  count: z.int(),
  nextCursor: z.string().nullable(),
  position: z.string(),
  epoch,
})
export type CommentsResponse = z.infer<typeof commentsResponse>

/** The new comment, and the number of comments after it. */
export const postCommentResponse = commandResponse.extend({
  comment: publicComment.omit({ author: true }),
  comments: z.int(),
})

/** Number of comments that everybody sees afterwards. */
export const removeCommentResponse = commandResponse.extend({ comments: z.int() })
