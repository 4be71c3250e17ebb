import type { AuditRecord } from '@thirty/contracts/audit/api.ts'
import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents } from '@thirty/contracts/projects/events.ts'
import {
  evolveStatus,
  isPresent,
  isStatusEvent,
  lifeEvents,
  type LifeStatus,
} from '@thirty/contracts/projects/project-life.ts'
import { calculateRatingAverage } from '@thirty/contracts/leaderboard/points.ts'
import type { Criteria } from '@thirty/contracts/judging/ratings.ts'
import { shownReviewText } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { parseProjectId, projectIdFromStream } from '@thirty/contracts/projects/project-id.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { messageOf, say } from '@thirty/contracts/texts/text.ts'
import { standIns } from '@thirty/contracts/accounts/stand-ins.ts'
import { subjectReader, withReason, withEntry, type Known, type NameOf, type Wording } from './draft.ts'

type Rating = { criteria: Criteria; feedback: string; nameOpen?: true | undefined }
type Comment = { by: string; text: string }
type Past = {
  name: string
  status: LifeStatus
  officialRatings: Known<Rating>
  comments: Known<Comment>
}
const beginning: Past = {
  name: 'a project',
  status: 'none',
  officialRatings: new Map(),
  comments: new Map(),
}

const statusTexts = { approved: 'projectWasApproved', rejected: 'projectWasRejected' } as const
type CommentCode = 'commentRemoved' | 'commentHidden' | 'commentShown'

/** Reads the stream of a project. */
export function projectReader(stream: string) {
  const { day = 0, user: owner } = parseProjectId(projectIdFromStream(stream) ?? '') ?? {}

  /** Returns a text about the project as it is shown. */
  const shown = (nameOf: NameOf, text: string | undefined, nameOpen: true | undefined) => {
    const name = nameOf(owner)
    const known = name === standIns.deletedPerson ? undefined : messageOf(name)
    return (text && shownReviewText({ text, ...(nameOpen && { nameOpen }) }, known)) || undefined
  }
  const titled = (project: string, nameOf: NameOf) => ({ project, day, owner: nameOf(owner) })
  const reviewed = (
    { name, status }: Past,
    nameOf: NameOf,
    review: { status: 'approved' | 'rejected'; by: string; reason?: string | undefined },
  ): Wording => ({
    said: withReason(
      say(statusTexts[review.status], { actor: nameOf(review.by), ...titled(name, nameOf) }),
      review.reason,
    ),
    subjectName: name,
    before: { status },
    after: { status: review.status, ...(review.reason !== undefined && { reason: review.reason }) },
  })
  const ratingRecord = ({ criteria, ...rating }: Rating, nameOf: NameOf): AuditRecord => {
    const feedback = shown(nameOf, rating.feedback, rating.nameOpen)
    const average = calculateRatingAverage(criteria)
    return { average, ...criteria, ...(feedback !== undefined && { feedback }) }
  }
  /** A decision about somebody's comment. */
  const moderated = ({ name }: Past, comment: Comment, by: string, code: CommentCode, nameOf: NameOf) => ({
    said: say(code, { actor: nameOf(by), author: nameOf(comment.by), ...titled(name, nameOf) }),
    subjectName: name,
    before: { author: messageOf(nameOf(comment.by)), comment: comment.text },
  })

  return subjectReader(
    beginning,
    {
      ProjectApproved: ({ by }, { nameOf }, past) => reviewed(past, nameOf, { status: 'approved', by }),
      ProjectRejected: ({ by, reason, nameOpen }, { nameOf }, past) =>
        reviewed(past, nameOf, { status: 'rejected', by, reason: shown(nameOf, reason, nameOpen) }),
      ProjectRated({ rater, ...rating }, { nameOf }, { name, officialRatings }) {
        const previous = officialRatings.get(rater)
        const average = { number: calculateRatingAverage(rating.criteria), digits: 1 }
        const code = previous === undefined ? 'projectRated' : 'projectRatedAgain'
        return {
          said: say(code, { actor: nameOf(rater), ...titled(name, nameOf), average }),
          subjectName: name,
          before: previous === undefined ? {} : ratingRecord(previous, nameOf),
          after: ratingRecord(rating, nameOf),
        }
      },
      CommentRemoved({ by, comment }, { nameOf }, past) {
        const removed = past.comments.get(comment)
        // Authors remove their own comments.
        if (removed === undefined || removed.by === by) return undefined
        return moderated(past, removed, by, 'commentRemoved', nameOf)
      },
      CommentHidden({ by, comment, reason }, { nameOf }, past) {
        const hidden = past.comments.get(comment)
        if (hidden === undefined) return undefined
        const wording = moderated(past, hidden, by, 'commentHidden', nameOf)
        return { ...wording, said: withReason(wording.said, reason), after: { reason } }
      },
      CommentShown({ by, comment }, { nameOf }, past) {
        const shownAgain = past.comments.get(comment)
        return shownAgain && moderated(past, shownAgain, by, 'commentShown', nameOf)
      },
    },
    remember,
  )
}

const rememberedEvents = {
  ...lifeEvents,
  ...pickEvents(projectEvents, 'CommentPosted', 'CommentRemoved'),
}

function remember(past: Past, event: RecordedEvent): Past {
  if (!isEventOf(rememberedEvents, event)) return past
  if (isStatusEvent(event)) {
    const status = evolveStatus(past.status, event)
    return {
      ...past,
      status,
      ...(!isPresent(status) && { officialRatings: new Map() }),
      ...('projectName' in event.data && { name: event.data.projectName }),
    }
  }
  const { type, data } = event
  if (type === 'ProjectRated' && data.official)
    return { ...past, officialRatings: withEntry(past.officialRatings, data.rater, data) }
  if (type === 'CommentPosted') return { ...past, comments: withEntry(past.comments, data.comment, data) }
  if (type === 'CommentRemoved')
    return { ...past, comments: withEntry(past.comments, data.comment, undefined) }
  return past
}
