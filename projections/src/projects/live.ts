import { rooms, type ProjectRatedNews, type SubmissionNews } from '@thirty/contracts/live.ts'
import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { IsHeard } from '@thirty/infra/live/live.ts'
import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import type { Announcement } from '../gather.ts'
import type { Change } from '../projection.ts'
import { averageRating, cardOf, ratingCount, type Reader } from './card.ts'
import { cards } from './cards.ts'
import type { Project, ProjectsDocument } from './view.ts'

type What = SubmissionNews['what']
type Submission = { id: string; project: Project; what: What; actor: string | undefined }

type NewsOptions = { store: ViewStore; view: ViewKey; isHeard: IsHeard }

/** Admins and the owner hear what happens to a project; who watches it, and the owner, hear its new figures. */
export function projectsNews({ isHeard, ...options }: NewsOptions) {
  const waiting = new WaitingSubmissions(options)

  return ({ event, id, before, after }: Change<ProjectsDocument>): readonly Announcement[] => {
    const project = after ?? before
    if (project?.kind !== 'project') return []
    // What stands in the log was checked against the catalogue before it was appended.
    const { type, data, metadata } = event as RecordedEvent & ProjectEvent
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
    return readers
      .filter(({ room }) => isHeard(room))
      .map(({ room, reader }) => waiting.announcement(room, message, submission, reader))
  }
}

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

/** Names stand in other documents, so cards are made when the frame leaves; until then the news wait here. */
class WaitingSubmissions {
  readonly #waiting = new Map<string, Map<string, Submission>>()
  readonly #store: ViewStore
  readonly #view: ViewKey
  constructor({ store, view }: { store: ViewStore; view: ViewKey }) {
    this.#store = store
    this.#view = view
  }

  announcement(room: string, message: string, submission: Submission, reader: Reader): Announcement {
    const key = `${room} ${message}`
    const waiting = this.#waiting.get(key) ?? new Map<string, Submission>()
    waiting.set(submission.id, submission)
    this.#waiting.set(key, waiting)
    return { room, message, build: () => this.#items(key, reader) }
  }

  async #items(key: string, reader: Reader): Promise<{ items: SubmissionNews[] } | undefined> {
    const submissions = [...(this.#waiting.get(key)?.values() ?? [])]
    this.#waiting.delete(key)
    if (submissions.length === 0) return undefined
    const people = submissions.flatMap(({ project, actor = project.owner }) => [project.owner, actor])
    const known = await cards({ store: this.#store, view: this.#view }).owners(people)
    const items = submissions.map(({ id, project, what, actor = project.owner }) => ({
      project: cardOf(id, project, { reader, owner: known.get(project.owner) }),
      by: known.get(actor)?.fullName ?? 'Deleted participant',
      what,
    }))
    return { items }
  }
}
