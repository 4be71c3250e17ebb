import { rooms, type ProjectRatedNews, type SubmissionNews } from '@thirty/contracts/live.ts'
import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { IsHeard } from '@thirty/infra/live/live.ts'
import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import type { Announcement } from '../gather.ts'
import type { Change } from '../projection.ts'
import { averageRating, cardOf, nobody, ratingCount, type Reader } from './card.ts'
import { cards } from './cards.ts'
import { lostLikesNews, reactionNews } from './reaction-news.ts'
import { reactionTypes, type Reaction } from './reactions.ts'
import type { Project, ProjectsDocument } from './view.ts'
import { WaitingNews } from './waiting-news.ts'

type What = SubmissionNews['what']
type Submission = { id: string; project: Project; what: What; actor: string | undefined }

type NewsOptions = { store: ViewStore; view: ViewKey; isHeard: IsHeard }

/**
 * Admins and the owner hear what happens to a project; who watches it, and the owner, hear its new figures and
 * comments.
 */
export function projectsNews(options: NewsOptions) {
  const { isHeard } = options
  const waiting = new WaitingNews<Submission>()
  const tellTo = submissionNews(options)
  const reactionsOf = reactionNews(options)

  return ({ event, id, before, after }: Change<ProjectsDocument>): readonly Announcement[] => {
    const project = after ?? before
    if (project?.kind !== 'project') return []
    // What stands in the log was checked against the catalogue before it was appended.
    const { type, data, metadata } = event as RecordedEvent & ProjectEvent
    if (isReaction(event)) return reactionsOf(event, id, project)
    if (type === 'ProjectRated')
      return ratedNews(id, project, data.official).filter(({ room }) => isHeard(room))
    const what = whats[type]
    if (what === undefined) return []
    const message = what === 'submitted' ? 'submission.received' : 'submission.changed'
    const submission = { id, project, what, actor: metadata.actor }
    const readers = [
      { room: rooms.admins, reader: { id: '', isAdmin: true } },
      { room: rooms.user(project.owner), reader: { id: project.owner, isAdmin: false } },
    ]
    const news = readers
      .filter(({ room }) => isHeard(room))
      .map(({ room, reader }) =>
        waiting.announcement({ room, message, id, item: submission, tell: tellTo(reader) }),
      )
    if (what !== 'withdrawn') return news
    return [...news, ...lostLikesNews(id, project).filter(({ room }) => isHeard(room))]
  }
}

// As above: a word of the catalogue has what the catalogue says.
const isReaction = (event: RecordedEvent): event is RecordedEvent & Reaction => reactionTypes.has(event.type)

const whats: Partial<Record<string, What>> = {
  ProjectSubmitted: 'submitted',
  ProjectRevised: 'revised',
  ProjectApproved: 'approved',
  ProjectRejected: 'rejected',
  ProjectWithdrawn: 'withdrawn',
} satisfies Partial<Record<ProjectEvent['type'], What>>

function ratedNews(id: string, project: Project, official: boolean): Announcement[] {
  const item: ProjectRatedNews = {
    projectId: id,
    averageRating: averageRating(project),
    ratingCount: ratingCount(project),
    official,
  }
  return [rooms.project(id), rooms.user(project.owner)].map((room) => ({
    room,
    message: 'project.rated',
    item,
    key: id,
  }))
}

/**
 * Puts the news of submissions in words, as a reader may see them. Messages of one moment leave in no order of their own,
 * so each speaks of a project as it is by then, and what has been undone since is left to the message that says so.
 */
function submissionNews({ store, view }: Pick<NewsOptions, 'store' | 'view'>) {
  const { owners } = cards({ store, view })
  return (reader: Reader) =>
    async (happened: readonly Submission[]): Promise<SubmissionNews[]> => {
      const documents = await store.load<ProjectsDocument>(
        view,
        happened.map(({ id }) => id),
      )
      const submissions = happened.flatMap((one, at) => {
        const document = documents[at]
        const isThere = document?.kind === 'project'
        if (isThere === (one.what === 'withdrawn')) return []
        return isThere ? { ...one, project: document } : one
      })
      const people = submissions.flatMap(({ project, actor = project.owner }) => [project.owner, actor])
      const known = await owners(people)
      return submissions.map(({ id, project, what, actor = project.owner }) => ({
        project: cardOf(id, project, { reader, owner: known.get(project.owner) }),
        by: known.get(actor)?.fullName ?? nobody.fullName,
        what,
      }))
    }
}
