// The events of projects: submissions, reviews, ratings, likes, comments and views.

import { z } from 'zod'
import { perProjectText } from './project-texts.ts'
import { perCriterion } from '../judging/ratings.ts'
import { event, unauditedEvent, pickEvents, type EventOf } from '../events/event-definition.ts'

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
  ProjectSubmitted: unauditedEvent(content.shape),
  ProjectRevised: unauditedEvent(content.shape),
  ProjectWithdrawn: unauditedEvent({}),
  ProjectApproved: event({ by: z.string() }, 'project', {
    says: { projectWasApproved: '{actor} approved {project} (Day {day}, {owner})' },
  }),
  /**
   * `savedText`: the id of the saved text that the reason was written with. `nameOpen`: `{name}` in the reason stands for the owner; see
   * `storedReviewText`.
   */
  ProjectRejected: event(
    { by: z.string(), reason: z.string().optional(), savedText: z.string().optional(), nameOpen },
    'project',
    { says: { projectWasRejected: '{actor} rejected {project} (Day {day}, {owner})' } },
  ),
  /**
   * Replaces an earlier rating by the same rater. `official`: the rater was an admin at that time. `savedText`: the id of the saved text
   * that the feedback of an admin was written with. `nameOpen`: as in `ProjectRejected`, for the feedback.
   */
  ProjectRated: event(
    {
      rater: z.string(),
      official: z.boolean(),
      criteria,
      feedback: z.string(),
      savedText: z.string().optional(),
      nameOpen,
    },
    'project',
    {
      label: 'Official rating',
      actor: 'rater',
      says: {
        projectRated: '{actor} rated {project} (Day {day}, {owner}) {average} of 5',
        projectRatedAgain: '{actor} rated {project} (Day {day}, {owner}) {average} of 5 again',
      },
    },
  ),
  ProjectLiked: unauditedEvent({ by: z.string() }),
  ProjectUnliked: unauditedEvent({ by: z.string() }),
  /** `comment` is the id of the comment (see `commentId`); `text` is plain text. */
  CommentPosted: unauditedEvent({ comment: z.string(), by: z.string(), text: z.string() }),
  CommentRemoved: event({ comment: z.string(), by: z.string() }, 'project', {
    says: { commentRemoved: '{actor} removed a comment by {author} on {project} (Day {day}, {owner})' },
  }),
  /** Only its author and moderators see the comment until it is shown again. */
  CommentHidden: event({ comment: z.string(), by: z.string(), reason: z.string() }, 'project', {
    says: { commentHidden: '{actor} hid a comment by {author} on {project} (Day {day}, {owner})' },
  }),
  CommentShown: event({ comment: z.string(), by: z.string() }, 'project', {
    label: 'Comment shown again',
    says: { commentShown: '{actor} unhid a comment by {author} on {project} (Day {day}, {owner})' },
  }),
}
export type ProjectEvent = EventOf<typeof projectEvents>

export const commentEvents = pickEvents(
  projectEvents,
  'CommentPosted',
  'CommentRemoved',
  'CommentHidden',
  'CommentShown',
)

/**
 * Streams `views-<user>`: the projects that a user opened, each once. Owners do not count. Release 0.1.0 had a stream
 * `viewed-<project>-<user>` for each view.
 */
export const projectViewEvents = {
  ProjectViewed: unauditedEvent({ project: z.string(), by: z.string() }),
}
export type ProjectViewEvent = EventOf<typeof projectViewEvents>
