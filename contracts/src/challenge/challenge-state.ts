// The one fold of the stream `challenge`: runs, backups and options. What follows from runs is in `history.ts`.

import type { z } from 'zod'
import type { FileOrigin } from '../backups/file-origins.ts'
import { parseMoment } from './moments.ts'
import type { Scoring } from '../leaderboard/scoring.ts'
import type { ChallengeEvent } from './events.ts'
import { withoutMissing } from '../given-fields.ts'
import type { challengeOptions } from './options-api.ts'

/**
 * A run of the challenge: its starts and the ends that were set for it in the order of the log, and the segment of history
 * that it was restored from. A cancelled schedule is a start without a time, an end that was undone an end without one.
 */
export type Run = {
  starts: readonly Moment[]
  ends: readonly Moment[]
  /** The freezes of the leaderboard; a freeze that was cancelled or revealed is followed by one without a time. */
  freezes: readonly Moment[]
  /** The changes of the scoring. */
  scorings: readonly ScoringChange[]
  /** Missing for run 1, and for an imported run that was never the current one. */
  begun?: Begun
  parent?: HistorySegment
  imported?: ImportedRun
}

/** A time in milliseconds since 1970; type, position and time (ISO) of the event that set it. */
export type Moment = { what: ChallengeEvent['type']; position: bigint; at: string; time: number | undefined }

/**
 * A change of the scoring, position and time (milliseconds since 1970) of its event, and what the admin, `by`, wrote about it. `by` is
 * the id of a user.
 */
export type ScoringChange = {
  position: bigint
  time: number
  scoring: Scoring
  by?: string | undefined
  reason?: string
}

/** How a run began, and at which position and time (ISO). `backup`: made before it; `restored`: the backup that it restored. */
export type Begun = { position: bigint; at: string; backup: string } & (
  | { by: 'reset' }
  | { by: 'restore'; restored: string }
)

/**
 * How a run was imported. `position`: where it took its number; all of its events follow. `listings` counts how often a backup of it was
 * listed: none while events may be missing in it, and one more for each time that it was listed again after a deletion.
 */
export type ImportedRun = { position: bigint; finalHash: string; origin: FileOrigin; listings: number }

/**
 * A run up to a position, or the whole run when `upTo` is missing. `frozenAt` (milliseconds since 1970): ratings from then on are not
 * part of the history; see `publicHistory`. `isImported`: the run is from a file without a known signature.
 */
export type HistorySegment = { run: number; upTo?: bigint; frozenAt?: number; isImported?: true }

/** All runs by number. */
export type Runs = { current: number; runs: ReadonlyMap<number, Run> }

/**
 * A backup. `of` is the place that it points to; `automatic`: a reset or a restore made it. `createdAt` is ISO time; `createdBy` is the
 * id of a user, null if the product made it by itself. `position` is that of the event that created it.
 */
export type RecordedBackup = {
  id: string
  name: string
  createdAt: string
  createdBy: string | null
  automatic: boolean
  imported: boolean
  of: HistorySegment
  position: bigint
}

/**
 * What the stream `challenge` says. `backups` lacks deleted backups and is sorted oldest first; `newestBackup` is the id of the backup
 * that was made last. `mutes`: see `Mute`.
 */
export type ChallengeState = {
  runs: Runs
  backups: readonly RecordedBackup[]
  newestBackup: string
  options: ChallengeOptions
  mutes: readonly Mute[]
}

/** What admins can set for the whole challenge. */
export type ChallengeOptions = z.infer<typeof challengeOptions>

/** The options of a new installation. */
export const defaultOptions: ChallengeOptions = {
  notifications: true,
  emailReminders: true,
  wantedRatings: 1,
  normalisedScores: false,
  ownersNeedTwoFactor: false,
  eventNetworks: null,
}

/** Returns the options after one more event of the stream `challenge`. */
export const evolveOptions = (options: ChallengeOptions, event: ChallengeEvent): ChallengeOptions =>
  event.type === 'ChallengeOptionsChanged' ? { ...options, ...withoutMissing(event.data) } : options

/** Positions between which notifications were switched off; without `to` they are off now. */
export type Mute = { from: bigint; to?: bigint }

const newRun: Run = { starts: [], ends: [], freezes: [], scorings: [] }

/** A new installation has run 1, not started. */
export const initialChallenge: ChallengeState = {
  runs: { current: 1, runs: new Map() },
  backups: [],
  newestBackup: '',
  options: defaultOptions,
  mutes: [],
}

/** An event of the challenge at its place in the log. `at` is ISO time. */
export type PlacedEvent = ChallengeEvent & {
  position: bigint
  at: string
  metadata?: { actor?: string; correlation?: string }
}

