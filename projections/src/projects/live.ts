import { rooms, type ProjectRatedUpdate, type SubmissionUpdate } from '@thirty/contracts/live.ts'
import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { LiveUpdate } from '../live-update.ts'
import type { DocumentChange } from '../registered-projection.ts'
import { averageRating, toProjectCard, deletedOwner, ratingCount, type Reader } from './cards/project-card.ts'
import { cardLoader } from './cards/card-loader.ts'
import { likesResetUpdates, reactionUpdates } from './reactions/live.ts'
import { reactionEventTypes, type ReactionEvent } from './reactions/reactions.ts'
import type { Project, ProjectsDocument } from './projection.ts'
import { DeferredUpdates } from './deferred-updates.ts'

type What = SubmissionUpdate['what']
type Submission = { id: string; project: Project; what: What; actor: string | undefined }

type NewsOptions = { store: ReadModelStore; readModel: ReadModelKey; isHeard: HasListeners }

/**
 * Admins and the owner hear what happens to a project; who watches it, and the owner, hear its new figures and
 * comments.
 */
export function projectsUpdates(options: NewsOptions) {
  const { isHeard } = options
  const waiting = new DeferredUpdates<Submission>()
  const tellTo = submissionNews(options)
  const reactionsOf = reactionUpdates(options)

  return ({ event, id, before, after }: DocumentChange<ProjectsDocument>): readonly LiveUpdate[] => {
    const project = after ?? before
    if (project?.kind !== 'project') return []
    // What stands in the log was checked against the catalogue before it was appended.
    const { type, data, metadata } = event as RecordedEvent & ProjectEvent
    if (isReaction(event)) return reactionsOf(event, id, project)
    if (type === 'ProjectRated')
      return ratedNews(id, project, data.official).filter(({ room }) => isHeard(room))
    const what = whats[type]
    if (what === undefined) return []
    const submission = { id, project, what, actor: metadata.actor }
    const readers = [
      { room: rooms.admins, reader: { id: '', isAdmin: true } },
      { room: rooms.user(project.owner), reader: { id: project.owner, isAdmin: false } },
    ]
    const news = readers
      .filter(({ room }) => isHeard(room))
      .map(({ room, reader }) => {
        const update = { room, id, item: submission, tell: tellTo(reader) }
        return what === 'submitted'
          ? waiting.defer({ ...update, message: 'submission.received' })
          : waiting.defer({ ...update, message: 'submission.changed' })
      })
    if (what !== 'withdrawn') return news
    return [...news, ...likesResetUpdates(id, project).filter(({ room }) => isHeard(room))]
  }
}

// As above: a word of the catalogue has what the catalogue says.
const isReaction = (event: RecordedEvent): event is RecordedEvent & ReactionEvent =>
  reactionEventTypes.has(event.type)

const whats: Partial<Record<string, What>> = {
  ProjectSubmitted: 'submitted',
  ProjectRevised: 'revised',
  ProjectApproved: 'approved',
  ProjectRejected: 'rejected',
  ProjectWithdrawn: 'withdrawn',
} satisfies Partial<Record<ProjectEvent['type'], What>>

function ratedNews(id: string, project: Project, official: boolean): LiveUpdate[] {
  const item: ProjectRatedUpdate = {
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
function submissionNews({ store, readModel: view }: Pick<NewsOptions, 'store' | 'readModel'>) {
  const { owners } = cardLoader({ store, view })
  return (reader: Reader) =>
    async (happened: readonly Submission[]): Promise<SubmissionUpdate[]> => {
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
        project: toProjectCard(id, project, { reader, owner: known.get(project.owner) }),
        by: known.get(actor)?.fullName ?? deletedOwner.fullName,
        what,
      }))
    }
}
