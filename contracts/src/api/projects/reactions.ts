import { z } from 'zod'
import { hasVisibleText } from '../../rules/text/visible-text.ts'
import { commandResponse, epoch } from '../responses.ts'

/** Plain text, shown as written. It needs at least one visible character. */
const text = z
  .string({ error: 'Write a comment' })
  .trim()
  .min(1, 'Write a comment')
  .max(2000, 'At most 2,000 characters')
  .refine(hasVisibleText, 'Write a comment')

export const postCommentRequest = z.strictObject({ text })

/** Number of likes after the change, and whether the caller likes the project. */
export const likeResponse = commandResponse.extend({ likes: z.int(), likedByMe: z.boolean() })

const author = z.object({ _id: z.string(), name: z.string(), avatar: z.string().nullable() })

/** A comment as everyone sees it. `createdAt` is ISO time. */
export const publicComment = z.object({ id: z.string(), text: z.string(), createdAt: z.string(), author })
export type PublicComment = z.infer<typeof publicComment>

/** A comment for one user: `mine` if they wrote it, `mayRemove` if they may remove it. */
const comment = publicComment.extend({ mine: z.boolean(), mayRemove: z.boolean() })
export type Comment = z.infer<typeof comment>

/** Newest first; `count` is the number of all comments on the project. */
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

/** Number of remaining comments. */
export const removeCommentResponse = commandResponse.extend({ comments: z.int() })
