import type { DiscussionEvent } from '@thirty/contracts/events/discussion.ts'
import type { JourneyEvent } from '@thirty/contracts/events/journey.ts'
import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import { discussionIdFromStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { excerptOf } from '@thirty/contracts/rules/text/visible-text.ts'
import { calculateRatingAverage } from '@thirty/contracts/rules/points.ts'
import { streamSubject } from '@thirty/contracts/rules/streams/stream-subject.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'

/**
 * Something that happened. `at` is ISO time, `position` exact below 2^53, `person` whom it is about. People, projects and
 * discussions are known by id: their names and words change, and are looked up when somebody reads. A rating by the same
 * rater replaces an earlier one; whoever reads sees to that, because there are too many ratings to look for it at each.
 */
export type Activity = { at: string; position: number; person: string } & (
  | { what: 'submitted' | 'approved'; project: string }
  | { what: 'rated'; project: string; rater: string; average: number }
  | { what: 'commented'; project: string; comment: string; text: string }
  | { what: 'completed'; day: number }
  | { what: 'discussed'; discussion: string }
  | { what: 'joined' }
)

/** Which rating is told of, of which a later one takes the place; `undefined` for other happenings. */
export const ratingKey = (one: Activity): string | undefined =>
  one.what === 'rated' ? `${one.project} ${one.rater}` : undefined

/** Most happenings that are kept together. */
export const maxActivitiesPerShard = 16

type Happenings = readonly Activity[]

/** Happenings after an event that the view listens to; the very same ones if it changes nothing. */
export function evolveActivities(happenings: Happenings, event: RecordedEvent): Happenings {
  const subject = streamSubject(event.stream)
  if (subject?.kind === 'project') return evolveProject(happenings, event, subject)
  if (subject?.kind === 'user') return evolvePerson(happenings, event, subject.user)
  const discussion = discussionIdFromStream(event.stream)
  return discussion === undefined
    ? evolveJourney(happenings, event)
    : evolveDiscussion(happenings, event, discussion)
}

function evolveProject(
  happenings: Happenings,
  event: RecordedEvent,
  { id: project, user: person }: { id: string; user: string },
): Happenings {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data, at } = event as RecordedEvent & ProjectEvent
  const position = Number(event.position)
  switch (type) {
    case 'ProjectSubmitted':
      return withOne(happenings, { what: 'submitted', at, position, person, project })
    case 'ProjectApproved':
      return withOne(happenings, { what: 'approved', at, position, person, project })
    case 'ProjectWithdrawn':
      return without(happenings, (one) => 'project' in one && one.project === project)
    case 'ProjectRated': {
      const { rater, criteria } = data
      const average = calculateRatingAverage(criteria)
      return withOne(happenings, { what: 'rated', at, position, person, project, rater, average })
    }
    case 'CommentPosted': {
      const { comment, by, text } = data
      const said = { comment, text: excerptOf(text) }
      return withOne(happenings, { what: 'commented', at, position, person: by, project, ...said })
    }
    case 'CommentRemoved':
      return without(happenings, (one) => isComment(one, project, data.comment))
    case 'ProjectRevised':
    case 'ProjectRejected':
    case 'ProjectLiked':
    case 'ProjectUnliked':
      return happenings
    default:
      return happenings
  }
}

const isComment = (one: Activity, project: string, comment: string): boolean =>
  one.what === 'commented' && one.project === project && one.comment === comment

function evolvePerson(happenings: Happenings, event: RecordedEvent, person: string): Happenings {
  if (event.type === 'UserRegistered')
    return withOne(happenings, { what: 'joined', at: event.at, position: Number(event.position), person })
  // Nobody is left who joined, or who completed a day; what others can still see stays, without a name.
  return event.type === 'AccountDeleted'
    ? without(happenings, (one) => isOwnAlone(one) && one.person === person)
    : happenings
}

const isOwnAlone = ({ what }: Activity): boolean => what === 'joined' || what === 'completed'

function evolveJourney(happenings: Happenings, event: RecordedEvent): Happenings {
  // As above: the catalogue was asked before the append.
  const { type, data, at } = event as RecordedEvent & JourneyEvent
  const person = walkerOf(event.stream)
  const { day } = data
  if (type === 'DayCompleted')
    return withOne(happenings, { what: 'completed', at, position: Number(event.position), person, day })
  return without(happenings, (one) => one.what === 'completed' && one.person === person && one.day === day)
}

function evolveDiscussion(happenings: Happenings, event: RecordedEvent, discussion: string): Happenings {
  // As above.
  const { type, data, at } = event as RecordedEvent & DiscussionEvent
  if (type === 'DiscussionOpened') {
    const position = Number(event.position)
    return withOne(happenings, { what: 'discussed', at, position, person: data.by, discussion })
  }
  return type === 'DiscussionRemoved'
    ? without(happenings, (one) => one.what === 'discussed' && one.discussion === discussion)
    : happenings
}

/** Whose journey a stream `journey-<run>-<user>` is. */
const walkerOf = (stream: string): string => stream.slice(stream.indexOf('-', 'journey-'.length) + 1)

function withOne(happenings: Happenings, one: Activity): Happenings {
  // Every replay comes here for half of its events: shifting a copy needs no more room, and `concat` takes five times as long.
  const next = happenings.slice()
  if (next.length >= maxActivitiesPerShard) next.shift()
  next.push(one)
  return next
}

function without(happenings: Happenings, isGone: (one: Activity) => boolean): Happenings {
  return happenings.some(isGone) ? happenings.filter((one) => !isGone(one)) : happenings
}
