// Decides which run gets the history of a backup file, and lists its backup once all events are there.

import type { FileOrigin } from '@thirty/contracts/backups/file-origins.ts'
import type { ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import {
  type ChallengeState,
  importOf,
  nextRun,
  type FileImport,
} from '@thirty/contracts/challenge/challenge-state.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { requireRoom } from '../decide.ts'

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
export type CompleteImport = {
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
  if (file?.run !== run) refuse('conflict', say('importedAtTheSameTime'))
  if (file.backup !== undefined) return []
  const listing: ChallengeEvent = {
    type: 'BackupImported',
    data: { backup: backupOf(file.listings + 1), name, automatic: false, run },
  }
  return isComplete(file) ? [listing] : [...period, listing]
}

/** Whether all events of a file are in its run. */
export const isComplete = ({ listings }: FileImport): boolean => listings > 0
