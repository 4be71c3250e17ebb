import type { ProjectEvent, ViewedEvent } from '@thirty/contracts/events/project.ts'
import { commentNumber } from '@thirty/contracts/rules/comment-id.ts'

/** A project as far as reactions go: `open` takes them, a rejected one is only read. */
export type Status = 'none' | 'open' | 'rejected' | 'withdrawn'

export function evolveStatus(status: Status, event: ProjectEvent): Status {
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

/** How many like a project, and whether one person does: nobody decides about the like of another. */
export type Likes = { status: Status; likes: number; isLiked: boolean }
export const noLikes: Likes = { status: 'none', likes: 0, isLiked: false }

export const likesFor =
  (user: string) =>
  (project: Likes, event: ProjectEvent): Likes => {
    if (event.type === 'ProjectSubmitted') return { ...noLikes, status: 'open' }
    if (event.type !== 'ProjectLiked' && event.type !== 'ProjectUnliked')
      return { ...project, status: evolveStatus(project.status, event) }
    const isLike = event.type === 'ProjectLiked'
    const isLiked = event.data.by === user ? isLike : project.isLiked
    return { ...project, likes: project.likes + (isLike ? 1 : -1), isLiked }
  }

/**
 * The comments of a project, and who wrote one of them. `posted` counts all there ever were, those of earlier hand-ins
 * too: a number is never given twice. `count` is how many there are now.
 */
export type Comments = { status: Status; posted: number; count: number; author?: string }
export const noComments: Comments = { status: 'none', posted: 0, count: 0 }

export const commentsWith =
  (comment?: string) =>
  (project: Comments, event: ProjectEvent): Comments => {
    const { posted, count, author } = project
    switch (event.type) {
      case 'ProjectSubmitted':
        return { status: 'open', posted, count: 0 }
      case 'CommentPosted': {
        const isMeant = event.data.comment === comment
        const number = commentNumber(event.data.comment) ?? posted
        return { ...project, posted: number, count: count + 1, ...(isMeant && { author: event.data.by }) }
      }
      case 'CommentRemoved': {
        const isAnother = author !== undefined && event.data.comment !== comment
        return { status: project.status, posted, count: count - 1, ...(isAnother && { author }) }
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
export const evolveSeen = (isSeen: boolean, event: ViewedEvent): boolean =>
  isSeen || event.type === 'ProjectViewed'
