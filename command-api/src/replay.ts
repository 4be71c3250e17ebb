// Checks a history, such as that of an imported backup file, by replaying its events through the decisions of the commands: each must be
// one that a command would have led to. Keeps numbers for projects, people and pairs of them, and no texts: the schemas of the requests
// check those. A history of several runs is one run here.

import type { BackupFileEvent } from '@thirty/contracts/backups/backup-file.ts'
import type { PortableEvent } from '@thirty/contracts/backups/portable-events.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import {
  commentId,
  commentNumber,
  parseProjectId,
  streamSubject,
} from '@thirty/contracts/projects/project-id.ts'
import { parseJourneyStream } from '@thirty/contracts/events/stream-names.ts'
import { complete, reopen } from './challenge/decide.ts'
import { review, revise, submit, withdraw } from './projects/decide.ts'
import { rate } from './ratings/decide.ts'
import { like, moderateComment, postComment, recordView, removeComment, unlike } from './reactions/decide.ts'
import { noComments, withoutId } from './reactions/evolve.ts'
import {
  ReplayedPeople,
  ratedStateOf,
  ReplayedProjects,
  stateOf,
  ReplayedPeriod,
  type ReplayedProject,
  type Reactions,
} from './replayed-history.ts'

/** An event of a history whose form was checked. */
export type ReplayedEvent = PortableEvent & Pick<BackupFileEvent, 'stream' | 'at'>
type ReplayedOf<Type extends ReplayedEvent['type']> = Extract<ReplayedEvent, { type: Type }>

/** Changes of a rating that the first release allowed to one person: a log may be as old. */
const maxRatingChanges = 500

export class Replay {
  readonly people = new ReplayedPeople()
  readonly #period = new ReplayedPeriod()
  readonly #projects = new ReplayedProjects()
  readonly #completedDays = new Map<string, Set<number>>()

  /** Throws a refusal if no command would have led to the event. */
  apply(event: ReplayedEvent): void {
    switch (event.type) {
      case 'ChallengeStarted':
      case 'ChallengeScheduled':
        return this.#period.start(event.at, event.data.startsAt)
      case 'ChallengeEndSet':
        return this.#period.end(event.at, event.data.endsAt)
      case 'ScoringChanged':
        for (const reviewer of Object.keys(event.data.scales?.byReviewer ?? {}))
          this.people.actedAsAdmin(reviewer)
        return
      case 'DayCompleted':
      case 'DayReopened':
        return this.#applyDay(event)
      case 'ProjectViewed':
        return this.#applyView(event)
      case 'ProjectSubmitted':
      case 'ProjectRevised':
      case 'ProjectWithdrawn':
        return this.#applyByOwner(this.#projectOf(event), event)
      case 'ProjectApproved':
      case 'ProjectRejected':
        return this.#applyReview(this.#projectOf(event), event)
      case 'ProjectRated':
        return this.#applyRating(this.#projectOf(event), event)
      case 'ProjectLiked':
      case 'ProjectUnliked':
        return this.#applyLike(this.#projectOf(event), event)
      case 'CommentPosted':
      case 'CommentRemoved':
        return this.#applyComment(this.#projectOf(event), event)
      case 'CommentHidden':
      case 'CommentShown':
        return this.#applyModeration(this.#projectOf(event), event)
    }
  }

