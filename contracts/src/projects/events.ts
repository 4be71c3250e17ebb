import { z } from 'zod'
import { perProjectText } from './project-texts.ts'
import { perCriterion } from '../judging/ratings.ts'
import { event, type EventOf } from '../events/event-definition.ts'

const content = z.object({
  ...perProjectText(
    () => z.string(),
    (text) => text.optional(),
  ),
  /** Name of the screenshot in the media store. */
  image: z.string(),
})
export type ProjectContent = z.infer<typeof content>

// Independent of the request schema, so that a stricter request schema cannot make stored ratings unreadable.
const stars = z.int().min(0).max(5)
const criteria = z.strictObject(perCriterion(() => stars))

const nameOpen = z.literal(true).optional()

/** Streams `project-<id>`. Run, day and participant are in the id (see `parseProjectId`). */
export const projectEvents = {
  ProjectSubmitted: { version: 1, data: content },
  ProjectRevised: { version: 1, data: content },
  ProjectWithdrawn: event({}),
  ProjectApproved: event({ by: z.string() }),
  /**
   * `savedText`: the id of the saved text that the reason was written with. `nameOpen`: `{name}` in the reason stands for the owner; see
   * `storedReviewText`.
   */
  ProjectRejected: event({
    by: z.string(),
    reason: z.string().optional(),
    savedText: z.string().optional(),
    nameOpen,
  }),
  /**
   * Replaces an earlier rating by the same rater. `official`: the rater was an admin at that time. `savedText`: the id of the saved text
   * that the feedback of an admin was written with. `nameOpen`: as in `ProjectRejected`, for the feedback.
   */
  ProjectRated: event({
    rater: z.string(),
    official: z.boolean(),
    criteria,
    feedback: z.string(),
    savedText: z.string().optional(),
    nameOpen,
  }),
  ProjectLiked: event({ by: z.string() }),
  ProjectUnliked: event({ by: z.string() }),
  /** `comment` is the id of the comment (see `commentId`); `text` is plain text. */
  CommentPosted: event({ comment: z.string(), by: z.string(), text: z.string() }),
  CommentRemoved: event({ comment: z.string(), by: z.string() }),
  /** Only its author and moderators see the comment until it is shown again. */
  CommentHidden: event({ comment: z.string(), by: z.string(), reason: z.string() }),
  CommentShown: event({ comment: z.string(), by: z.string() }),
}
export type ProjectEvent = EventOf<typeof projectEvents>

/**
 * Streams `views-<user>`: the projects that a user opened, each once. Owners do not count. Release 0.1.0 had a stream
 * `viewed-<project>-<user>` for each view.
 */
export const projectViewEvents = {
  ProjectViewed: event({ project: z.string(), by: z.string() }),
}
export type ProjectViewEvent = EventOf<typeof projectViewEvents>
