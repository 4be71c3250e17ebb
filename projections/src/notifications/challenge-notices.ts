import type { ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { RecordedAt } from './project-activity.ts'

/** What happened to the challenge as a whole. `startsAt` is ISO time. */
export type ChallengeNotice = RecordedAt & { run: number } & (
    | { kind: 'challenge-started' | 'challenge-scheduled'; startsAt: string }
    | { kind: 'schedule-cancelled' | 'challenge-reset' | 'challenge-restored' }
  )

/** News of the challenge that are kept. */
const mostNews = 20

/** The news after one more event. Of the start of a run only the latest counts: what was arranged before is of no use. */
export function applyChallengeEvent(
  news: readonly ChallengeNotice[],
  event: RecordedEvent,
): readonly ChallengeNotice[] {
  const one = newsOf(event)
  if (one === undefined) return news
  const isStart = isAboutStart(one)
  const others = isStart ? news.filter((other) => other.run !== one.run || !isAboutStart(other)) : news
  return [...others, one].slice(-mostNews)
}

function newsOf(event: RecordedEvent): ChallengeNotice | undefined {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data, position, at } = event as RecordedEvent & ChallengeEvent
  switch (type) {
    case 'ChallengeStarted':
      return { kind: 'challenge-started', run: data.run, startsAt: data.startsAt, position, at }
    case 'ChallengeScheduled':
      return { kind: 'challenge-scheduled', run: data.run, startsAt: data.startsAt, position, at }
    case 'ScheduleCancelled':
      return { kind: 'schedule-cancelled', run: data.run, position, at }
    case 'ChallengeReset':
      return { kind: 'challenge-reset', run: data.run, position, at }
    case 'BackupRestored':
      return { kind: 'challenge-restored', run: data.run, position, at }
    case 'BackupCreated':
    case 'BackupImported':
    case 'BackupDeleted':
      return undefined
    default:
      return undefined
  }
}

const isAboutStart = ({ kind }: ChallengeNotice): boolean =>
  kind === 'challenge-started' || kind === 'challenge-scheduled' || kind === 'schedule-cancelled'
