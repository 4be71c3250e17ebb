import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import { calculateRatingAverage } from '@thirty/contracts/rules/points.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'

/** Where and when (ISO) something happened. */
export type RecordedAt = { position: bigint; at: string }
/** What somebody did. */
export type UserAction = RecordedAt & { by: string }

export type Review = RecordedAt & { kind: 'approved' | 'rejected'; reason: string | null }
export type RatingAction = UserAction & { official: boolean; average: number }
export type CommentAction = UserAction & { text: string }

/** Reviews that are kept of a project: somebody may revise it without end. */
const mostReviews = 10

/**
 * What others did to one project since it was handed in, as its owner is told. It takes the events of the project's
 * stream in their order, each once; it is changed in place, because a popular project has thousands of them.
 */
export class ProjectActivity {
  readonly owner: string
  /** Revision that is to be read next. */
  nextRevision = 0
  projectName = ''
  reviews: readonly Review[] = []
  /** By person, and for comments by comment, in the order in which they were made. */
  readonly ratings = new Map<string, RatingAction>()
  readonly likes = new Map<string, UserAction>()
  readonly comments = new Map<string, CommentAction>()

  constructor(owner: string) {
    this.owner = owner
  }

  apply(event: RecordedEvent): void {
    this.nextRevision = event.revision + 1
    // What stands in the log was checked against the catalogue before it was appended.
    const { type, data, position, at } = event as RecordedEvent & ProjectEvent
    switch (type) {
      case 'ProjectSubmitted':
        this.#begin()
        this.projectName = data.projectName
        break
      case 'ProjectRevised':
        this.projectName = data.projectName
        break
      case 'ProjectWithdrawn':
        this.#begin()
        break
      case 'ProjectApproved':
        this.#reviewed({ kind: 'approved', reason: null, position, at })
        break
      case 'ProjectRejected':
        this.#reviewed({ kind: 'rejected', reason: data.reason ?? null, position, at })
        break
      case 'ProjectRated': {
        const { rater: by, official, criteria } = data
        this.#put(this.ratings, by, { by, official, average: calculateRatingAverage(criteria), position, at })
        break
      }
      case 'ProjectLiked':
        this.#put(this.likes, data.by, { by: data.by, position, at })
        break
      case 'ProjectUnliked':
        this.likes.delete(data.by)
        break
      case 'CommentPosted':
        this.#put(this.comments, data.comment, { by: data.by, text: data.text, position, at })
        break
      case 'CommentRemoved':
        this.comments.delete(data.comment)
        break
      default:
    }
  }

  /** A withdrawn project takes what was said about it along; the next one of that day begins anew. */
  #begin(): void {
    this.reviews = []
    for (const deeds of [this.ratings, this.likes, this.comments]) deeds.clear()
  }

  #reviewed(review: Review): void {
    this.reviews = [...this.reviews, review].slice(-mostReviews)
  }

  /** The latest goes to the end. Nobody is told of their own deeds. */
  #put<One extends UserAction>(deeds: Map<string, One>, key: string, deed: One): void {
    if (deed.by === this.owner) return
    deeds.delete(key)
    deeds.set(key, deed)
  }
}
