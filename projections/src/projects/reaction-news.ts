import { rooms, type ProjectCommentedNews, type ProjectLikedNews } from '@thirty/contracts/live.ts'
import { commentNumber } from '@thirty/contracts/rules/comment-id.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { IsHeard } from '@thirty/infra/live/live.ts'
import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import type { Announcement } from '../gather.ts'
import { cards } from './cards.ts'
import { spokenComment } from './comments.ts'
import { noFigures, type Reaction, type SheetComment } from './reactions.ts'
import type { Owner, Project } from './view.ts'
import { WaitingNews } from './waiting-news.ts'

/** A comment that was posted, or the id of one that was removed. */
type Commented = { projectId: string; comments: number } & ({ posted: SheetComment } | { removed: string })

type NewsOptions = { store: ViewStore; view: ViewKey; isHeard: IsHeard }

/** What is told of a project's likes and comments, and in which rooms. A first look is no news. */
export function reactionNews({ store, view, isHeard }: NewsOptions) {
  const waiting = new WaitingNews<Commented>()
  const { owners } = cards({ store, view })

  const tell = async (items: readonly Commented[]): Promise<ProjectCommentedNews[]> => {
    const known = await owners(items.flatMap((item) => ('posted' in item ? [item.posted.by] : [])))
    return items.map((item) => told(item, known))
  }

  return (event: RecordedEvent & Reaction, id: string, project: Project): Announcement[] => {
    const { likes, comments } = project.figures ?? noFigures
    if (event.type === 'ProjectLiked' || event.type === 'ProjectUnliked')
      return likedNews(id, project, likes).filter(({ room }) => isHeard(room))
    if (event.type === 'ProjectViewed') return []
    const item = { projectId: id, comments, ...changeOf(event) }
    return hearing(id, project)
      .filter(isHeard)
      .map((room) =>
        waiting.announcement({
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
export const lostLikesNews = (id: string, project: Project): Announcement[] =>
  (project.figures ?? noFigures).likes > 0 ? likedNews(id, project, 0) : []

function likedNews(id: string, project: Project, likes: number): Announcement[] {
  const item: ProjectLikedNews = { projectId: id, likes }
  return hearing(id, project).map((room) => ({ room, message: 'project.liked', item, key: id }))
}

const hearing = (id: string, { owner }: Project): string[] => [rooms.project(id), rooms.user(owner)]

type CommentEvent = Extract<Reaction, { data: { comment: string } }>

function changeOf(event: RecordedEvent & CommentEvent): { posted: SheetComment } | { removed: string } {
  const { comment, by } = event.data
  if (event.type === 'CommentRemoved') return { removed: comment }
  return { posted: { number: commentNumber(comment) ?? 0, by, text: event.data.text, at: event.at } }
}

function told(item: Commented, known: ReadonlyMap<string, Owner>): ProjectCommentedNews {
  if (!('posted' in item)) return item
  const { posted, ...figures } = item
  return { ...figures, comment: spokenComment(posted, known.get(posted.by)) }
}
