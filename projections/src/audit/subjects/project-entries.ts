// What the audit says of the events of a project.

import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
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
import type { RecordedEventOf } from '@thirty/infra/read-models/projection.ts'
import { messageOf } from '@thirty/contracts/texts/text.ts'
import { standIns } from '@thirty/contracts/accounts/stand-ins.ts'
import { about, entriesOf, hidden, person, withNames, type Details, type Written } from './subject-entries.ts'

type Rating = { criteria: Criteria; feedback: string; nameOpen?: true | undefined }
type Past = {
  name: string
  status: LifeStatus
  officialRatings: Map<string, Rating>
  comments: Map<string, Written>
}

export function projectEntries(stream: string) {
  const { day = 0, user: owner } = parseProjectId(projectIdFromStream(stream) ?? '') ?? {}

  /** A text about the project as it is shown: with the name of its owner. */
  const shown = (text: string | undefined, nameOpen: true | undefined) =>
    withNames([owner], (name) => {
      const known = name === standIns.deletedPerson ? undefined : messageOf(name)
      return (text && shownReviewText({ text, nameOpen }, known)) || undefined
    })
  const reviewed = (
    status: 'approved' | 'rejected',
    { status: before }: Past,
    reason?: Details['reason'],
  ): Details<never> => ({ reason, before: { status: before }, after: { status, reason } })
  const ratingFields = ({ criteria, feedback, nameOpen }: Rating) => ({
    average: calculateRatingAverage(criteria),
    ...criteria,
    feedback: shown(feedback, nameOpen),
  })

  return entriesOf({
    fold: {
      initial: { name: 'a project', status: 'none', officialRatings: new Map(), comments: new Map() },
      events: rememberedEvents,
      evolve: remember,
    },
    common: ({ name }) => ({ values: { day, owner: person(owner) }, subjectName: name }),
    details: {
      ProjectApproved: (_, past) => reviewed('approved', past),
      ProjectRejected: ({ reason, nameOpen }, past) => reviewed('rejected', past, shown(reason, nameOpen)),
      ProjectRated({ rater, ...rating }, { officialRatings }) {
        const previous = officialRatings.get(rater)
        return {
          ...(previous !== undefined && { code: 'projectRatedAgain' }),
          values: { average: { number: calculateRatingAverage(rating.criteria), digits: 1 } },
          before: previous === undefined ? {} : ratingFields(previous),
          after: ratingFields(rating),
        }
      },
      CommentRemoved: ({ by, comment }, { comments }) =>
        // Authors remove their own comments.
        comments.get(comment)?.by === by ? undefined : about(comments.get(comment), 'comment'),
      CommentHidden: ({ comment, reason }, { comments }) =>
        hidden(reason, about(comments.get(comment), 'comment')),
      CommentShown: ({ comment }, { comments }) => about(comments.get(comment), 'comment'),
    },
  })
}

const rememberedEvents = {
  ...lifeEvents,
  ...pickEvents(projectEvents, 'CommentPosted', 'CommentRemoved'),
}

/** Changes the maps of `past`. */
function remember(past: Past, event: RecordedEventOf<typeof rememberedEvents>): Past {
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
  if (type === 'ProjectRated' && data.official) past.officialRatings.set(data.rater, data)
  if (type === 'CommentPosted') past.comments.set(data.comment, data)
  if (type === 'CommentRemoved') past.comments.delete(data.comment)
  return past
}
