import { z } from 'zod'
import { criteria } from '../api/projects/ratings.ts'
import type { EventOf } from './event-definition.ts'

const content = z.object({
  projectName: z.string(),
  description: z.string(),
  languages: z.string(),
  frameworks: z.string().optional(),
  liveLink: z.string(),
  repoLink: z.string(),
  /** Name of the screenshot in the media store. */
  image: z.string(),
})
export type ProjectContent = z.infer<typeof content>

/** Streams `project-<id>`. Run, day and participant are in the id (see `rules/project-id.ts`). */
export const projectEvents = {
  ProjectSubmitted: { version: 1, data: content },
  ProjectRevised: { version: 1, data: content },
  ProjectWithdrawn: { version: 1, data: z.object({}) },
  ProjectApproved: { version: 1, data: z.object({ by: z.string() }) },
  ProjectRejected: { version: 1, data: z.object({ by: z.string(), reason: z.string().optional() }) },
  /** A rater's later rating replaces the earlier one. `official`: the rater was an admin at that time. */
  ProjectRated: {
    version: 1,
    data: z.object({ rater: z.string(), official: z.boolean(), criteria, feedback: z.string() }),
  },
  ProjectLiked: { version: 1, data: z.object({ by: z.string() }) },
  ProjectUnliked: { version: 1, data: z.object({ by: z.string() }) },
  /** `comment` is its id (see `rules/comment-id.ts`), `text` plain text. */
  CommentPosted: { version: 1, data: z.object({ comment: z.string(), by: z.string(), text: z.string() }) },
  CommentRemoved: { version: 1, data: z.object({ comment: z.string(), by: z.string() }) },
}
export type ProjectEvent = EventOf<typeof projectEvents>

/** Streams `viewed-<project>-<user>`, each with one event: this person saw this project. Owners of projects have none. */
export const projectViewEvents = {
  ProjectViewed: { version: 1, data: z.object({ project: z.string(), by: z.string() }) },
}
export type ProjectViewEvent = EventOf<typeof projectViewEvents>
