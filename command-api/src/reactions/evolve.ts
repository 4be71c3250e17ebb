import type { ProjectEvent, ProjectViewEvent } from '@thirty/contracts/events/project.ts'
import { commentNumber } from '@thirty/contracts/rules/streams/project-id.ts'

/** A project as far as reactions go: `open` takes them, a rejected one is only read. */
export type ReactionStatus = 'none' | 'open' | 'rejected' | 'withdrawn'

export function evolveStatus(status: ReactionStatus, event: ProjectEvent): ReactionStatus {
  switch (event.type) {
    case 'ProjectSubmitted':
    case 'ProjectRevised':
    case 'ProjectApproved':
      return 'open'
    case 'ProjectRejected':
      return 'rejected'
    case 'ProjectWithdrawn':
      return 'withdrawn'
    case 'ProjectRated':
    case 'ProjectLiked':
    case 'ProjectUnliked':
    case 'CommentPosted':
    case 'CommentRemoved':
      return status
    default:
      return status
  }
}

/**
 * How many like a project, and whether one person does: nobody decides about the like of another. `changes` counts how
 * often that person said so or took it back.
 */
export type Likes = { status: ReactionStatus; likes: number; isLiked: boolean; changeCount: number }
export const noLikes: Likes = { status: 'none', likes: 0, isLiked: false, changeCount: 0 }

export const evolveLikes =
  (user: string) =>
  (project: Likes, event: ProjectEvent): Likes => {
    const { changeCount: changes } = project
    if (event.type === 'ProjectSubmitted') return { ...noLikes, status: 'open', changeCount: changes }
    if (event.type !== 'ProjectLiked' && event.type !== 'ProjectUnliked')
      return { ...project, status: evolveStatus(project.status, event) }
    const isLike = event.type === 'ProjectLiked'
    const likes = project.likes + (isLike ? 1 : -1)
    if (event.data.by !== user) return { ...project, likes }
    return { ...project, likes, isLiked: isLike, changeCount: changes + 1 }
  }

/**
 * The comments of a project as one person may change them, and who wrote a certain one. `posted` counts all there ever
 * were, those of earlier hand-ins too: a number is never given twice. `own` counts what the person wrote among them,
 * `count` is how many there are now.
 */
export type Comments = {
  status: ReactionStatus
  postedCount: number
  ownCount: number
  count: number
  author?: string
}
export const noComments: Comments = { status: 'none', postedCount: 0, ownCount: 0, count: 0 }

export const evolveComments =
  (user: string, comment?: string) =>
  (project: Comments, event: ProjectEvent): Comments => {
    const { author, ...others } = project
    const { postedCount: posted, ownCount: own, count } = project
    switch (event.type) {
      case 'ProjectSubmitted':
        return { ...others, status: 'open', count: 0 }
      case 'CommentPosted': {
        const { comment: id, by } = event.data
        return {
          ...project,
          postedCount: commentNumber(id) ?? posted,
          ownCount: own + (by === user ? 1 : 0),
          count: count + 1,
          ...(id === comment && { author: by }),
        }
      }
      case 'CommentRemoved': {
        const isAnother = author !== undefined && event.data.comment !== comment
        return { ...others, count: count - 1, ...(isAnother && { author }) }
      }
      case 'ProjectRevised':
      case 'ProjectWithdrawn':
      case 'ProjectApproved':
      case 'ProjectRejected':
      case 'ProjectRated':
      case 'ProjectLiked':
      case 'ProjectUnliked':
        return { ...project, status: evolveStatus(project.status, event) }
      default:
        return project
    }
  }

/** Whether somebody saw a project before. */
export const evolveSeen = (isSeen: boolean, event: ProjectViewEvent): boolean =>
  isSeen || event.type === 'ProjectViewed'
