import { rooms, type ProjectCommentedUpdate, type ProjectLikedUpdate } from '@thirty/contracts/live.ts'
import { commentNumber } from '@thirty/contracts/rules/streams/comment-id.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { LiveUpdate } from '../../live-update.ts'
import { cardLoader } from '../cards/card-loader.ts'
import { toPublicComment } from './comments.ts'
import { noReactions, type ReactionEvent, type StoredComment } from './reactions.ts'
import type { Owner, Project } from '../projection.ts'
import { DeferredUpdates } from '../deferred-updates.ts'

/** A comment that was posted, or the id of one that was removed. */
type Commented = { projectId: string; comments: number } & ({ posted: StoredComment } | { removed: string })

type NewsOptions = { store: ReadModelStore; readModel: ReadModelKey; isHeard: HasListeners }

/** What is told of a project's likes and comments, and in which rooms. A first look is no news. */
export function reactionUpdates({ store, readModel: view, isHeard }: NewsOptions) {
  const waiting = new DeferredUpdates<Commented>()
  const { owners } = cardLoader({ store, view })

  const tell = async (items: readonly Commented[]): Promise<ProjectCommentedUpdate[]> => {
    const known = await owners(items.flatMap((item) => ('posted' in item ? [item.posted.by] : [])))
    return items.map((item) => told(item, known))
  }

  return (event: RecordedEvent & ReactionEvent, id: string, project: Project): LiveUpdate[] => {
    const { likes, comments } = project.figures ?? noReactions
    if (event.type === 'ProjectLiked' || event.type === 'ProjectUnliked')
      return likedNews(id, project, likes).filter(({ room }) => isHeard(room))
    if (event.type === 'ProjectViewed') return []
    const item = { projectId: id, comments, ...changeOf(event) }
    return hearing(id, project)
      .filter(isHeard)
      .map((room) =>
        waiting.defer({
          room,
          message: 'project.commented',
          id: `${id} ${event.data.comment}`,
          item,
          tell,
        }),
      )
  }
}

/** A withdrawal takes the likes with it: handed in anew, a project begins without. */
export const likesResetUpdates = (id: string, project: Project): LiveUpdate[] =>
  (project.figures ?? noReactions).likes > 0 ? likedNews(id, project, 0) : []

function likedNews(id: string, project: Project, likes: number): LiveUpdate[] {
  const item: ProjectLikedUpdate = { projectId: id, likes }
  return hearing(id, project).map((room) => ({ room, message: 'project.liked', item, key: id }))
}

const hearing = (id: string, { owner }: Project): string[] => [rooms.project(id), rooms.user(owner)]

type CommentEvent = Extract<ReactionEvent, { data: { comment: string } }>

function changeOf(event: RecordedEvent & CommentEvent): { posted: StoredComment } | { removed: string } {
  const { comment, by } = event.data
  if (event.type === 'CommentRemoved') return { removed: comment }
  return { posted: { number: commentNumber(comment) ?? 0, by, text: event.data.text, at: event.at } }
}

function told(item: Commented, known: ReadonlyMap<string, Owner>): ProjectCommentedUpdate {
  if (!('posted' in item)) return item
  const { posted, ...figures } = item
  return { ...figures, comment: toPublicComment(posted, known.get(posted.by)) }
}
