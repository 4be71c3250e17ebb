// Sends likes and comments to everybody who watches the project, and its owner. Views are not sent.

import { rooms, type ProjectCommentedUpdate } from '@thirty/contracts/live/live.ts'
import { collected, type LiveUpdate } from '../../live-update.ts'
import { cardLoader, type ProjectsSource } from '../card-loader.ts'
import type { Project } from '../project.ts'
import { toPublicComment } from './comments.ts'
import { evolveComment, noReactions, type ReactionEvent, type StoredComment } from './reactions.ts'

/** The live message after a change of a comment; for a new comment, it has the comment with its author. */
type CommentChange = { update: ProjectCommentedUpdate; posted?: StoredComment | undefined }

export function reactionUpdates(source: ProjectsSource) {
  const { owners } = cardLoader(source)

  const build = async (changes: readonly CommentChange[]) => {
    const authors = await owners(changes.flatMap(({ posted }) => (posted ? [posted.by] : [])))
    const items = changes.map(({ update, posted }) =>
      posted ? { ...update, comment: toPublicComment(posted, authors.get(posted.by)) } : update,
    )
    return { items }
  }

  const commentUpdates = (
    key: string,
    project: Project,
    update: ProjectCommentedUpdate,
    posted?: StoredComment,
  ): LiveUpdate[] =>
    watcherRooms(update.projectId, project).map((room) =>
      collected({ room, message: 'project.commented', key, item: { update, posted }, build }),
    )

  return {
    ofReaction: (event: ReactionEvent, id: string, project: Project): LiveUpdate[] => {
      const { likes, comments } = project.figures ?? noReactions
      const counts = { projectId: id, comments }
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
          const { comment } = event.data
          const key = `${id} ${comment}`
          if (event.type === 'CommentPosted')
            return commentUpdates(key, project, counts, evolveComment(undefined, event))
          // Of a hidden one, too: its author and moderators load it again, as hidden.
          const change = event.type === 'CommentShown' ? { shown: comment } : { removed: comment }
          return commentUpdates(key, project, { ...counts, ...change })
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
  watcherRooms(id, project).map((room) => ({
    room,
    message: 'project.liked',
    item: { projectId: id, likes },
    key: id,
  }))

/** The rooms of everybody who watches a project, and of its owner. */
export const watcherRooms = (id: string, { owner }: Project): string[] => [
  rooms.project(id),
  rooms.user(owner),
]
