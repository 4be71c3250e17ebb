import { z } from 'zod'
import { commandResponse, epoch, pageQuery } from '../responses.ts'
import { hiddenText } from './hidden-texts.ts'
import { requiredText } from '../shown-text.ts'

/** Plain text, shown as written. */
const text = (missing: string) => requiredText(missing, 5000)

/** Maximum number of replies to one discussion, because every command reads the whole discussion. */
export const maxReplies = 1_000
/** Maximum number of texts in the stream of a discussion, which keeps edited and removed texts too. */
export const maxWrittenTexts = 5_000
/** Maximum number of replies by one person to one discussion, including removed ones. */
export const maxRepliesPerPerson = 100
/** Maximum number of texts of one person in one discussion, with every revision, and their size in bytes. */
export const maxTextsPerPerson = 300
export const maxTextBytesPerPerson = 131_072

export const openDiscussionRequest = z.strictObject({
  title: requiredText('Title is required', 120)
    .min(3, 'At least 3 characters')
    .regex(/^[^\r\n\u2028\u2029]*$/, 'A title can have only one line'),
  text: text('Text is required'),
})
export type OpenDiscussionRequest = z.infer<typeof openDiscussionRequest>

export const replyRequest = z.strictObject({ text: text('Write a reply') })

/** A person as every signed-in user may see them. `name` is 'Deleted participant' after the account was deleted, 'Participant elsewhere' without one. */
export const personSummary = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string().nullable(),
  avatar: z.string().nullable(),
})
export type PersonSummary = z.infer<typeof personSummary>

const authored = z.object({
  id: z.string(),
  author: personSummary,
  createdAt: z.string(),
  /** ISO time of the last edit; null if the text was never edited. */
  editedAt: z.string().nullable(),
  hidden: hiddenText.optional(),
})

/**
 * A discussion in a list. `excerpt` is the beginning of its text. `latestAt` (ISO) is the time of its latest reply, even if
 * that was removed later; without replies, the time at which it was opened.
 */
export const discussionCard = authored.extend({
  title: z.string(),
  excerpt: z.string(),
  replies: z.int(),
  latestAt: z.string(),
})
export type DiscussionCard = z.infer<typeof discussionCard>

/** Newest activity first. `count` is the number of all discussions. */
export const discussionsResponse = z.object({
  success: z.literal(true),
  discussions: z.array(discussionCard),
  count: z.int(),
  nextCursor: z.string().nullable(),
  position: z.string(),
  epoch,
})
export type DiscussionsResponse = z.infer<typeof discussionsResponse>
export const discussionsQuery = pageQuery

/** A reply; its text is plain text. */
export const reply = authored.extend({ text: z.string() })
export type Reply = z.infer<typeof reply>

/** A discussion with its replies, oldest first. */
export const discussionResponse = z.object({
  success: z.literal(true),
  discussion: discussionCard.omit({ excerpt: true }).extend({ text: z.string() }),
  replies: z.array(reply),
  nextCursor: z.string().nullable(),
  position: z.string(),
  epoch,
})
export type DiscussionResponse = z.infer<typeof discussionResponse>

export const openDiscussionResponse = commandResponse.extend({ discussion: z.object({ id: z.string() }) })
export const replyResponse = commandResponse.extend({ reply: z.object({ id: z.string() }) })
