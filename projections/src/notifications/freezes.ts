import { challengeEvents } from '@thirty/contracts/events/challenge.ts'
import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { RecordedAt } from './project-activity.ts'

/**
 * A freeze of the leaderboard from a time (milliseconds since 1970) to its end: the reveal, or a reset or restore, which reveals, too.
 * Without `end` it is set now.
 */
export type Freeze = { frozenAt: number; end?: RecordedAt }

const freezeEvents = pickEvents(
  challengeEvents,
  'LeaderboardFrozen',
  'FreezeCancelled',
  'LeaderboardRevealed',
  'ChallengeReset',
  'BackupRestored',
)

/** Returns the freezes of all runs after one more event, oldest first. Only the current run can have one that is set. */
export function applyFreezeEvent(freezes: readonly Freeze[], event: RecordedEvent): readonly Freeze[] {
  if (!isEventOf(freezeEvents, event)) return freezes
  const ended = freezes.filter(({ end }) => end !== undefined)
  const set = freezes.find(({ end }) => end === undefined)
  const { type, position, at } = event
  if (type === 'LeaderboardFrozen') return [...ended, { frozenAt: Date.parse(event.data.frozenAt) }]
  if (type === 'FreezeCancelled' || set === undefined || set.frozenAt > Date.parse(at)) return ended
  return [...ended, { ...set, end: { position, at } }]
}

/** Returns ratings with the place and time at which everybody learned of them: those given during a freeze at its end. */
export const asRevealed = <Rating extends RecordedAt>(
  freezes: readonly Freeze[],
  ratings: readonly Rating[],
): Rating[] =>
  ratings.map((rating) => {
    const freeze = freezes.find(
      ({ frozenAt, end }) =>
        end !== undefined && Date.parse(rating.at) >= frozenAt && rating.position < end.position,
    )
    return { ...rating, ...freeze?.end }
  })