  #projectOf({ stream }: ReplayedEvent): ReplayedProject {
    const subject = streamSubject(stream)
    if (subject?.kind !== 'project') return refuse('project-not-found', 'projectNotFound')
    return this.#projects.of(subject.user, subject.day)
  }

  #reactionsTo(project: ReplayedProject, person: string): Reactions {
    return this.#projects.reactionsTo(project, this.people.numberOf(person))
  }

  #applyDay({ type, stream, at, data: { day } }: ReplayedOf<'DayCompleted' | 'DayReopened'>) {
    const user = parseJourneyStream(stream)?.user ?? ''
    this.people.actedAsParticipant(user)
    const completed = this.#completedDays.get(user) ?? new Set()
    this.#completedDays.set(user, completed)
    if (type === 'DayCompleted') {
      requireEvent(complete(completed, { day, ...this.#period.at(at) }))
      completed.add(day)
    } else {
      requireEvent(reopen(completed, { day }))
      completed.delete(day)
    }
  }

  /** A view may be stored after the withdrawal of its project. A project that was submitted again in a later run has other views. */
  #applyView({ data: { project: id, by } }: ReplayedOf<'ProjectViewed'>): void {
    const { user, day } = parseProjectId(id) ?? refuse('project-not-found', 'projectNotFound')
    const project = this.#projects.of(user, day)
    const status = project.submissions > 0 ? 'submitted' : 'none'
    const own = this.#reactionsTo(project, by)
    const isSeen = own.views >= project.submissions
    requireEvent(recordView({ isSeen, count: 0 }, { project: id, by, owner: project.owner, status }))
    own.views += 1
  }

  #applyByOwner(
    project: ReplayedProject,
    { type, data: content, at }: ReplayedOf<'ProjectSubmitted' | 'ProjectRevised' | 'ProjectWithdrawn'>,
  ): void {
    const { owner, day } = project
    const rights = { by: owner, owner, hasOwnImage: true, isByAdmin: false }
    const facts = { ...rights, day, earlierProjects: [], ...this.#period.at(at) }
    const state = stateOf(project)
    this.people.actedAsParticipant(owner)
    if (type === 'ProjectWithdrawn') {
      requireEvent(withdraw(state, facts))
      project.status = 'withdrawn'
      return
    }
    const decide = type === 'ProjectSubmitted' ? submit : revise
    requireEvent(decide(state, { ...facts, content }))
    project.status = 'submitted'
    project.versions += 1
    if (type !== 'ProjectSubmitted') return
    project.submissions += 1
    project.earlierComments = project.comments
    project.authors = undefined
    project.hidden = undefined
  }

  #applyReview(
    project: ReplayedProject,
    { type, data: { by } }: ReplayedOf<'ProjectApproved' | 'ProjectRejected'>,
  ): void {
    const status = type === 'ProjectApproved' ? 'approved' : 'rejected'
    requireEvent(review(stateOf(project), { status, by }))
    this.people.actedAsAdmin(by)
    project.status = status
  }

  #applyRating(project: ReplayedProject, { data }: ReplayedOf<'ProjectRated'>): void {
    const own = this.#reactionsTo(project, data.rater)
    if (own.ratings > maxRatingChanges) refuse('too-many', 'onePersonRatedTooOften')
    const { savedText: _, ...rating } = data
    requireEvent(rate(ratedStateOf(project), { ...rating, owner: project.owner }))
    own.ratings += 1
    if (data.official) this.people.actedAsAdmin(data.rater)
    else this.people.actedAsParticipant(data.rater)
  }

  #applyLike(
    project: ReplayedProject,
    { type, data: { by } }: ReplayedOf<'ProjectLiked' | 'ProjectUnliked'>,
  ): void {
    const { status, submissions } = project
    const own = this.#reactionsTo(project, by)
    const state = { status, likes: 0, isLiked: own.likedIn === submissions, changeCount: own.likeChanges }
    requireEvent(type === 'ProjectLiked' ? like(state, { by }) : unlike(state, { by }))
    own.likedIn = type === 'ProjectLiked' ? submissions : 0
    own.likeChanges += 1
  }

  #applyComment(project: ReplayedProject, event: ReplayedOf<'CommentPosted' | 'CommentRemoved'>): void {
    const { comments: postedCount, earlierComments } = project
    const { comment, by } = event.data
    const person = this.people.numberOf(by)
    const own = this.#reactionsTo(project, by)
    const state = { ...noComments, status: project.status, postedCount, ownCount: own.comments }
    if (event.type === 'CommentPosted') {
      requireEvent(postComment(state, { by, text: event.data.text }))
      if (comment !== commentId(postedCount + 1)) refuse('conflict', 'commentNumberTaken')
      project.comments += 1
      ;(project.authors ??= []).push(person)
      own.comments += 1
      return
    }
    const index = (commentNumber(comment) ?? Infinity) - earlierComments - 1
    const author = project.authors?.[index]
    if (author !== undefined && author !== person) this.people.actedAsAdmin(by)
    requireEvent(
      removeComment(
        { ...state, ...(author !== undefined && { author: by }) },
        { comment, by, mayRemoveAll: true },
      ),
    )
    if (project.authors) project.authors[index] = undefined
  }

  #applyModeration(project: ReplayedProject, event: ReplayedOf<'CommentHidden' | 'CommentShown'>): void {
    const { comment, by } = event.data
    this.people.actedAsAdmin(by)
    const index = (commentNumber(comment) ?? Infinity) - project.earlierComments - 1
    const { hidden = noComments.hidden, status } = project
    const isThere = project.authors?.[index] !== undefined
    const state = { ...noComments, status, hidden, ...(isThere && { author: by }) }
    requireEvent(moderateComment(state, event))
    project.hidden =
      event.type === 'CommentHidden' ? new Set([...hidden, comment]) : withoutId(hidden, comment)
  }
}

function requireEvent(decided: readonly unknown[]): void {
  if (decided.length === 0) refuse('conflict', 'nothingWouldChange')
}