export function evolveChallenge(state: ChallengeState, event: PlacedEvent): ChallengeState {
  const { position, at } = event
  switch (event.type) {
    case 'ChallengeStarted':
    case 'ChallengeScheduled':
      return withMoment(state, event, 'starts', event.data.startsAt)
    case 'ScheduleCancelled':
      return withMoment(state, event, 'starts')
    case 'ChallengeEndSet':
      return withMoment(state, event, 'ends', event.data.endsAt)
    case 'ChallengeEndUndone':
      return withMoment(state, event, 'ends')
    case 'LeaderboardFrozen':
      return withMoment(state, event, 'freezes', event.data.frozenAt)
    case 'FreezeCancelled':
    case 'LeaderboardRevealed':
      return withMoment(state, event, 'freezes')
    case 'ScoringChanged': {
      const { run, weights, excluded, scales, reason } = event.data
      const scoring = { weights, excluded, ...(scales && { scales }) }
      const change = { position, time: Date.parse(at), scoring, by: event.metadata?.actor, reason }
      return withRun(state, run, ({ scorings }) => ({ scorings: [...scorings, change] }))
    }
    case 'ChallengeReset': {
      const { run, backup } = event.data
      return withNewRun(state, run, { begun: { by: 'reset', position, at, backup } })
    }
    case 'BackupRestored': {
      const { run, backup: restored, parent } = event.data
      // The safety backup is right before it, in the same append.
      const begun: Begun = { by: 'restore', position, at, backup: state.newestBackup, restored }
      return withNewRun(state, run, { begun, parent: segmentOf(parent) })
    }
    case 'BackupCreated': {
      const backup = { ...recordedBackup(event), imported: false, of: segmentOf(event.data.of) }
      return { ...state, backups: [...state.backups, backup], newestBackup: backup.id }
    }
    case 'BackupImportStarted': {
      const { run, finalHash, origin = 'unknown' } = event.data
      return withRun(state, run, () => ({ imported: { position, finalHash, origin, listings: 0 } }))
    }
    case 'BackupImported': {
      const { run } = event.data
      // An import ends with this event.
      const backup = { ...recordedBackup(event), imported: true, of: { run, upTo: position } }
      const listed = withRun(state, run, ({ imported }) =>
        imported === undefined ? {} : { imported: { ...imported, listings: imported.listings + 1 } },
      )
      return { ...listed, backups: [...state.backups, backup] }
    }
    case 'BackupDeleted': {
      const { backup } = event.data
      return { ...state, backups: state.backups.filter(({ id }) => id !== backup) }
    }
    case 'ChallengeOptionsChanged': {
      const options = evolveOptions(state.options, event)
      return { ...state, options, mutes: mutesAfter(state, options, position) }
    }
  }
}

const segmentOf = ({ run, upTo }: { run: number; upTo?: string | undefined }): HistorySegment => ({
  run,
  ...(upTo !== undefined && { upTo: BigInt(upTo) }),
})

const recordedBackup = (event: PlacedEvent & { type: 'BackupCreated' | 'BackupImported' }) => ({
  id: event.data.backup,
  name: event.data.name,
  createdAt: event.at,
  createdBy: event.metadata?.actor ?? null,
  automatic: event.data.automatic,
  position: event.position,
})

function withNewRun(state: ChallengeState, current: number, how: Partial<Run>): ChallengeState {
  const begun = withRun(state, current, () => how)
  return { ...begun, runs: { ...begun.runs, current } }
}

function withRun(state: ChallengeState, number: number, change: (run: Run) => Partial<Run>): ChallengeState {
  const known = state.runs.runs.get(number) ?? newRun
  const runs = new Map(state.runs.runs).set(number, { ...known, ...change(known) })
  return { ...state, runs: { ...state.runs, runs } }
}

function withMoment(
  state: ChallengeState,
  { type: what, position, at, data }: PlacedEvent & { data: { run: number } },
  list: 'starts' | 'ends' | 'freezes',
  time?: string,
): ChallengeState {
  const moment = { what, position, at, time: time === undefined ? undefined : parseMoment(time) }
  return withRun(state, data.run, (run) => ({ [list]: [...run[list], moment] }))
}

function mutesAfter(
  { options, mutes }: ChallengeState,
  { notifications }: ChallengeOptions,
  position: bigint,
): ChallengeState['mutes'] {
  if (notifications === options.notifications) return mutes
  if (!notifications) return [...mutes, { from: position }]
  return mutes.map((mute, index) => (index === mutes.length - 1 ? { ...mute, to: position } : mute))
}

/** Returns how the current run began; `undefined` for the first one, which began with the installation. */
export const beginningOf = ({ runs: { current, runs } }: ChallengeState): Begun | undefined =>
  runs.get(current)?.begun

/** Returns the number of the next run: one more than the highest number that any event has named. */
export const nextRun = ({ runs: { current, runs } }: ChallengeState): number =>
  Math.max(current, ...runs.keys()) + 1

/** An attempt to import a file; `backup` is the id of the listed backup of it. */
export type FileImport = ImportedRun & { run: number; backup?: string }

/** Returns the newest attempt to import the file with this final hash; `undefined` without one. */
export function importOf(
  { runs: { runs }, backups }: ChallengeState,
  finalHash: string,
): FileImport | undefined {
  const attempts = [...runs].flatMap(([run, { imported }]) =>
    imported?.finalHash === finalHash ? [{ run, ...imported }] : [],
  )
  const newest = attempts.toSorted((left, right) => Number(left.position - right.position)).at(-1)
  if (newest === undefined) return undefined
  const listed = backups.findLast(({ imported, of }) => imported && of.run === newest.run)
  return { ...newest, ...(listed && { backup: listed.id }) }
}
