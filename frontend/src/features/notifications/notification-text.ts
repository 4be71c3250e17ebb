import type { Actor, Notification } from '@thirty/contracts/notifications/api.ts'
import { formatProjectName } from '../../shared/format/format-name.ts'
import { distinctNames } from '../../shared/people/distinct-names.ts'
import type { NameOf } from '../../shared/people/distinct-names.ts'
import { formatScore } from '../../shared/format/format-score.ts'
import { t } from '../../shared/i18n/t.ts'

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
      return marked(t('notifications.approved', { project: formatProject(notification) }), notification)
    case 'rejected': {
      const { reason } = notification
      const project = formatProject(notification)
      const rejection = marked(t('notifications.rejected', { project }), notification)
      return reason === null ? rejection : t('notifications.becauseOf', { rejection, reason })
    }
    case 'rated': {
      const { official, count, average } = notification
      const rating = { ...subjectOf(notification, nameOf), stars: formatScore(average) }
      return marked(
        official
          ? t('notifications.ratedOfficially', rating)
          : t('notifications.rated', { ...rating, count }),
        notification,
      )
    }
    case 'liked':
      return t('notifications.liked', subjectOf(notification, nameOf))
    case 'commented':
      return t('notifications.commented', subjectOf(notification, nameOf))
    case 'waiting':
      return t('notifications.submitted', {
        person: nameOf(notification.by),
        project: formatProject(notification),
      })
    case 'challenge-started':
      return t('notifications.challengeStarted')
    case 'challenge-scheduled':
      return Date.parse(notification.startsAt) > now
        ? t('notifications.startScheduled')
        : t('notifications.challengeStarted')
    case 'schedule-cancelled':
      return t('notifications.startCancelled')
    case 'challenge-end-set':
      return Date.parse(notification.endsAt) > now ? t('notifications.endSet') : t('common.challengeEnded')
    case 'challenge-end-undone':
      return t('notifications.endUndone')
    case 'challenge-reset':
      return t('notifications.challengeReset')
    case 'challenge-restored':
      return t('notifications.challengeRestored')
  }
}

/** Returns everybody whom these notifications name. */
export const peopleIn = (notifications: readonly Notification[]): Actor[] =>
  notifications.flatMap((one) => ('people' in one ? one.people : 'by' in one ? [one.by] : []))

/** Says that an unknown file says so. */
const marked = (text: string, { imported }: { imported?: true | undefined }): string =>
  imported === true ? t('notifications.imported', { text }) : text

type OfProject = Pick<Extract<Notification, { kind: 'liked' }>, 'project'>
type OfPeople = Pick<Extract<Notification, { kind: 'liked' }>, 'people' | 'others'>

const formatProject = ({ project: { projectName: name, day } }: OfProject): string =>
  t('notifications.project', { name: formatProjectName(name), day })

const subjectOf = (notification: OfProject & OfPeople, nameOf: NameOf) => ({
  people: formatPeople(notification, nameOf),
  project: formatProject(notification),
})

const countPeople = ({ people, others }: OfPeople): number => people.length + others

/** "Bob", "Bob and Eve", "Bob and 4 others": names the latest person, and a second one if there are exactly two. */
function formatPeople(notification: OfPeople, nameOf: NameOf): string {
  const [first, second] = notification.people.map(nameOf)
  if (first === undefined) return t('notifications.somebody')
  const others = countPeople(notification) - 1
  if (others === 0 || second === undefined) return first
  return others === 1
    ? t('notifications.twoPeople', { first, second })
    : t('notifications.morePeople', { first, others })
}
