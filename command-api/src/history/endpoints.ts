// Handlers that reset the challenge, restore a backup, and create and delete backups.

import { historyEndpoints } from '@thirty/contracts/backups/api.ts'
import {
  beginningOf,
  type ChallengeState,
  type HistorySegment,
} from '@thirty/contracts/challenge/challenge-state.ts'
import type { ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { challengeFold, decidesInCurrentRun } from '../challenge-fold.ts'
import { commandEndpoints, stepEndpoints } from '../command.ts'
import { loadChallenge } from '../current-run.ts'
import { deriveId, type CommandContext } from '../idempotency.ts'
import type { With } from '../parts.ts'
import { createBackup, deleteBackup, placeOf, reset, restore, type EndRun } from './decide.ts'

export function historyHandlers(parts: HistoryParts & With<'waitForProjections'>): Endpoint[] {
  const command = commandEndpoints(parts)
  const steps = stepEndpoints(parts)
  return [
    steps(historyEndpoints.reset, 'reset-challenge', async (_request, context) => {
      const { backup: backupId, ...begun } = await resetChallenge(parts, context)
      return { message: 'Challenge reset successfully! Backup created.', ...begun, backupId }
    }),
    steps(historyEndpoints.restore, 'restore-backup', async ({ params: { backupId: backup } }, context) => {
      const { backup: safetyBackupId, ...begun } = await restoreBackup(parts, { backup, context })
      return { message: 'System restored successfully! The page will now refresh.', ...begun, safetyBackupId }
    }),
    command(historyEndpoints.create, 'create-backup', challengeFold, async ({ body: { name } }, context) => {
      const { runs } = await loadChallenge(parts.commands)
      const backup = newBackupId(context)
      const head = await parts.log.head()
      return {
        ...decidesInCurrentRun,
        decide: (history) => createBackup(history, { backup, name, run: runs.current, head }),
        answer: () => ({ message: 'Backup created', backupId: backup }),
      }
    }),
    command(historyEndpoints.remove, 'delete-backup', challengeFold, ({ params: { backupId: backup } }) => ({
      ...decidesInCurrentRun,
      decide: (history) => deleteBackup(history, { backup }),
      answer: () => ({ message: 'Backup deleted' }),
    })),
  ]
}

export type HistoryParts = With<'commands' | 'clock' | 'timeZone'> & {
  log: Pick<EventLog, 'head' | 'readAll'>
  /** Throws `backup-damaged` if the leaderboard of a place cannot be computed. Called before a restore is recorded. */
  checkReplay: (place: HistorySegment) => Promise<void>
}

/** The new run and the backup of the run before. `position` is that of the last event of the command. */
export type NewRun = { run: number; backup: string; position: bigint }

/** Backs up the current run and begins a new, empty one. Throws `conflict`. */
export async function resetChallenge(deps: HistoryParts, context: CommandContext): Promise<NewRun> {
  const facts = await loadFacts(deps, context, await loadChallenge(deps.commands))
  return newRun(await handle(deps, context, (history) => reset(history, facts)))
}

/** Backs up the current run and begins a new one from a backup. Throws `backup-not-found`, `backup-damaged`, `conflict`. */
export async function restoreBackup(
  deps: HistoryParts,
  { backup, context }: { backup: string; context: CommandContext },
): Promise<NewRun> {
  const loaded = await loadChallenge(deps.commands)
  const facts = await loadFacts(deps, context, loaded)
  const place = placeOf(loaded, backup)
  // An unknown backup is refused by the decision, which is not asked if this is a retry.
  if (place !== undefined) await deps.checkReplay(place)
  return newRun(await handle(deps, context, (history) => restore(history, { ...facts, restored: backup })))
}

/** The same command has the same backup, so a retry gets the id of the first try. */
export const newBackupId = ({ command }: CommandContext): string => deriveId('backup', command.id)

/**
 * Loads what a command needs that ends the current run. The run is named before the command waits for others, so of two
 * admins at the same moment only one ends it.
 */
async function loadFacts(
  { log, clock, timeZone }: HistoryParts,
  context: CommandContext,
  history: ChallengeState,
): Promise<EndRun> {
  const run = history.runs.current
  const head = await log.head()
  const isUntouched = await isRunUntouched(log, history)
  return { backup: newBackupId(context), run, isUntouched, head, now: clock(), timeZone }
}

/** Returns whether nothing happened in the current run since a reset or a restore began it. */
async function isRunUntouched(log: HistoryParts['log'], history: ChallengeState): Promise<boolean> {
  const begun = beginningOf(history)
  if (begun === undefined) return false
  const { runs } = history
  const own = runs.runs.get(runs.current)
  if (own !== undefined && own.starts.length + own.ends.length + own.scorings.length > 0) return false
  return !(await hasActivity(log, { run: runs.current, after: begun.position }))
}

const newRun = ({ state, position }: { state: ChallengeState; position: bigint }): NewRun => {
  return { run: state.runs.current, backup: beginningOf(state)?.backup ?? '', position }
}

const handle = (
  { commands }: With<'commands'>,
  context: CommandContext,
  decide: (history: ChallengeState) => ChallengeEvent[],
) => commands.handle({ ...challengeFold, ...decidesInCurrentRun, context, decide })

/** Returns whether something was recorded in a run after a position of the log. Ends at the first such event. */
async function hasActivity(
  log: Pick<EventLog, 'readAll'>,
  { run, after }: { run: number; after: bigint },
): Promise<boolean> {
  const streams = ['project-', `journey-${run}-`, 'views-']
  for await (const events of log.readAll({ after, streams }))
    if (events.some(({ metadata }) => metadata.run === run)) return true
  return false
}
