// Sends changes of a submission to the admins and its owner, and its rating, likes and comments to everybody who watches the project, and
// its owner.

import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { isStatusEvent, lifeChanges } from '@thirty/contracts/projects/project-life.ts'
import { rooms, type SubmissionUpdate, type ProjectCommentedUpdate } from '@thirty/contracts/live/live.ts'
import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import { collected, type LiveUpdate, type DocumentChange } from '../registered-projection.ts'
import { ownersById, projectsById } from './card-loader.ts'
import { averageRating, ratingCount, toProjectCard, type Project, type Reader } from './project.ts'
import type { ProjectsDocument, projectsEvents } from './projection.ts'
import {
  reactionEvents,
  evolveComment,
  noReactions,
  type ReactionEvent,
  type StoredComment,
} from './reactions/reactions.ts'
import type { Source } from '../document-reads.ts'
import { toPublicComment } from './reactions/comments.ts'

type ProjectsChange = DocumentChange<ProjectsDocument, typeof projectsEvents>

type Submission = { id: string; project: Project; what: SubmissionUpdate['what']; actor: string | undefined }

export function projectsUpdates(source: Source) {
  const ofSubmission = submissionUpdates(source)
  const ofComment = commentUpdates(source)

  const ofReaction = (event: ReactionEvent, id: string, project: Project): LiveUpdate[] => {
    const { likes, comments } = project.figures ?? noReactions
    if (event.type === 'ProjectViewed') return []
    if (event.type === 'ProjectLiked' || event.type === 'ProjectUnliked')
      return likeUpdates(id, project, likes)
    const { comment } = event.data
    const key = `${id} ${comment}`
    const counts = { projectId: id, comments }
    if (event.type === 'CommentPosted')
      return ofComment(key, project, counts, evolveComment(undefined, event))
    // Of a hidden one, too: its author and moderators load it again, as hidden.
    const change = event.type === 'CommentShown' ? { shown: comment } : { removed: comment }
    return ofComment(key, project, { ...counts, ...change })
  }

  /** After a withdrawal, the next submission of the same day starts without ratings, likes and comments. */
  const resets = (id: string, { ratings, ...project }: Project): LiveUpdate[] => {
    const { likes, comments } = project.figures ?? noReactions
    return [
      ...(ratings !== undefined ? ratingUpdates(id, project, false) : []),
      ...(likes > 0 ? likeUpdates(id, project, 0) : []),
      ...(comments > 0 ? ofComment(id, project, { projectId: id, comments: 0 }) : []),
    ]
  }

  return (change: ProjectsChange): readonly LiveUpdate[] => {
    const { event, id, before, after } = change
    const project = after ?? before
    if (project?.kind !== 'project') return []
    if (isEventOf(reactionEvents, event)) return ofReaction(event, id, project)
    if (event.type === 'ProjectRated') return ratingUpdates(id, project, event.data.official)
    if (!isStatusEvent(event)) return []
    const what = lifeChanges[event.type]
    const updates = ofSubmission({ id, project, what, actor: event.metadata.actor })
    return what === 'withdrawn' ? [...updates, ...resets(id, project)] : updates
  }
}

/** Returns the owner of a project whose card on the public profile changed: by its submission, a review or a rating. */
export function ownersOfChange({ event, before, after }: ProjectsChange): readonly string[] {
  const project = after ?? before
  if (project?.kind !== 'project') return []
  return isStatusEvent(event) || event.type === 'ProjectRated' ? [project.owner] : []
}

function ratingUpdates(id: string, project: Project, official: boolean): LiveUpdate[] {
  const figures = { averageRating: averageRating(project), ratingCount: ratingCount(project), official }
  return toWatchers(id, project, { message: 'project.rated', item: { projectId: id, ...figures }, key: id })
}

const likeUpdates = (id: string, project: Project, likes: number): LiveUpdate[] =>
  toWatchers(id, project, { message: 'project.liked', item: { projectId: id, likes }, key: id })

/** Sends everybody who watches a project, and its owner, the same. */
const toWatchers = <const Update extends object>(id: string, { owner }: Project, update: Update) =>
  [rooms.project(id), rooms.user(owner)].map((room) => ({ room, ...update }))

/**
 * Each message shows a project as it is when the message is sent. Messages of different names that are sent at the same
 * time have no order. A change is therefore left out if the project was withdrawn since, and a withdrawal if it was
 * submitted again: the message of the later change is enough.
 */
function submissionUpdates(source: Source) {
  const buildFor = (reader: Reader) => async (collectedItems: readonly Submission[]) => {
    const ids = collectedItems.map(({ id }) => id)
    const projects = await projectsById(source, ids)
    const submissions = collectedItems.flatMap((submission) => {
      const project = projects.get(submission.id)
      if ((project !== undefined) === (submission.what === 'withdrawn')) return []
      return project ? { ...submission, project } : submission
    })
    const people = submissions.flatMap(({ project, actor = project.owner }) => [project.owner, actor])
    const personOf = await ownersById(source, people)
    const items = submissions.map(({ id, project, what, actor = project.owner }) => ({
      project: toProjectCard(id, project, { reader, owner: personOf(project.owner) }),
      ...nameAs('by', personOf(actor)),
      what,
    }))
    return items.length > 0 ? { items } : undefined
  }

  return (submission: Submission): LiveUpdate[] => {
    const { id, project, what } = submission
    return [
      { room: rooms.admins, reader: { id: '', isAdmin: true } },
      { room: rooms.user(project.owner), reader: { id: project.owner, isAdmin: false } },
    ].map(({ room, reader }) => {
      const update = { room, key: id, item: submission, build: buildFor(reader) }
      return what === 'submitted'
        ? collected({ ...update, message: 'submission.received' })
        : collected({ ...update, message: 'submission.changed' })
    })
  }
}

/** The live message after a change of a comment; for a new comment, it has the comment with its author. */
type CommentChange = { update: ProjectCommentedUpdate; posted?: StoredComment | undefined }

function commentUpdates(source: Source) {
  const build = async (changes: readonly CommentChange[]) => {
    const authors = changes.flatMap(({ posted }) => posted?.by ?? [])
    const personOf = await ownersById(source, authors)
    const items = changes.map(({ update, posted }) =>
      posted ? { ...update, comment: toPublicComment(posted, personOf(posted.by)) } : update,
    )
    return { items }
  }

  return (
    key: string,
    project: Project,
    update: ProjectCommentedUpdate,
    posted?: StoredComment,
  ): LiveUpdate[] =>
    toWatchers(update.projectId, project, { key, item: { update, posted } }).map((one) =>
      collected({ ...one, message: 'project.commented', build }),
    )
}
