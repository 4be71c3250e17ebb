// Handlers that reset the challenge, restore a backup, create and delete backups, and change the scoring of the current run or undo the
// latest change; and what their decisions need: whether anything happened in the run that ends, and the scoring that a request means.

import { historyEndpoints } from '@thirty/contracts/backups/api.ts'
import { beginningOf, type ChallengeState } from '@thirty/contracts/challenge/challenge-state.ts'
import { scoringEndpoints, type ApplyScoringRequest } from '@thirty/contracts/leaderboard/scoring-api.ts'
import type { ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import { Refusal, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { currentRun, scoringOf } from '@thirty/contracts/challenge/history.ts'
import type { Scoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { nameValue } from '@thirty/contracts/accounts/stand-ins.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { challengeFold, decidesInCurrentRun, loadChallenge } from '../current-run.ts'
import { deriveId, type CommandContext } from '../idempotency.ts'
import type { Parts, With } from '../parts.ts'
import { loadAccountKind, personOf } from '../people.ts'
import * as decide from './decide.ts'
import type { EndRun, RunCommand, ScoringCommand } from './decide.ts'

export function historyHandlers(parts: Parts): Endpoint[] {
  const { commands, checkReplay, command } = parts
  return [
    command(historyEndpoints.reset, 'reset-challenge', challengeFold, async (_request, context) => {
      const ending = await loadEndRun(parts, context, await loadChallenge(commands))
      return {
        ...decidesInCurrentRun,
        decide: (history) => decide.reset(history, ending),
        answer: ({ state }) => ({
          message: 'Challenge reset successfully! Backup created.',
          run: state.runs.current,
          backupId: safetyBackupIn(state),
        }),
      }
    }),
    command(historyEndpoints.restore, 'restore-backup', challengeFold, async ({ params }, context) => {
      const { backupId: restored } = params
      const loaded = await loadChallenge(commands)
      const ending = await loadEndRun(parts, context, loaded)
      const place = loaded.backups.find(({ id }) => id === restored)?.of
      // An unknown backup is refused by the decision, which is not asked if this is a retry.
      if (place !== undefined) await checkReplay(place)
      return {
        ...decidesInCurrentRun,
        decide: (history) => decide.restore(history, { ...ending, restored }),
        answer: ({ state }) => ({
          message: 'System restored successfully! The page will now refresh.',
          run: state.runs.current,
          safetyBackupId: safetyBackupIn(state),
        }),
      }
    }),
    command(historyEndpoints.create, 'create-backup', challengeFold, async ({ body: { name } }, context) => {
      const run = await loadRunCommand(parts, context, await loadChallenge(commands))
      return {
        ...decidesInCurrentRun,
        decide: (history) => decide.createBackup(history, { ...run, name }),
        answer: () => ({ message: 'Backup created', backupId: run.backup }),
      }
    }),
    command(historyEndpoints.remove, 'delete-backup', challengeFold, ({ params: { backupId: backup } }) => ({
      ...decidesInCurrentRun,
      decide: (history) => decide.deleteBackup(history, { backup }),
      answer: () => ({ message: 'Backup deleted' }),
    })),
  ]
}

/** Returns the backup of the run before the current one, which a reset or a restore made. */
const safetyBackupIn = (history: ChallengeState): string => beginningOf(history)?.backup ?? ''

/**
 * Loads what a command needs that is about the current run. The run is named before the command waits for others, so of two admins at the
 * same moment only one ends it. The same command has the same backup, so a retry gets the id of the first try.
 */
async function loadRunCommand(
  { log, clock, timeZone }: With<'log' | 'clock' | 'timeZone'>,
  context: CommandContext,
  { runs }: ChallengeState,
): Promise<RunCommand> {
  const backup = deriveId('backup', context.command.id)
  return { backup, run: runs.current, head: await log.head(), now: clock(), timeZone }
}

/** Loads what a command needs that ends the current run: a reset or a restore. */
export async function loadEndRun(
  parts: With<'log' | 'clock' | 'timeZone'>,
  context: CommandContext,
  history: ChallengeState,
): Promise<EndRun> {
  const run = await loadRunCommand(parts, context, history)
  return { ...run, isUntouched: await isRunUntouched(parts.log, history) }
}

/** Returns whether nothing happened in the current run since a reset or a restore began it. Reads up to the first event that did. */
async function isRunUntouched(log: Parts['log'], history: ChallengeState): Promise<boolean> {
  const begun = beginningOf(history)
  if (begun === undefined) return false
  const { runs, current } = history.runs
  const own = runs.get(current)
  if (own !== undefined && own.starts.length + own.ends.length + own.scorings.length > 0) return false
  const streams = ['project-', `journey-${current}-`, 'views-']
  for await (const events of log.readAll({ after: begun.position, streams }))
    if (events.some(({ metadata }) => metadata.run === current)) return false
  return true
}

export function scoringHandlers(parts: Parts): Endpoint[] {
  const { command } = parts

  /** The change of a scoring by an admin, who means the run that is loaded. */
  const changeOf = async (
    { version, reason }: Pick<ApplyScoringRequest, 'version' | 'reason'>,
    loaded: ChallengeState,
    context: CommandContext,
    change: { message: string; decide: (history: ChallengeState, given: ScoringCommand) => ChallengeEvent[] },
  ) => {
    const given = { ...(await loadRunCommand(parts, context, loaded)), version, reason }
    return {
      ...decidesInCurrentRun,
      decide: (history: ChallengeState) => change.decide(history, given),
      onRefused: namingAdmin(parts),
      answer: ({ state }: { state: ChallengeState }) => ({
        message: change.message,
        version: decide.scoringVersion(state),
        backupId: given.backup,
      }),
    }
  }

  return [
    command(scoringEndpoints.apply, 'change-scoring', challengeFold, async ({ body }, context) => {
      const loaded = await loadChallenge(parts.commands)
      const scoring = await requestedScoring(parts, body, loaded)
      return changeOf(body, loaded, context, {
        message: 'The scoring is changed',
        decide: (history, given) => {
          decide.requireComparedRun(history, BigInt(body.position))
          return decide.changeScoring(history, { ...given, scoring })
        },
      })
    }),
    command(scoringEndpoints.undo, 'undo-scoring', challengeFold, async ({ body }, context) =>
      changeOf(body, await loadChallenge(parts.commands), context, {
        message: 'The scoring before is in force again',
        decide: decide.undoScoring,
      }),
    ),
  ]
}

async function requestedScoring(
  { log, commands, scalesAt }: Parts,
  { weights, excluded, normalise, position }: ApplyScoringRequest,
  { runs }: ChallengeState,
): Promise<Scoring> {
  if (BigInt(position) > (await log.head())) refuseField('position', 'positionInFuture')
  const inForce = scoringOf(currentRun(runs).history)
  const added = excluded.filter((user) => !inForce.excluded.includes(user))
  const kinds = await Promise.all(added.map((user) => loadAccountKind(commands, user)))
  if (kinds.some((kind) => kind !== 'participant')) refuseField('excluded', 'excludedIsGone')
  const unchanged = normalise === undefined ? inForce.scales : undefined
  const scales = normalise === 'on' ? await scalesAt(BigInt(position)) : unchanged
  return { weights, excluded, ...(scales && { scales }) }
}

/** Says who changed the scoring meanwhile. */
const namingAdmin =
  ({ commands }: Parts) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof Refusal) || error.code !== 'changed-meanwhile') throw error
    const { runs } = await loadChallenge(commands)
    const by = runs.runs.get(runs.current)?.scorings.at(-1)?.by
    if (by === undefined) throw error
    const name = nameValue(await personOf(commands, by))
    throw new Refusal(error.code, say('scoringChangedMeanwhile', { name }))
  }
