import { challengeEvents } from '@thirty/contracts/events/challenge.ts'
import type { Scoring } from '@thirty/contracts/rules/scoring.ts'
import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import type { Projection, RecordedEventOf } from '@thirty/infra/read-models/read-models.ts'

/**
 * A run that a reset or a restore began: time (ISO) and position of that event, and the place that a restored run was restored
 * from.
 */
export type BegunRun = {
  run: number
  at: string
  position: string
  parent?: { run: number; upTo?: string | undefined }
}

/** The start or end of a run (ISO; null for one that was cancelled or undone), and the position of the event that set it. */
type Moment = { run: number; at: string | null; position: string }

/**
 * Document `current`: the current run, its start, null if it is not started or scheduled, and the end that was set for it, null
 * if none is set. `starts` and `ends` are the starts and ends of all runs, `begun` the runs that a reset or a restore began, oldest first.
 */
export type Challenge = {
  run: number
  startsAt: string | null
  endsAt: string | null
  starts: readonly Moment[]
  ends: readonly Moment[]
  /** The freezes of the leaderboard of all runs (`at` null: cancelled or revealed). */
  freezes: readonly Moment[]
  /** The changes of the scoring of all runs. */
  scorings: readonly { run: number; at: string; position: string; scoring: Scoring }[]
  begun: readonly BegunRun[]
  /** The runs that were imported from files without a known signature. */
  unknownRuns: readonly number[]
}

/** A new installation: run 1, not started. */
export const initialChallenge: Challenge = {
  run: 1,
  startsAt: null,
  endsAt: null,
  starts: [],
  ends: [],
  freezes: [],
  scorings: [],
  begun: [],
  unknownRuns: [],
}

const runEvents = pickEvents(
  challengeEvents,
  'ChallengeStarted',
  'ChallengeScheduled',
  'ScheduleCancelled',
  'ChallengeEndSet',
  'ChallengeEndUndone',
  'LeaderboardFrozen',
  'FreezeCancelled',
  'LeaderboardRevealed',
  'ScoringChanged',
  'ChallengeReset',
  'BackupRestored',
  'BackupImportStarted',
)

export const challengeProjection: Projection<Challenge, typeof runEvents> = {
  name: 'challenge',
  version: 8,
  streams: ['challenge'],
  events: runEvents,
  documentIds: () => ['current'],
  evolve: (challenge = initialChallenge, event) => evolve(challenge, event),
  indexEntries: () => ({}),
  // Who sees the change of the scoring learns of it by another epoch, and during a freeze only admins do.
  isHidden: ({ type }) => type === 'ScoringChanged',
}

function evolve(challenge: Challenge, event: RecordedEventOf<typeof runEvents>): Challenge {
  const { run } = event.data
  switch (event.type) {
    case 'ChallengeStarted':
    case 'ChallengeScheduled':
      return withStart(challenge, run, event.data.startsAt, event.position)
    case 'ScheduleCancelled':
      return withStart(challenge, run, null, event.position)
    case 'ChallengeEndSet':
      return withEnd(challenge, run, event.data.endsAt, event.position)
    case 'ChallengeEndUndone':
      return withEnd(challenge, run, null, event.position)
    case 'LeaderboardFrozen':
      return withFreeze(challenge, { run, at: event.data.frozenAt, position: event.position.toString() })
    case 'FreezeCancelled':
    case 'LeaderboardRevealed':
      return withFreeze(challenge, { run, at: null, position: event.position.toString() })
    case 'ScoringChanged': {
      const { weights, excluded, scales } = event.data
      const scoring = { weights, excluded, ...(scales && { scales }) }
      return { ...challenge, scorings: [...challenge.scorings, { run, ...placeOf(event), scoring }] }
    }
    case 'ChallengeReset':
      return { ...withBegun(challenge, { run, ...placeOf(event) }), run, startsAt: null, endsAt: null }
    case 'BackupRestored': {
      const { parent } = event.data
      const start = momentAt(challenge.starts, parent)?.at ?? null
      const end = momentAt(challenge.ends, parent)?.at ?? null
      const begun = { ...withBegun(challenge, { run, ...placeOf(event), parent }), run }
      return withEnd(withStart(begun, run, start, event.position), run, end, event.position)
    }
    case 'BackupImportStarted': {
      const { origin = 'unknown' } = event.data
      return origin === 'unknown' ? { ...challenge, unknownRuns: [...challenge.unknownRuns, run] } : challenge
    }
    default:
      return event satisfies never
  }
}

const placeOf = ({ at, position }: { at: string; position: bigint }) => ({
  at,
  position: position.toString(),
})

const withBegun = (challenge: Challenge, begun: BegunRun): Challenge => ({
  ...challenge,
  begun: [...challenge.begun, begun],
})

/** An import records the start and the end of its run, which is not the current one. */
const isCurrent = (challenge: Challenge, run: number): boolean => run === challenge.run

function withStart(challenge: Challenge, run: number, at: string | null, position: bigint): Challenge {
  const starts = [...challenge.starts, { run, at, position: position.toString() }]
  return { ...challenge, starts, ...(isCurrent(challenge, run) && { startsAt: at }) }
}

function withEnd(challenge: Challenge, run: number, at: string | null, position: bigint): Challenge {
  const ends = [...challenge.ends, { run, at, position: position.toString() }]
  return { ...challenge, ends, ...(isCurrent(challenge, run) && { endsAt: at }) }
}

const withFreeze = (challenge: Challenge, freeze: Moment): Challenge => ({
  ...challenge,
  freezes: [...challenge.freezes, freeze],
})

/** Returns the time (ISO) from which on the leaderboard of a run is frozen; null without a freeze. No run inherits one. */
export const frozenAtOf = ({ freezes }: Challenge, run: number): string | null =>
  freezes.findLast((freeze) => freeze.run === run)?.at ?? null

/** Returns the start and the end of a run, null where none is set. */
export const periodOf = (
  { starts, ends }: Challenge,
  run: number,
): Pick<Challenge, 'startsAt' | 'endsAt'> => ({
  startsAt: momentAt(starts, { run })?.at ?? null,
  endsAt: momentAt(ends, { run })?.at ?? null,
})

/** Returns the start or end that a run had at a position: a restored run has the start and end of the run of its backup. */
const momentAt = (moments: readonly Moment[], { run, upTo }: { run: number; upTo?: string | undefined }) =>
  moments.findLast(
    (moment) => moment.run === run && (upTo === undefined || BigInt(moment.position) <= BigInt(upTo)),
  )
