// Sends likes and comments to everybody who watches the project, and its owner. Views are not sent.

import { rooms, type ProjectCommentedUpdate } from '@thirty/contracts/live/live.ts'
import { commentNumber } from '@thirty/contracts/projects/project-id.ts'
import { collected, type LiveUpdate } from '../../live-update.ts'
import { cardLoader, type ProjectsSource } from '../card-loader.ts'
import type { CardOwner } from '../owner.ts'
import type { Project } from '../project.ts'
import { toPublicComment } from './comments.ts'
import { noReactions, type ReactionEvent, type StoredComment } from './reactions.ts'

/** The number of comments after a change of one; without one, after the project was withdrawn. */
type CommentChange = {
  projectId: string
  comments: number
  posted?: StoredComment
  removed?: string
  shown?: string
}

export function reactionUpdates(source: ProjectsSource) {
  const { owners } = cardLoader(source)

  const build = async (changes: readonly CommentChange[]) => {
    const authors = await owners(changes.flatMap(({ posted }) => (posted ? [posted.by] : [])))
    return { items: changes.map((change) => toCommentUpdate(change, authors)) }
  }

  const commentUpdates = (key: string, project: Project, item: CommentChange): LiveUpdate[] =>
    roomsOf(item.projectId, project).map((room) =>
      collected({ room, message: 'project.commented', key, item, build }),
    )

  return {
    ofReaction: (event: ReactionEvent, id: string, project: Project): LiveUpdate[] => {
      const { likes, comments } = project.figures ?? noReactions
      switch (event.type) {
        case 'ProjectLiked':
        case 'ProjectUnliked':
          return likeUpdates(id, project, likes)
        case 'ProjectViewed':
          return []
        case 'CommentPosted':
        case 'CommentRemoved':
        case 'CommentHidden':
        case 'CommentShown': {
          const change = { projectId: id, comments, ...commentChange(event) }
          return commentUpdates(`${id} ${event.data.comment}`, project, change)
        }
      }
    },
    /** Sends the counts after a withdrawal: the next submission of the same day starts without likes and comments. */
    ofWithdrawal: (id: string, project: Project): LiveUpdate[] => {
      const { likes, comments } = project.figures ?? noReactions
      return [
        ...(likes > 0 ? likeUpdates(id, project, 0) : []),
        ...(comments > 0 ? commentUpdates(id, project, { projectId: id, comments: 0 }) : []),
      ]
    },
  }
}

const likeUpdates = (id: string, project: Project, likes: number): LiveUpdate[] =>
  roomsOf(id, project).map((room) => ({
    room,
    message: 'project.liked',
    item: { projectId: id, likes },
    key: id,
  }))

const roomsOf = (id: string, { owner }: Project): string[] => [rooms.project(id), rooms.user(owner)]

type CommentEvent = Extract<
  ReactionEvent,
  { type: 'CommentPosted' | 'CommentRemoved' | 'CommentHidden' | 'CommentShown' }
>

function commentChange(event: CommentEvent): Pick<CommentChange, 'posted' | 'removed' | 'shown'> {
  const { comment, by } = event.data
  // Its author and moderators load it again, as hidden.
  if (event.type === 'CommentRemoved' || event.type === 'CommentHidden') return { removed: comment }
  if (event.type === 'CommentShown') return { shown: comment }
  const number = commentNumber(comment) ?? 0
  return { posted: { kind: 'comment', number, by, text: event.data.text, at: event.at } }
}

function toCommentUpdate(
  change: CommentChange,
  authors: ReadonlyMap<string, CardOwner>,
): ProjectCommentedUpdate {
  const { posted, removed, shown, ...counts } = change
  if (posted) return { ...counts, comment: toPublicComment(posted, authors.get(posted.by)) }
  if (shown !== undefined) return { ...counts, shown }
  return removed === undefined ? counts : { ...counts, removed }
}
