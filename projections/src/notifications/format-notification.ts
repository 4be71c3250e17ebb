import type { Notification } from '@thirty/contracts/notifications/api.ts'

// Distributes over the kinds of notifications; `Omit` alone would merge them into one type.
type WithoutText = Notification extends infer Kind
  ? Kind extends Notification
    ? Omit<Kind, 'text'>
    : never
  : never
type People = { people: readonly { fullName: string }[]; others: number }

/** Returns the notification with its plain text. `now` in milliseconds: a start or an end in the past has happened. */
export const withText = <Item extends WithoutText>(
  notification: Item,
  now: number,
): Item & { text: string } => ({
  ...notification,
  text: formatNotification(notification, now),
})

function formatNotification(notification: WithoutText, now: number): string {
  switch (notification.kind) {
    case 'approved':
      return marked(`${formatProject(notification)} was approved`, notification)
    case 'rejected': {
      const rejection = marked(`${formatProject(notification)} was rejected`, notification)
      return notification.reason === null ? rejection : `${rejection}: ${notification.reason}`
    }
    case 'rated': {
      const { official, count, average } = notification
      const ratings = official ? 'official' : count === 1 ? '1 rating' : `${count} ratings`
      const figures = `${average.toFixed(1)} of 5 (${ratings})`
      return marked(
        `${formatPeople(notification)} rated ${formatProject(notification)}: ${figures}`,
        notification,
      )
    }
    case 'liked':
      return `${formatPeople(notification)} liked ${formatProject(notification)}`
    case 'commented':
      return `${formatPeople(notification)} commented on ${formatProject(notification)}`
    case 'challenge-started':
      return 'The challenge has started'
    case 'challenge-scheduled':
      return Date.parse(notification.startsAt) > now
        ? 'The start of the challenge is scheduled'
        : 'The challenge has started'
    case 'schedule-cancelled':
      return 'The scheduled start of the challenge was canceled'
    case 'challenge-end-set':
      return Date.parse(notification.endsAt) > now
        ? 'The end of the challenge is set'
        : 'The challenge has ended'
    case 'challenge-end-undone':
      return 'The challenge is open again'
    case 'challenge-reset':
      return 'The challenge was reset'
    case 'challenge-restored':
      return 'The challenge was restored from a backup'
    case 'waiting':
      return `${notification.by.fullName} submitted ${formatProject(notification)}`
  }
}

/** Says that an unknown file says so. */
const marked = (text: string, { imported }: { imported?: true | undefined }): string =>
  imported === true ? `${text} (imported)` : text

const formatProject = ({ project }: { project: { projectName: string; day: number } }): string =>
  `${project.projectName} (day ${project.day})`

/** "Bob", "Bob and Eve", "Bob and 4 others": names the latest person, and a second one if there are exactly two. */
function formatPeople({ people, others }: People): string {
  const [first, second] = people.map(({ fullName }) => fullName)
  const more = people.length + others - 1
  if (more === 0 || second === undefined) return first ?? 'Somebody'
  return more === 1 ? `${first} and ${second}` : `${first} and ${more} others`
}
