import { z } from 'zod'
import { hasVisibleText } from '../../rules/text/visible-text.ts'
import { commandResponse } from '../responses.ts'

/** Plain text; it is shown as it was written. What nobody can see is no comment. */
const text = z
  .string({ error: 'Write a comment' })
  .trim()
  .min(1, 'Write a comment')
  .max(2000, 'At most 2,000 characters')
  .refine(hasVisibleText, 'Write a comment')

export const postCommentRequest = z.strictObject({ text })

/** Whether the caller likes it now, and how many do. */
export const likeResponse = commandResponse.extend({ likes: z.int(), likedByMe: z.boolean() })

/** Who wrote it. */
const author = z.object({ _id: z.string(), name: z.string(), avatar: z.string().nullable() })

/** A comment as everybody sees it. `createdAt` is ISO time. */
export const publicComment = z.object({ id: z.string(), text: z.string(), createdAt: z.string(), author })
export type PublicComment = z.infer<typeof publicComment>

/** A comment as one reader sees it: whether it is theirs, and whether they may remove it. */
const comment = publicComment.extend({ mine: z.boolean(), mayRemove: z.boolean() })
export type Comment = z.infer<typeof comment>

/** Newest first; `count` is how many there are in all. */
export const commentsResponse = z.object({
  success: z.literal(true),
  comments: z.array(comment),
  count: z.int(),
  nextCursor: z.string().nullable(),
  position: z.string(),
})
export type CommentsResponse = z.infer<typeof commentsResponse>

/** The comment that was posted, and how many there are now. */
export const postCommentResponse = commandResponse.extend({
  comment: publicComment.omit({ author: true }),
  comments: z.int(),
})

/** How many comments are left. */
export const removeCommentResponse = commandResponse.extend({ comments: z.int() })
