import { challengeEvents } from '@thirty/contracts/events/challenge.ts'
import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { segmentOf, type History } from '@thirty/contracts/rules/history.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { RecordedEventOf } from '@thirty/infra/read-models/read-models.ts'
import type { RecordedAt } from './project-activity.ts'

/** A change of the challenge that participants are notified of. `startsAt` and `endsAt` are ISO times. */
export type ChallengeNotice = RecordedAt & { run: number } & (
    | { kind: 'challenge-started' | 'challenge-scheduled'; startsAt: string }
    | { kind: 'challenge-end-set'; endsAt: string }
    | { kind: 'schedule-cancelled' | 'challenge-end-undone' | 'challenge-reset' | 'challenge-restored' }
  )

const noticeEvents = pickEvents(
  challengeEvents,
  'ChallengeStarted',
  'ChallengeScheduled',
  'ScheduleCancelled',
  'ChallengeEndSet',
  'ChallengeEndUndone',
  'ChallengeReset',
  'BackupRestored',
)

/**
 * Returns the notices of all runs after one more event. A notice about the start or the end of a run replaces the earlier ones about the
 * same of that run.
 */
export function applyChallengeEvent(
  notices: readonly ChallengeNotice[],
  event: RecordedEvent,
): readonly ChallengeNotice[] {
  if (!isEventOf(noticeEvents, event)) return notices
  const notice = toNotice(event)
  const topic = topicOf(notice)
  const kept =
    topic === undefined
      ? notices
      : notices.filter((earlier) => earlier.run !== notice.run || topicOf(earlier) !== topic)
  return [...kept, notice]
}

const maxNotices = 20

/** Returns the newest notices of a history. Notices of other runs, e.g. of imported ones, displace none of them. */
export const noticesOf = (
  notices: readonly ChallengeNotice[],
  history: History,
): readonly ChallengeNotice[] => notices.filter((notice) => isNoticeOf(history, notice)).slice(-maxNotices)

/**
 * Whether a notice belongs to a history: about a start or an end of it, or about a reset or restore up to its run. The start
 * of a run that was reset is no news any more.
 */
function isNoticeOf(history: History, { kind, run, position }: ChallengeNotice): boolean {
  return kind === 'challenge-reset' || kind === 'challenge-restored'
    ? run <= history[0].run
    : segmentOf(history, { metadata: { run }, position }) !== undefined
}

function toNotice(event: RecordedEventOf<typeof noticeEvents>): ChallengeNotice {
  const { position, at } = event
  const common = { run: event.data.run, position, at }
  switch (event.type) {
    case 'ChallengeStarted':
      return { kind: 'challenge-started', startsAt: event.data.startsAt, ...common }
    case 'ChallengeScheduled':
      return { kind: 'challenge-scheduled', startsAt: event.data.startsAt, ...common }
    case 'ScheduleCancelled':
      return { kind: 'schedule-cancelled', ...common }
    case 'ChallengeEndSet':
      return { kind: 'challenge-end-set', endsAt: event.data.endsAt, ...common }
    case 'ChallengeEndUndone':
      return { kind: 'challenge-end-undone', ...common }
    case 'ChallengeReset':
      return { kind: 'challenge-reset', ...common }
    case 'BackupRestored':
      return { kind: 'challenge-restored', ...common }
    default:
      return event satisfies never
  }
}

function topicOf({ kind }: ChallengeNotice): 'start' | 'end' | undefined {
  if (kind === 'challenge-started' || kind === 'challenge-scheduled' || kind === 'schedule-cancelled')
    return 'start'
  return kind === 'challenge-end-set' || kind === 'challenge-end-undone' ? 'end' : undefined
}
