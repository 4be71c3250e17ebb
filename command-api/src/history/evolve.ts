import { challengeEvents, type ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import { evolveRuns, initialRuns, type HistorySegment, type Runs } from '@thirty/contracts/rules/history.ts'
import type { Fold, Recorded } from '../fold.ts'

/** A backup that is listed. `of` is the place that it points to; `automatic`: a reset or a restore made it. */
export type Backup = { of: HistorySegment; automatic: boolean }

/**
 * How the current run began: with the installation, with a reset that made `backup`, or with a restore of `restored` that
 * made `backup`. `position` is that of its event.
 */
export type Beginning =
  | { by: 'installation' }
  | { by: 'reset'; position: bigint; backup: string }
  | { by: 'restore'; position: bigint; backup: string; restored: string }

/**
 * All runs and all listed backups. `highestRun` is the highest number of a run in the stream, `newestBackup` the id of the
 * backup that was made last.
 */
export type ChallengeHistory = {
  runs: Runs
  backups: ReadonlyMap<string, Backup>
  highestRun: number
  beginning: Beginning
  newestBackup: string
}

export const initialHistory: ChallengeHistory = {
  runs: initialRuns,
  backups: new Map(),
  highestRun: initialRuns.current,
  beginning: { by: 'installation' },
  newestBackup: '',
}

export function evolve(history: ChallengeHistory, event: Recorded<ChallengeEvent>): ChallengeHistory {
  const runs = evolveRuns(history.runs, event)
  return { ...evolveBackups(history, event), runs, highestRun: highestRunAfter(history, event) }
}

function evolveBackups(history: ChallengeHistory, event: Recorded<ChallengeEvent>): ChallengeHistory {
  const { position } = event
  switch (event.type) {
    case 'BackupCreated': {
      const { backup, automatic, of } = event.data
      const place = { run: of.run, ...(of.upTo !== undefined && { upTo: BigInt(of.upTo) }) }
      return { ...withBackup(history, backup, { of: place, automatic }), newestBackup: backup }
    }
    case 'BackupImported': {
      const { backup, automatic, run } = event.data
      // An import ends with this event.
      return withBackup(history, backup, { of: { run, upTo: position }, automatic })
    }
    case 'BackupDeleted': {
      const backups = new Map(history.backups)
      backups.delete(event.data.backup)
      return { ...history, backups }
    }
    case 'ChallengeReset':
      return { ...history, beginning: { by: 'reset', position, backup: event.data.backup } }
    case 'BackupRestored': {
      // The safety backup is right before it, in the same append.
      const beginning = { position, backup: history.newestBackup, restored: event.data.backup }
      return { ...history, beginning: { by: 'restore', ...beginning } }
    }
    case 'BackupImportStarted':
    case 'ChallengeStarted':
    case 'ChallengeScheduled':
    case 'ScheduleCancelled':
    case 'ChallengeEndSet':
    case 'ChallengeEndUndone':
    case 'LeaderboardFrozen':
    case 'FreezeCancelled':
    case 'LeaderboardRevealed':
    case 'ScoringChanged':
    case 'ChallengeOptionsChanged':
      return history
    default:
      return history
  }
}

const withBackup = (history: ChallengeHistory, id: string, backup: Backup): ChallengeHistory => ({
  ...history,
  backups: new Map(history.backups).set(id, backup),
})

/** Every event that names a run takes its number, whatever it says about the run. */
const highestRunAfter = ({ highestRun }: ChallengeHistory, { data }: ChallengeEvent): number =>
  'run' in data ? Math.max(highestRun, data.run) : highestRun

export const historyFold: Fold<ChallengeHistory, ChallengeEvent> = {
  events: challengeEvents,
  initial: initialHistory,
  evolve,
}
