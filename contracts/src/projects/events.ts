// The events of projects: submissions, reviews, ratings, likes, comments and views.

import { z } from 'zod'
import { perProjectText } from './project-texts.ts'
import { perCriterion } from '../judging/ratings.ts'
import { event, notAudited, pickEvents, type EventOf } from '../events/event-definition.ts'

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

const ofRun = { backupFile: true, ownData: ['projects'], exports: ['projects'] } as const
const ofSubmission = {
  ...ofRun,
  ownData: ['projects', 'submissions'],
  exports: ['projects', 'standings'],
} as const
/** The export of users counts their submissions. */
const ofDay = { ...ofSubmission, exports: ['users', 'projects', 'standings'] } as const
const ofReview = { ...ofSubmission, ownData: ['projects', 'submissions', 'notifications'] } as const
const ofLike = { ...ofRun, ownData: ['projects', 'likes', 'notifications'] } as const
const ofComment = { ...ofRun, ownData: ['projects', 'comments', 'notifications'] } as const

/** Streams `project-<id>`. Run, day and participant are in the id (see `parseProjectId`). */
export const projectEvents = {
  ProjectSubmitted: event(content.shape, ofDay, notAudited),
  ProjectRevised: event(content.shape, ofSubmission, notAudited),
  ProjectWithdrawn: event({}, ofDay, notAudited),
  ProjectApproved: event({ by: z.string() }, ofReview, {
    action: ['project-approved', 'Project approved'],
    about: 'project',
    says: { projectWasApproved: '{actor} approved {project} (Day {day}, {owner})' },
  }),
  /**
   * `savedText`: the id of the saved text that the reason was written with. `nameOpen`: `{name}` in the reason stands for the owner; see
   * `storedReviewText`.
   */
  ProjectRejected: event(
    {
      by: z.string(),
      reason: z.string().optional(),
      savedText: z.string().optional(),
      nameOpen,
    },
    ofReview,
    {
      action: ['project-rejected', 'Project rejected'],
      about: 'project',
      says: { projectWasRejected: '{actor} rejected {project} (Day {day}, {owner})' },
    },
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
    {
      backupFile: true,
      ownData: ['projects', 'ratings', 'notifications'],
      exports: ['projects', 'ratings', 'standings'],
    },
    {
      action: ['project-rated', 'Official rating'],
      about: 'project',
      actor: 'rater',
      says: {
        projectRated: '{actor} rated {project} (Day {day}, {owner}) {average} of 5',
        projectRatedAgain: '{actor} rated {project} (Day {day}, {owner}) {average} of 5 again',
      },
    },
  ),
  ProjectLiked: event({ by: z.string() }, ofLike, notAudited),
  ProjectUnliked: event({ by: z.string() }, ofLike, notAudited),
  /** `comment` is the id of the comment (see `commentId`); `text` is plain text. */
  CommentPosted: event({ comment: z.string(), by: z.string(), text: z.string() }, ofComment, notAudited),
  CommentRemoved: event({ comment: z.string(), by: z.string() }, ofComment, {
    action: ['comment-removed', 'Comment removed'],
    about: 'project',
    says: { commentRemoved: '{actor} removed a comment by {author} on {project} (Day {day}, {owner})' },
  }),
  /** Only its author and moderators see the comment until it is shown again. */
  CommentHidden: event({ comment: z.string(), by: z.string(), reason: z.string() }, ofComment, {
    action: ['comment-hidden', 'Comment hidden'],
    about: 'project',
    says: { commentHidden: '{actor} hid a comment by {author} on {project} (Day {day}, {owner})' },
  }),
  CommentShown: event({ comment: z.string(), by: z.string() }, ofComment, {
    action: ['comment-shown', 'Comment shown again'],
    about: 'project',
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
  ProjectViewed: event({ project: z.string(), by: z.string() }, ofRun, notAudited),
}
export type ProjectViewEvent = EventOf<typeof projectViewEvents>
