import type { Actor, Notification } from '@thirty/contracts/api/community/notifications.ts'
import { formatProjectName } from '../../shared/format/format-name.ts'
import { distinctNames } from '../../shared/people/distinct-names.ts'
import type { NameOf } from '../../shared/people/distinct-names.ts'
import { formatScore } from '../../shared/format/format-score.ts'
import { t } from './messages/t.ts'

/**
 * Returns a notification as a sentence in the language of this page; the `text` of the server is English. `now` in milliseconds
 * since 1970: a start or an end in the past has happened. `nameOf` names people as in the list around it.
 */
export function formatNotification(
  notification: Notification,
  now: number,
  nameOf: NameOf = distinctNames(peopleIn([notification])),
): string {
  switch (notification.kind) {
    case 'approved':
      return marked(t('approved', { project: formatProject(notification) }), notification)
    case 'rejected': {
      const { reason } = notification
      const project = formatProject(notification)
      const rejection = marked(t('rejected', { project }), notification)
      return reason === null ? rejection : t('becauseOf', { rejection, reason })
    }
    case 'rated': {
      const { official, count, average } = notification
      const rating = { ...subjectOf(notification, nameOf), stars: formatScore(average) }
      return marked(official ? t('ratedOfficially', rating) : t('rated', { ...rating, count }), notification)
    }
    case 'liked':
      return t('liked', subjectOf(notification, nameOf))
    case 'commented':
      return t('commented', subjectOf(notification, nameOf))
    case 'waiting':
      return t('submitted', {
        person: nameOf(notification.by),
        project: formatProject(notification),
      })
    case 'challenge-started':
      return t('challengeStarted')
    case 'challenge-scheduled':
      return Date.parse(notification.startsAt) > now ? t('startScheduled') : t('challengeStarted')
    case 'schedule-cancelled':
      return t('startCancelled')
    case 'challenge-end-set':
      return Date.parse(notification.endsAt) > now ? t('endSet') : t('challengeEnded')
    case 'challenge-end-undone':
      return t('endUndone')
    case 'challenge-reset':
      return t('challengeReset')
    case 'challenge-restored':
      return t('challengeRestored')
  }
}

/** Returns everybody whom these notifications name. */
export const peopleIn = (notifications: readonly Notification[]): Actor[] =>
  notifications.flatMap((one) => ('people' in one ? one.people : 'by' in one ? [one.by] : []))

/** Says that an unknown file says so. */
const marked = (text: string, { imported }: { imported?: true | undefined }): string =>
  imported === true ? t('imported', { text }) : text

type OfProject = Pick<Extract<Notification, { kind: 'liked' }>, 'project'>
type OfPeople = Pick<Extract<Notification, { kind: 'liked' }>, 'people' | 'others'>

const formatProject = ({ project: { projectName: name, day } }: OfProject): string =>
  t('project', { name: formatProjectName(name), day })

const subjectOf = (notification: OfProject & OfPeople, nameOf: NameOf) => ({
  people: formatPeople(notification, nameOf),
  project: formatProject(notification),
})

const countPeople = ({ people, others }: OfPeople): number => people.length + others

/** "Bob", "Bob and Eve", "Bob and 4 others": names the latest person, and a second one if there are exactly two. */
function formatPeople(notification: OfPeople, nameOf: NameOf): string {
  const [first, second] = notification.people.map(nameOf)
  if (first === undefined) return t('somebody')
  const others = countPeople(notification) - 1
  if (others === 0 || second === undefined) return first
  return others === 1 ? t('twoPeople', { first, second }) : t('morePeople', { first, others })
}
