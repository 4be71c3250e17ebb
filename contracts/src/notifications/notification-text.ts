// Writes the sentence of a notification.

import { say, type Text } from '../texts/text.ts'
import type { Actor, Notification } from './api.ts'

/** A notification before it has its sentence. */
// Distributes over the kinds of notifications; `Omit` alone would merge them into one type.
export type NotificationContent = Notification extends infer Kind
  ? Kind extends Notification
    ? Omit<Kind, 'text' | 'said'>
    : never
  : never

type NameOf = (person: Actor) => string | Text
type OfKind<Kind extends Notification['kind']> = Extract<NotificationContent, { kind: Kind }>

/**
 * Returns what a notification says. `now` in milliseconds since 1970: a start or an end in the past has happened. `nameOf` names people as
 * in the list around it.
 */
export function notificationText(notification: NotificationContent, now: number, nameOf: NameOf): Text {
  switch (notification.kind) {
    case 'approved':
      return marked(say('noticeApproved', { project: projectOf(notification) }), notification)
    case 'rejected': {
      const { reason } = notification
      const said = marked(say('noticeRejected', { project: projectOf(notification) }), notification)
      return reason === null ? said : say('withReason', { said, reason })
    }
    case 'rated': {
      const subject = subjectOf(notification, nameOf)
      const stars = { number: notification.average, digits: 1 }
      return marked(say('noticeRated', { ...subject, stars, ratings: ratingsOf(notification) }), notification)
    }
    case 'liked':
      return say('noticeLiked', subjectOf(notification, nameOf))
    case 'commented':
      return say('noticeCommented', subjectOf(notification, nameOf))
    case 'waiting':
      return say('noticeSubmitted', { person: nameOf(notification.by), project: projectOf(notification) })
    case 'challenge-started':
      return say('noticeStarted')
    case 'challenge-scheduled':
      return Date.parse(notification.startsAt) > now ? say('noticeScheduled') : say('noticeStarted')
    case 'schedule-cancelled':
      return say('noticeStartCancelled')
    case 'challenge-end-set':
      return Date.parse(notification.endsAt) > now ? say('noticeEndSet') : say('challengeEnded')
    case 'challenge-end-undone':
      return say('noticeReopened')
    case 'challenge-reset':
      return say('noticeReset')
    case 'challenge-restored':
      return say('noticeRestored')
  }
}

/** Says that an unknown file says so. */
const marked = (said: Text, { imported }: { imported?: true | undefined }): Text =>
  imported === true ? say('importedEntry', { said }) : said

const projectOf = ({ project: { projectName, day } }: Pick<OfKind<'liked'>, 'project'>): Text =>
  say('projectOfDay', { project: projectName, day })

function ratingsOf({ official, count }: OfKind<'rated'>): Text {
  if (official) return say('officialRating')
  return count === 1 ? say('oneRating') : say('countRatings', { count })
}

type OfPeople = Pick<OfKind<'liked'>, 'project' | 'people' | 'others'>

const subjectOf = (notification: OfPeople, nameOf: NameOf) => ({
  people: peopleOf(notification, nameOf),
  project: projectOf(notification),
})

/** "Bob", "Bob and Eve", "Bob and 4 others": names the latest person, and a second one if there are exactly two. */
function peopleOf({ people, others: unnamed }: OfPeople, nameOf: NameOf): string | Text {
  const [first, second] = people.map(nameOf)
  if (first === undefined) return say('noticeSomebody')
  const others = people.length + unnamed - 1
  if (others === 0 || second === undefined) return first
  return others === 1 ? say('twoPeople', { first, second }) : say('morePeople', { first, others })
}
