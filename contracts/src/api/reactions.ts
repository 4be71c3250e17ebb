import { z } from 'zod'
import { isSeen } from '../rules/seen.ts'
import { accepted } from './answers.ts'

/** Plain text; it is shown as it was written. What nobody can see is no comment. */
const text = z
  .string({ error: 'Write a comment' })
  .trim()
  .min(1, 'Write a comment')
  .max(2000, 'At most 2,000 characters')
  .refine(isSeen, 'Write a comment')

export const postCommentRequest = z.strictObject({ text })

/** Whether the caller likes it now, and how many do. */
export const likeAnswer = accepted.extend({ likes: z.int(), likedByMe: z.boolean() })

/** Who wrote it. */
const author = z.object({ _id: z.string(), name: z.string(), avatar: z.string().nullable() })

/** A comment as everybody sees it. `createdAt` is ISO time. */
export const spokenComment = z.object({ id: z.string(), text: z.string(), createdAt: z.string(), author })
export type SpokenComment = z.infer<typeof spokenComment>

/** A comment as one reader sees it: whether it is theirs, and whether they may remove it. */
const comment = spokenComment.extend({ mine: z.boolean(), mayRemove: z.boolean() })
export type Comment = z.infer<typeof comment>

/** Newest first; `count` is how many there are in all. */
export const commentsAnswer = z.object({
  success: z.literal(true),
  comments: z.array(comment),
  count: z.int(),
  nextCursor: z.string().nullable(),
  position: z.string(),
})
export type CommentsAnswer = z.infer<typeof commentsAnswer>

/** The comment that was posted, and how many there are now. */
export const postCommentAnswer = accepted.extend({
  comment: spokenComment.omit({ author: true }),
  comments: z.int(),
})

/** How many comments are left. */
export const removeCommentAnswer = accepted.extend({ comments: z.int() })
