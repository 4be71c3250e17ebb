// What the audit says of the events of a project.

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
import { messageOf } from '@thirty/contracts/texts/text.ts'
import { standIns } from '@thirty/contracts/accounts/stand-ins.ts'
import {
  about,
  entriesOf,
  hidden,
  withLatest,
  type Details,
  type Known,
  type NameOf,
  type Written,
} from './subject-entries.ts'

type Rating = { criteria: Criteria; feedback: string; nameOpen?: true | undefined }
type Past = {
  name: string
  status: LifeStatus
  officialRatings: Known<Rating>
  comments: Known<Written>
}
const beginning: Past = {
  name: 'a project',
  status: 'none',
  officialRatings: new Map(),
  comments: new Map(),
}

export function projectEntries(stream: string) {
  const { day = 0, user: owner } = parseProjectId(projectIdFromStream(stream) ?? '') ?? {}

  /** Returns a text about the project as it is shown. */
  const shown = (nameOf: NameOf, text: string | undefined, nameOpen: true | undefined) => {
    const name = nameOf(owner)
    const known = name === standIns.deletedPerson ? undefined : messageOf(name)
    return (text && shownReviewText({ text, ...(nameOpen && { nameOpen }) }, known)) || undefined
  }
  const reviewed = (
    status: 'approved' | 'rejected',
    { status: before }: Past,
    reason?: string,
  ): Details<never> => ({
    reason,
    before: { status: before },
    after: { status, ...(reason !== undefined && { reason }) },
  })
  const ratingRecord = ({ criteria, ...rating }: Rating, nameOf: NameOf): AuditRecord => {
    const feedback = shown(nameOf, rating.feedback, rating.nameOpen)
    const average = calculateRatingAverage(criteria)
    return { average, ...criteria, ...(feedback !== undefined && { feedback }) }
  }

  return entriesOf({
    beginning,
    common: ({ name }, nameOf) => ({
      values: { project: name, day, owner: nameOf(owner) },
      subjectName: name,
    }),
    details: {
      ProjectApproved: (_data, _names, past) => reviewed('approved', past),
      ProjectRejected: ({ reason, nameOpen }, { nameOf }, past) =>
        reviewed('rejected', past, shown(nameOf, reason, nameOpen)),
      ProjectRated({ rater, ...rating }, { nameOf }, { officialRatings }) {
        const previous = officialRatings.get(rater)
        return {
          ...(previous !== undefined && { code: 'projectRatedAgain' }),
          values: { average: { number: calculateRatingAverage(rating.criteria), digits: 1 } },
          before: previous === undefined ? {} : ratingRecord(previous, nameOf),
          after: ratingRecord(rating, nameOf),
        }
      },
      CommentRemoved: ({ by, comment }, { nameOf }, { comments }) =>
        // Authors remove their own comments.
        comments.get(comment)?.by === by ? undefined : about(comments.get(comment), nameOf, 'comment'),
      CommentHidden: ({ comment, reason }, { nameOf }, { comments }) =>
        hidden(reason, about(comments.get(comment), nameOf, 'comment')),
      CommentShown: ({ comment }, { nameOf }, { comments }) =>
        about(comments.get(comment), nameOf, 'comment'),
    },
    remember,
  })
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
    return { ...past, officialRatings: withLatest(past.officialRatings, data.rater, data) }
  if (type === 'CommentPosted') return { ...past, comments: withLatest(past.comments, data.comment, data) }
  if (type === 'CommentRemoved')
    return { ...past, comments: withLatest(past.comments, data.comment, undefined) }
  return past
}
