// What participants are notified of about the challenge: starts, ends, resets and restores; and the freezes of the leaderboard, which are
// no notifications but decide when everybody learned of a rating.

import type { Moment, Run, Runs } from '@thirty/contracts/challenge/challenge-state.ts'
import { segmentOf, type History } from '@thirty/contracts/challenge/history.ts'

/** Position and time (ISO) of an event. */
export type RecordedAt = { position: bigint; at: string }

/** A change of the challenge that participants are notified of. `startsAt` and `endsAt` are ISO times. */
export type ChallengeNotice = RecordedAt & { id: string; run: number } & (
    | { kind: 'challenge-started' | 'challenge-scheduled'; startsAt: string }
    | { kind: 'challenge-end-set'; endsAt: string }
    | { kind: 'schedule-cancelled' | 'challenge-end-undone' | 'challenge-reset' | 'challenge-restored' }
  )

const maxNotices = 20

/**
 * Returns the newest notices of a history: the latest about the start of each of its runs, the latest about the end, and the resets and
 * restores up to its run. The start of a run that was reset is no news any more.
 */
export const noticesOf = ({ runs }: Runs, history: History): ChallengeNotice[] =>
  [...runs]
    .flatMap(([number, run]) => noticesOfRun(number, run))
    .filter((notice) => isNoticeOf(history, notice))
    .toSorted((left, right) => (left.position < right.position ? -1 : 1))
    .slice(-maxNotices)

function isNoticeOf(history: History, { kind, run, position }: ChallengeNotice): boolean {
  return kind === 'challenge-reset' || kind === 'challenge-restored'
    ? run <= history[0].run
    : segmentOf(history, { metadata: { run }, position }) !== undefined
}

const noticesOfRun = (run: number, { starts, ends, begun }: Run): ChallengeNotice[] => [
  ...starts.slice(-1).map((start) => startNotice(run, start)),
  ...ends.slice(-1).map((end) => endNotice(run, end)),
  ...(begun === undefined ? [] : [{ kind: begunKinds[begun.by], ...placeOf(run, begun) }]),
]

const begunKinds = { reset: 'challenge-reset', restore: 'challenge-restored' } as const

function startNotice(run: number, { what, time, position, at }: Moment): ChallengeNotice {
  const place = placeOf(run, { position, at })
  if (time === undefined) return { kind: 'schedule-cancelled', ...place }
  const kind = what === 'ChallengeStarted' ? 'challenge-started' : 'challenge-scheduled'
  return { kind, startsAt: new Date(time).toISOString(), ...place }
}

const endNotice = (run: number, { time, ...moment }: Moment): ChallengeNotice =>
  time === undefined
    ? { kind: 'challenge-end-undone', ...placeOf(run, moment) }
    : { kind: 'challenge-end-set', endsAt: new Date(time).toISOString(), ...placeOf(run, moment) }

const placeOf = (run: number, { position, at }: RecordedAt) => ({
  id: `challenge:${position}`,
  run,
  position,
  at,
})

/**
 * A freeze of the leaderboard from a time (milliseconds since 1970) to its end: the reveal, or a reset or restore, which reveals, too.
 * Without `end` it is set now.
 */
export type Freeze = { frozenAt: number; end?: RecordedAt }

/** Returns the freezes of all runs that began, oldest first. A reset or a restore ends the freeze of the run before. */
export function freezesOf({ runs }: Runs): Freeze[] {
  const beginnings = [...runs.values()].flatMap(({ begun }) => begun ?? [])
  return [...runs.values()].flatMap(({ freezes }) =>
    freezes.flatMap(({ time: frozenAt, position }, index): Freeze[] => {
      const next = freezes[index + 1]
      if (frozenAt === undefined || next?.what === 'LeaderboardFrozen' || next?.what === 'FreezeCancelled')
        return []
      const end = next ?? beginnings.find((begun) => begun.position > position)
      if (end === undefined) return [{ frozenAt }]
      return frozenAt > Date.parse(end.at) ? [] : [{ frozenAt, end: { position: end.position, at: end.at } }]
    }),
  )
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
