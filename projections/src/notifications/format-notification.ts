import type { Notification } from '@thirty/contracts/api/community/notifications.ts'

type Said = Notification extends infer One ? (One extends Notification ? Omit<One, 'text'> : never) : never
type People = { people: readonly { fullName: string }[]; others: number }

/** A notification in words, as plain text. `now` in milliseconds: a scheduled start that has come was one. */
export function formatNotification(said: Said, now: number): string {
  switch (said.kind) {
    case 'approved':
      return `${nameOf(said)} was approved`
    case 'rejected':
      return said.reason === null
        ? `${nameOf(said)} was rejected`
        : `${nameOf(said)} was rejected: ${said.reason}`
    case 'rated': {
      const ratings = said.official ? 'official' : said.count === 1 ? '1 rating' : `${said.count} ratings`
      return `${peopleOf(said)} rated ${nameOf(said)}: ${said.average.toFixed(1)} of 5 (${ratings})`
    }
    case 'liked':
      return `${peopleOf(said)} ${isOne(said) ? 'likes' : 'like'} ${nameOf(said)}`
    case 'commented':
      return `${peopleOf(said)} commented on ${nameOf(said)}`
    case 'challenge-started':
      return 'The challenge has started'
    case 'challenge-scheduled':
      return Date.parse(said.startsAt) > now
        ? 'The start of the challenge is scheduled'
        : 'The challenge has started'
    case 'schedule-cancelled':
      return 'The scheduled start of the challenge was cancelled'
    case 'challenge-reset':
      return 'The challenge was reset'
    case 'challenge-restored':
      return 'The challenge was restored from a backup'
    case 'waiting':
      return `${said.by.fullName} handed in ${nameOf(said)}`
    default:
      return said satisfies never
  }
}

const nameOf = ({ project }: { project: { projectName: string; day: number } }): string =>
  `${project.projectName} (day ${project.day})`

/** "Bob", "Bob and Eve", "Bob and 4 others": the latest is named, and a second one where there are only two. */
function peopleOf({ people, others }: People): string {
  const [first, second] = people.map(({ fullName }) => fullName)
  const more = people.length + others - 1
  if (more === 0 || second === undefined) return first ?? 'Somebody'
  return more === 1 ? `${first} and ${second}` : `${first} and ${more} others`
}

const isOne = ({ people, others }: People): boolean => people.length + others === 1
