// What others did to one project since its submission, for the notifications of its owner.

import type { StoredReviewText } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents } from '@thirty/contracts/projects/events.ts'
import {
  evolveStatus,
  isPresent,
  isStatusEvent,
  type StatusEvent,
} from '@thirty/contracts/projects/project-life.ts'
import { importedPersonId } from '@thirty/contracts/accounts/stand-ins.ts'
import { calculateRatingAverage } from '@thirty/contracts/leaderboard/points.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'

/** Position and time (ISO) of an event. */
export type RecordedAt = { position: bigint; at: string }
export type UserAction = RecordedAt & { by: string }

/** Whether a file without a known signature says so. */
type Origin = { imported?: true }

export type Review = RecordedAt & Origin & { kind: 'approved' | 'rejected'; reason: StoredReviewText | null }
export type RatingAction = UserAction & Origin & { official: boolean; average: number }
/** While it is hidden, only its author and moderators see it. */
export type CommentAction = UserAction & { text: string; isHidden: boolean }

/** An owner may revise a project without limit, so only the latest reviews are kept. */
const maxReviews = 10

/** Events of the project's stream must be applied in order and once. It is mutable because popular projects have thousands of events. */
export class ProjectActivity {
  readonly owner: string
  /** Revision of the next event to read. The reader sets it: it reads events that do not belong here, too. */
  nextRevision = 0
  projectName = ''
  reviews: readonly Review[] = []
  /** Ratings and likes by user, comments by comment id; the latest last. */
  readonly ratings = new Map<string, RatingAction>()
  readonly likes = new Map<string, UserAction>()
  readonly comments = new Map<string, CommentAction>()

  constructor(owner: string) {
    this.owner = owner
  }

  /** `isImported`: whether the event is from a file without a known signature. */
  apply(event: RecordedEvent, isImported: boolean): void {
    if (!isEventOf(projectEvents, event)) return
    const { position, at } = event
    const origin: Origin = isImported ? { imported: true } : {}
    if (isStatusEvent(event)) return this.#applyStatus(event, origin)
    switch (event.type) {
      case 'ProjectRated': {
        const { rater, official, criteria } = event.data
        const average = calculateRatingAverage(criteria)
        // The id of an admin in such a file may be that of a person here.
        const by = isImported && official ? importedPersonId : rater
        this.#addAsLatest(this.ratings, rater, { by, official, average, position, at, ...origin })
        break
      }
      case 'ProjectLiked':
        this.#addAsLatest(this.likes, event.data.by, { by: event.data.by, position, at })
        break
      case 'ProjectUnliked':
        this.likes.delete(event.data.by)
        break
      case 'CommentPosted': {
        const { comment, by, text } = event.data
        this.#addAsLatest(this.comments, comment, { by, text, position, at, isHidden: false })
        break
      }
      case 'CommentRemoved':
        this.comments.delete(event.data.comment)
        break
      case 'CommentHidden':
      case 'CommentShown': {
        const comment = this.comments.get(event.data.comment)
        if (comment) comment.isHidden = event.type === 'CommentHidden'
        break
      }
    }
  }

  #applyStatus(event: RecordedEvent & StatusEvent, origin: Origin): void {
    const { data, position, at } = event
    const status = evolveStatus('submitted', event)
    // Reactions belong to one submission: after a withdrawal the next submission of that day starts without any.
    if (event.type === 'ProjectSubmitted' || !isPresent(status)) {
      this.reviews = []
      for (const actions of [this.ratings, this.likes, this.comments]) actions.clear()
    }
    if ('projectName' in data) this.projectName = data.projectName
    const reason = event.type === 'ProjectRejected' ? reasonOf(event.data) : null
    if (status === 'approved' || status === 'rejected')
      this.reviews = [...this.reviews, { kind: status, reason, position, at, ...origin }].slice(-maxReviews)
  }

  /** Adds an action as the latest. The owner's own actions are ignored. */
  #addAsLatest<Action extends UserAction>(actions: Map<string, Action>, key: string, action: Action): void {
    if (action.by === this.owner) return
    actions.delete(key)
    actions.set(key, action)
  }
}

const reasonOf = ({ reason: text, nameOpen }: { reason?: string | undefined; nameOpen?: true | undefined }) =>
  text === undefined ? null : { text, ...(nameOpen && { nameOpen }) }
