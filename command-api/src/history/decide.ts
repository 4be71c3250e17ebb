// Decides about resets of the challenge, and about its backups and their restores.

import type { ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { challengeDay, hasEnded, type ChallengePeriod } from '@thirty/contracts/challenge/challenge-day.ts'
import {
  type ChallengeState,
  type RecordedBackup,
  beginningOf,
  nextRun,
} from '@thirty/contracts/challenge/challenge-state.ts'
import { currentRun } from '@thirty/contracts/challenge/history.ts'
import { say } from '@thirty/contracts/texts/text.ts'

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
  if (command.isUntouched && beginningOf(history)?.by === 'reset') refuse('conflict', say('nothingToReset'))
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
export function requireRoom({ backups }: ChallengeState): void {
  if (backups.filter(({ automatic }) => !automatic).length >= maxBackups)
    refuse('quota-reached', say('tooManyBackups', { count: maxBackups }))
}

/** Removes a backup from the list. Its history stays in the log, and runs that were restored from it stay as they are. */
export function deleteBackup(history: ChallengeState, { backup }: { backup: string }): ChallengeEvent[] {
  requireBackup(history, backup)
  return [{ type: 'BackupDeleted', data: { backup } }]
}

const requireBackup = ({ backups }: ChallengeState, id: string): RecordedBackup =>
  backups.find((backup) => backup.id === id) ?? refuse('backup-not-found', say('backupNotFound'))

export function requireRun({ runs }: ChallengeState, run: number): void {
  if (runs.current === run) return
  refuse('conflict', say('resetMeanwhile'))
}

/** The backup of the complete current run, also of commands that were decided in it and are appended later. */
function safetyBackup(reason: string, history: ChallengeState, command: RunCommand): ChallengeEvent {
  const { backup, run } = command
  const name = `${reason} ${dateAndDay(history, command)}`
  return { type: 'BackupCreated', data: { backup, name, automatic: true, of: { run } } }
}

/** Returns the date and the day of the challenge, such as `on March 13, 2026 (day 12)`. */
export function dateAndDay(
  { runs }: ChallengeState,
  { now, timeZone }: Pick<RunCommand, 'now' | 'timeZone'>,
): string {
  const date = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'long' }).format(now)
  return `on ${date} (${stateOfChallenge(currentRun(runs), now, timeZone)})`
}

function stateOfChallenge(period: ChallengePeriod, now: number, timeZone: string): string {
  if (hasEnded(period, now, timeZone)) return 'ended'
  const { startsAt } = period
  if (startsAt === undefined || startsAt > now) return 'not started'
  return `day ${challengeDay(startsAt, now, timeZone)}`
}
