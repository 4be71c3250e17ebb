// The states on which commands about likes, comments and views decide.

import {
  commentEvents,
  projectEvents,
  projectViewEvents,
  type ProjectEvent,
  type ProjectViewEvent,
} from '@thirty/contracts/projects/events.ts'
import type { EventOf } from '@thirty/contracts/events/event-definition.ts'
import { evolveStatus, isStatusEvent, type LifeStatus } from '@thirty/contracts/projects/project-life.ts'
import { commentNumber } from '@thirty/contracts/projects/project-id.ts'
import { reactionText, textBytes } from '@thirty/contracts/user-texts/written-texts.ts'

/**
 * The number of likes of a project, and the like of one user. `changeCount` counts how often this user liked or unliked
 * the project.
 */
export type Likes = { status: LifeStatus; likes: number; isLiked: boolean; changeCount: number }
const noLikes: Likes = { status: 'none', likes: 0, isLiked: false, changeCount: 0 }

export const likesFold = (user: string) => ({
  events: projectEvents,
  initial: noLikes,
  evolve(project: Likes, event: ProjectEvent): Likes {
    const { changeCount } = project
    if (event.type === 'ProjectSubmitted') return { ...noLikes, status: 'submitted', changeCount }
    if (isStatusEvent(event)) return { ...project, status: evolveStatus(project.status, event) }
    if (event.type !== 'ProjectLiked' && event.type !== 'ProjectUnliked') return project
    const isLike = event.type === 'ProjectLiked'
    const likes = project.likes + (isLike ? 1 : -1)
    if (event.data.by !== user) return { ...project, likes }
    return { ...project, likes, isLiked: isLike, changeCount: changeCount + 1 }
  },
})

/**
 * The comments of a project for one user. `postedCount` counts all comments ever posted, also to earlier submissions,
 * because comment numbers are never reused. `ownCount` counts the comments of the user, `ownBytes` is
 * the size of their comments and ratings, `count` counts the comments that everybody sees, and `hidden` has the hidden ones. `author` is
 * the author of the comment that a command is about, unless it was removed.
 */
export type Comments = {
  status: LifeStatus
  postedCount: number
  ownCount: number
  ownBytes: number
  count: number
  hidden: ReadonlySet<string>
  author?: string
}
export const noComments: Comments = {
  status: 'none',
  postedCount: 0,
  ownCount: 0,
  ownBytes: 0,
  count: 0,
  hidden: new Set(),
}

const isCommentEvent = (event: ProjectEvent): event is EventOf<typeof commentEvents> =>
  Object.hasOwn(commentEvents, event.type)

/** `comment`: the id of the comment whose author is needed. */
export const commentsFold = (user: string, comment?: string) => ({
  events: projectEvents,
  initial: noComments,
  evolve(project: Comments, event: ProjectEvent): Comments {
    if (isStatusEvent(event)) {
      const status = evolveStatus(project.status, event)
      const { author: _, ...others } = project
      return event.type === 'ProjectSubmitted'
        ? { ...others, status, count: 0, hidden: new Set() }
        : { ...project, status }
    }
    const written = reactionText(event)
    const ownBytes = project.ownBytes + (written?.by === user ? textBytes(written.text) : 0)
    // A rating has a text, too.
    if (!isCommentEvent(event)) return { ...project, ownBytes }
    const { count, hidden } = project
    switch (event.type) {
      case 'CommentPosted': {
        const { comment: id, by } = event.data
        return {
          ...project,
          postedCount: commentNumber(id) ?? project.postedCount,
          ownCount: project.ownCount + (by === user ? 1 : 0),
          ownBytes,
          count: project.count + 1,
          ...(id === comment && { author: by }),
        }
      }
      case 'CommentRemoved': {
        const { author: _, ...others } = project
        return {
          ...(event.data.comment === comment ? others : project),
          count: count - (hidden.has(event.data.comment) ? 0 : 1),
          hidden: withoutId(hidden, event.data.comment),
        }
      }
      case 'CommentHidden':
        return { ...project, count: count - 1, hidden: new Set([...hidden, event.data.comment]) }
      case 'CommentShown':
        return { ...project, count: count + 1, hidden: withoutId(hidden, event.data.comment) }
    }
  },
})

export const withoutId = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set([...ids].filter((other) => other !== id))

/** The views of a user. `isSeen`: whether the project that a command is about is among them. */
export type Views = { isSeen: boolean; count: number }

export const viewsFold = (project: string) => ({
  events: projectViewEvents,
  initial: { isSeen: false, count: 0 },
  evolve: (views: Views, event: ProjectViewEvent): Views => ({
    isSeen: views.isSeen || event.data.project === project,
    count: views.count + 1,
  }),
})
