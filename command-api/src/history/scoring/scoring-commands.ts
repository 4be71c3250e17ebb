import type { ChallengeState } from '@thirty/contracts/events/challenge-state.ts'
import type { ApplyScoringRequest } from '@thirty/contracts/api/admin/scoring.ts'
import type { ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import { Refusal, refuse } from '@thirty/contracts/refusals.ts'
import { currentRun, scoringOf } from '@thirty/contracts/rules/history.ts'
import type { RatingScales } from '@thirty/contracts/rules/judging/normalised-score.ts'
import type { Scoring } from '@thirty/contracts/rules/scoring.ts'
import { challengeStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { deriveId, type CommandContext } from '../../idempotency.ts'
import { nameOf } from '../../later-changes.ts'
import type { HistoryCommandDeps } from '../history-commands.ts'
import {
  changeScoring,
  requireComparedRun,
  scoringVersion,
  undoScoring,
  type ScoringCommand,
} from './decide.ts'
import { challengeFold } from '../../challenge-fold.ts'

export type ScoringCommandDeps = Pick<HistoryCommandDeps, 'commands' | 'log' | 'clock' | 'timeZone'> & {
  /** Returns the scales of the reviewers of the current run, from the official ratings up to a position. */
  scalesAt: (position: bigint) => Promise<RatingScales>
  /** Returns whether a user is a participant whose account was not deleted. */
  isParticipant: (user: string) => Promise<boolean>
}

/** `position` is that of the last event of the command. */
export type ChangedScoring = { version: string; backup: string; position: bigint }

/** Changes the scoring of the current run. Throws `invalid-fields`, `changed-meanwhile`, `quota-reached` and `conflict`. */
export async function applyScoring(
  deps: ScoringCommandDeps,
  request: ApplyScoringRequest,
  context: CommandContext,
): Promise<ChangedScoring> {
  const { state } = await deps.commands.load(challengeStream, challengeFold)
  const scoring = await requestedScoring(deps, request, state)
  return handle(deps, { context, request, state }, (history, command) => {
    requireComparedRun(history, BigInt(request.position))
    return changeScoring(history, { ...command, scoring })
  })
}

/** Applies the scoring before the latest change. Throws the same. */
export async function undoLatestScoring(
  deps: ScoringCommandDeps,
  request: Pick<ApplyScoringRequest, 'version' | 'reason'>,
  context: CommandContext,
): Promise<ChangedScoring> {
  const { state } = await deps.commands.load(challengeStream, challengeFold)
  return handle(deps, { context, request, state }, undoScoring)
}

async function requestedScoring(
  { log, scalesAt, isParticipant }: ScoringCommandDeps,
  { weights, excluded, normalise, position }: ApplyScoringRequest,
  { runs }: ChallengeState,
): Promise<Scoring> {
  if (BigInt(position) > (await log.head()))
    refuse('invalid-fields', 'This position is in the future.', {
      position: 'This position is in the future.',
    })
  const inForce = scoringOf(currentRun(runs).history)
  const added = excluded.filter((user) => !inForce.excluded.includes(user))
  const known = await Promise.all(added.map(isParticipant))
  if (known.includes(false))
    refuse('invalid-fields', 'One of the excluded participants no longer exists.', {
      excluded: 'One of the excluded participants no longer exists.',
    })
  const scales = {
    on: () => scalesAt(BigInt(position)),
    off: async () => undefined,
    asInForce: async () => inForce.scales,
  }
  const used = await scales[normalise ?? 'asInForce']()
  return { weights, excluded, ...(used && { scales: used }) }
}

type Loaded = {
  context: CommandContext
  request: Pick<ApplyScoringRequest, 'version' | 'reason'>
  state: ChallengeState
}

async function handle(
  deps: ScoringCommandDeps,
  { context, request: { version, reason }, state: loaded }: Loaded,
  decide: (history: ChallengeState, command: ScoringCommand) => ChallengeEvent[],
): Promise<ChangedScoring> {
  const { commands, log, clock, timeZone } = deps
  const backup = deriveId('backup', context.command.id)
  const { run } = currentRun(loaded.runs)
  const command = { version, reason, backup, run, head: await log.head(), now: clock(), timeZone }
  try {
    const { state, position } = await commands.handle({
      ...challengeFold,
      stream: challengeStream,
      run: ({ runs }) => runs.current,
      context,
      decide: (history) => decide(history, command),
    })
    return { version: scoringVersion(state), backup, position }
  } catch (error) {
    throw await naming(deps, error)
  }
}

/** Says who changed the scoring meanwhile. */
async function naming({ commands }: ScoringCommandDeps, error: unknown): Promise<unknown> {
  if (!(error instanceof Refusal) || error.code !== 'changed-meanwhile') return error
  const { state } = await commands.load(challengeStream, challengeFold)
  const by = state.runs.runs.get(state.runs.current)?.scorings.at(-1)?.by
  if (by === undefined) return error
  const name = await nameOf(commands, by)
  return new Refusal(
    error.code,
    `${name} has changed the scoring in the meantime. Compare again before you apply yours.`,
  )
}
