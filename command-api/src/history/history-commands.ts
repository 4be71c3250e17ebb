import type { ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import {
  type ChallengeState,
  type HistorySegment,
  beginningOf,
} from '@thirty/contracts/events/challenge-state.ts'
import { challengeStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { deriveId, type CommandContext } from '../idempotency.ts'
import type { With } from '../parts.ts'
import { placeOf, reset, restore, type EndRun } from './decide.ts'
import { challengeFold } from '../challenge-fold.ts'

export type HistoryParts = With<'commands' | 'clock' | 'timeZone'> & {
  log: Pick<EventLog, 'head' | 'readAll'>
  /** Throws `backup-damaged` if the leaderboard of a place cannot be computed. Called before a restore is recorded. */
  checkReplay: (place: HistorySegment) => Promise<void>
}

/** The new run and the backup of the run before. `position` is that of the last event of the command. */
export type NewRun = { run: number; backup: string; position: bigint }

/** Backs up the current run and begins a new, empty one. Throws `conflict`. */
export async function resetChallenge(deps: HistoryParts, context: CommandContext): Promise<NewRun> {
  const facts = await loadFacts(deps, context, await loadHistory(deps))
  return newRun(await handle(deps, context, (history) => reset(history, facts)))
}

/** Backs up the current run and begins a new one from a backup. Throws `backup-not-found`, `backup-damaged`, `conflict`. */
export async function restoreBackup(
  deps: HistoryParts,
  { backup, context }: { backup: string; context: CommandContext },
): Promise<NewRun> {
  const loaded = await loadHistory(deps)
  const facts = await loadFacts(deps, context, loaded)
  const place = placeOf(loaded, backup)
  // An unknown backup is refused by the decision, which is not asked if this is a retry.
  if (place !== undefined) await deps.checkReplay(place)
  return newRun(await handle(deps, context, (history) => restore(history, { ...facts, restored: backup })))
}

/** The same command has the same backup, so a retry gets the id of the first try. */
export const newBackupId = ({ command }: CommandContext): string => deriveId('backup', command.id)

export async function loadHistory({ commands }: With<'commands'>): Promise<ChallengeState> {
  return (await commands.load(challengeStream, challengeFold)).state
}

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

/** The part of a command that decides about the challenge itself, in its current run. */
export const decidesInCurrentRun = {
  stream: challengeStream,
  run: ({ runs }: ChallengeState): number => runs.current,
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
