import { z } from 'zod'
import { isSeen } from '../rules/seen.ts'
import { accepted, page } from './answers.ts'

/** Plain text; it is shown as it was written. What nobody can see is no text. */
const text = (missing: string) =>
  z.string({ error: missing }).trim().max(5000, 'At most 5,000 characters').refine(isSeen, missing)

/** Most replies to one discussion: it is decided about, and read, as a whole. */
export const mostReplies = 1_000
/** Most texts that are ever written in a discussion, with those that were changed or removed: all of them are read again. */
export const mostWritten = 5_000

export const openDiscussionRequest = z.strictObject({
  title: z
    .string({ error: 'Title is required' })
    .trim()
    .min(1, 'Title is required')
    .min(3, 'At least 3 characters')
    .max(120, 'At most 120 characters')
    .regex(/^[^\r\n\u2028\u2029]*$/, 'A title is one line')
    .refine(isSeen, 'Title is required'),
  text: text('Text is required'),
})
export type OpenDiscussionRequest = z.infer<typeof openDiscussionRequest>

export const replyRequest = z.strictObject({ text: text('A reply needs some text') })

/** Who said or did something, as everybody who is signed in may see it. `name` is 'Deleted participant' for who is gone. */
export const speaker = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string().nullable(),
  avatar: z.string().nullable(),
})
export type Speaker = z.infer<typeof speaker>

const said = z.object({
  id: z.string(),
  author: speaker,
  createdAt: z.string(),
  /** ISO time of the last change of the words; null for words that are as they were. */
  editedAt: z.string().nullable(),
})

/**
 * A discussion in a list: `excerpt` is the beginning of its text. `latestAt` is the time of its latest reply, also of one
 * that was removed since, or its own.
 */
export const discussionCard = said.extend({
  title: z.string(),
  excerpt: z.string(),
  replies: z.int(),
  latestAt: z.string(),
})
export type DiscussionCard = z.infer<typeof discussionCard>

/** Newest activity first. `count` is the number of all discussions. */
export const discussionsAnswer = z.object({
  success: z.literal(true),
  discussions: z.array(discussionCard),
  count: z.int(),
  nextCursor: z.string().nullable(),
  position: z.string(),
})
export type DiscussionsAnswer = z.infer<typeof discussionsAnswer>
export const discussionsQuery = page

/** A reply. All text is plain text. */
export const reply = said.extend({ text: z.string() })
export type Reply = z.infer<typeof reply>

/** A discussion with its replies, oldest first. */
export const discussionAnswer = z.object({
  success: z.literal(true),
  discussion: discussionCard.omit({ excerpt: true }).extend({ text: z.string() }),
  replies: z.array(reply),
  nextCursor: z.string().nullable(),
  position: z.string(),
})
export type DiscussionAnswer = z.infer<typeof discussionAnswer>

export const openDiscussionAnswer = accepted.extend({ discussion: z.object({ id: z.string() }) })
export const replyAnswer = accepted.extend({ reply: z.object({ id: z.string() }) })
