// Decides, in the stream of the challenge, about resets, backups and their restores, about changes of the scoring, and about imports of
// backup files. A change of the scoring makes a backup of the current run before. An import takes a run for the history in the file; its
// backup is listed once all events are there.

import type { ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import { refuse, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { challengeDay, hasEnded, type ChallengePeriod } from '@thirty/contracts/challenge/challenge-day.ts'
import {
  type ChallengeState,
  type RecordedBackup,
  beginningOf,
  nextRun,
  importOf,
  type FileImport,
} from '@thirty/contracts/challenge/challenge-state.ts'
import { currentRun, scoringChange } from '@thirty/contracts/challenge/history.ts'
import {
  defaultScoring,
  isSameScoring,
  maxScoringChanges,
  type Scoring,
} from '@thirty/contracts/leaderboard/scoring.ts'
import type { FileOrigin } from '@thirty/contracts/backups/file-origins.ts'

/** Most backups made by admins that are listed at the same time: every command reads the stream of the challenge. */
export const maxBackups = 200

/**
 * What a command about the current run needs beside the stream. `backup`: the id of the backup that the command makes. `run`: the run that
 * it means, which was the current one when the request arrived. `head`: the position of the newest event of the log. `now`: milliseconds
 * since 1970.
 */
export type RunCommand = { backup: string; run: number; head: bigint; now: number; timeZone: string }

/** What a command needs that ends the run. `isUntouched`: whether nothing happened in the run since it began. */
export type EndRun = RunCommand & { isUntouched: boolean }

/**
 * Backs up the current run and begins a new, empty one. Refuses a run that another admin has just ended, and a second reset
 * of a run that began with a reset and is still empty.
 */
export function reset(history: ChallengeState, command: EndRun): ChallengeEvent[] {
  requireRun(history, command.run)
  if (command.isUntouched && beginningOf(history)?.by === 'reset') refuse('conflict', 'nothingToReset')
  const { backup } = command
  return [
    safetyBackup('Before reset', history, command),
    { type: 'ChallengeReset', data: { run: nextRun(history), backup } },
  ]
}

/**
 * Backs up the current run and begins a new one from the place of the backup `restored`. Restoring the same backup again changes nothing
 * until something happens in the new run. Refuses an unknown or deleted backup, and a run that another admin has just
 * ended.
 */
export function restore(history: ChallengeState, command: EndRun & { restored: string }): ChallengeEvent[] {
  const { restored, head } = command
  const { of } = requireBackup(history, restored)
  requireRun(history, command.run)
  const begun = beginningOf(history)
  if (command.isUntouched && begun?.by === 'restore' && begun.restored === restored) return []
  // A command that was decided before its run ended may be appended later. It belongs to that run and its backup; without
  // a limit it would change the history of this run, too.
  const parent = { run: of.run, upTo: String(of.upTo ?? head) }
  return [
    safetyBackup('Before restore', history, command),
    { type: 'BackupRestored', data: { run: nextRun(history), backup: restored, parent } },
  ]
}

/** Backs up the current run as it is now. */
export function createBackup(
  history: ChallengeState,
  { backup, name, run, head }: Pick<RunCommand, 'backup' | 'run' | 'head'> & { name: string },
): ChallengeEvent[] {
  requireRun(history, run)
  requireRoom(history)
  const of = { run, upTo: head.toString() }
  return [{ type: 'BackupCreated', data: { backup, name, automatic: false, of } }]
}

/** Refuses another backup of an admin if there are `maxBackups` of them. */
function requireRoom({ backups }: ChallengeState): void {
  if (backups.filter(({ automatic }) => !automatic).length >= maxBackups)
    refuse('quota-reached', 'tooManyBackups', { count: maxBackups })
}

/** Removes a backup from the list. Its history stays in the log, and runs that were restored from it stay as they are. */
export function deleteBackup(history: ChallengeState, { backup }: { backup: string }): ChallengeEvent[] {
  requireBackup(history, backup)
  return [{ type: 'BackupDeleted', data: { backup } }]
}

const requireBackup = ({ backups }: ChallengeState, id: string): RecordedBackup =>
  backups.find((backup) => backup.id === id) ?? refuse('backup-not-found', 'backupNotFound')

function requireRun({ runs }: ChallengeState, run: number): void {
  if (runs.current !== run) refuse('conflict', 'resetMeanwhile')
}

/**
 * The backup of the current run, named after a reason, the date and the day, such as `Before reset on March 13, 2026 (day 12)`. Without
 * `upTo` it is complete, with commands that were decided in the run and are appended later.
 */
function safetyBackup(
  reason: string,
  { runs }: ChallengeState,
  { backup, run, now, timeZone }: RunCommand,
  end: { upTo?: string } = {},
): ChallengeEvent {
  const date = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'long' }).format(now)
  const name = `${reason} on ${date} (${stateOfChallenge(currentRun(runs), now, timeZone)})`
  return { type: 'BackupCreated', data: { backup, name, automatic: true, of: { run, ...end } } }
}

