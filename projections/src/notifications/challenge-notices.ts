import type { Moment, Run, Runs } from '@thirty/contracts/challenge/challenge-state.ts'
import { segmentOf, type History } from '@thirty/contracts/challenge/history.ts'
import type { RecordedAt } from './project-activity.ts'

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