function stateOfChallenge(period: ChallengePeriod, now: number, timeZone: string): string {
  if (hasEnded(period, now, timeZone)) return 'ended'
  const { startsAt } = period
  if (startsAt === undefined || startsAt > now) return 'not started'
  return `day ${challengeDay(startsAt, now, timeZone)}`
}

/** A change of the scoring. `version`: the version of the scoring that the admin saw. */
export type ScoringCommand = RunCommand & { version: string; reason: string }

/** Returns the changes of the scoring of the current run, the latest last. */
const scoringsIn = ({ runs }: ChallengeState) => currentRun(runs).history[0].scorings ?? []

/** Returns the version of the scoring in force: the position of its event, 0 for the default. */
export const scoringVersion = ({ runs }: ChallengeState): string =>
  scoringChange(currentRun(runs).history)?.position.toString() ?? '0'

/**
 * Backs up the current run and changes its scoring. Refuses a scoring that another admin has changed meanwhile, the scoring that is in
 * force already, and more changes than every command can read.
 */
export function changeScoring(
  history: ChallengeState,
  { scoring, ...command }: ScoringCommand & { scoring: Scoring },
): ChallengeEvent[] {
  const { run, reason } = command
  requireRun(history, run)
  requireVersion(history, command)
  const scorings = scoringsIn(history)
  if (isSameScoring(scoring, scorings.at(-1)?.scoring ?? defaultScoring))
    refuseField('weights', 'scoringInForce')
  if (scorings.length >= maxScoringChanges)
    refuse('quota-reached', 'scoringChangesLimit', { count: maxScoringChanges })
  const { weights, excluded, scales } = scoring
  return [
    safetyBackup('Before the change of the scoring', history, command, { upTo: command.head.toString() }),
    {
      type: 'ScoringChanged',
      data: { run, weights, excluded: excluded.toSorted(), ...(scales && { scales }), reason },
    },
  ]
}

/** Applies the scoring that was in force before the latest change. Refuses if there was none. */
export function undoScoring(history: ChallengeState, command: ScoringCommand): ChallengeEvent[] {
  requireRun(history, command.run)
  requireVersion(history, command)
  if (scoringVersion(history) === '0') refuse('conflict', 'scoringNeverChanged')
  const scorings = scoringsIn(history)
  return changeScoring(history, { ...command, scoring: scorings.at(-2)?.scoring ?? defaultScoring })
}

/** Refuses a comparison of an earlier run, which has other participants and ratings than the current one. */
export function requireComparedRun(history: ChallengeState, comparedAt: bigint): void {
  const begun = beginningOf(history)
  if (begun !== undefined && comparedAt < begun.position) refuse('conflict', 'comparedInEarlierRun')
}

function requireVersion(history: ChallengeState, { version }: ScoringCommand): void {
  if (scoringVersion(history) === version) return
  // The version is the position of an event. A restored run has the changes of the run that it was restored from.
  const scorings = scoringsIn(history)
  const isOfRun = version === '0' || scorings.some(({ position }) => position.toString() === version)
  if (!isOfRun) requireComparedRun(history, BigInt(version))
  refuse('changed-meanwhile', 'scoringChanged')
}

/**
 * Takes a run for the history in a file. An attempt that was interrupted keeps its run, so that it is continued; so does a file
 * that was imported completely. `failed` is the run of an attempt that must not be continued. Refuses more backups than can be listed.
 */
export function startImport(
  challenge: ChallengeState,
  { finalHash, origin, signedBy }: { finalHash: string; origin: FileOrigin; signedBy?: string },
  failed?: number,
): ChallengeEvent[] {
  const known = importOf(challenge, finalHash)
  if (known !== undefined && known.run !== failed) return []
  requireRoom(challenge)
  const data = { run: nextRun(challenge), finalHash, origin, ...(signedBy !== undefined && { signedBy }) }
  return [{ type: 'BackupImportStarted', data }]
}

/**
 * `backupOf` returns the id of the backup for the nth listing of a file. `period` has the start, the end and the scoring of
 * the challenge in the history, with its run.
 */
type CompleteImport = {
  finalHash: string
  run: number
  name: string
  backupOf: (listing: number) => string
  period: readonly ChallengeEvent[]
}

/**
 * Lists the backup of a file whose events are all in their run. The start and the end of the challenge are recorded together
 * with it. Changes nothing if the backup is listed already. Refuses if another attempt replaced this one.
 */
export function completeImport(challenge: ChallengeState, command: CompleteImport): ChallengeEvent[] {
  const { finalHash, run, name, backupOf, period } = command
  const file = importOf(challenge, finalHash)
  if (file?.run !== run) refuse('conflict', 'importedAtTheSameTime')
  if (file.backup !== undefined) return []
  const listing: ChallengeEvent = {
    type: 'BackupImported',
    data: { backup: backupOf(file.listings + 1), name, automatic: false, run },
  }
  return isComplete(file) ? [listing] : [...period, listing]
}

/** Whether all events of a file are in its run. */
export const isComplete = ({ listings }: FileImport): boolean => listings > 0
