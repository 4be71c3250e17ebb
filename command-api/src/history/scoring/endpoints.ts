// Handlers that change the scoring of the current run, and undo the latest change.

import { scoringEndpoints, type ApplyScoringRequest } from '@thirty/contracts/leaderboard/scoring-api.ts'
import type { ChallengeState } from '@thirty/contracts/challenge/challenge-state.ts'
import type { ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import { Refusal, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { currentRun, scoringOf } from '@thirty/contracts/challenge/history.ts'
import type { Scoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { nameValue } from '@thirty/contracts/accounts/stand-ins.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { challengeFold, decidesInCurrentRun, loadChallenge } from '../../current-run.ts'
import type { CommandContext } from '../../idempotency.ts'
import { loadAccountKind, personOf } from '../../people.ts'
import type { Parts } from '../../parts.ts'
import { loadRunCommand } from '../endpoints.ts'
import {
  changeScoring,
  requireComparedRun,
  scoringVersion,
  undoScoring,
  type ScoringCommand,
} from './decide.ts'

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
        version: scoringVersion(state),
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
          requireComparedRun(history, BigInt(body.position))
          return changeScoring(history, { ...given, scoring })
        },
      })
    }),
    command(scoringEndpoints.undo, 'undo-scoring', challengeFold, async ({ body }, context) =>
      changeOf(body, await loadChallenge(parts.commands), context, {
        message: 'The scoring before is in force again',
        decide: undoScoring,
      }),
    ),
  ]
}

async function requestedScoring(
  { log, commands, scalesAt }: Parts,
  { weights, excluded, normalise, position }: ApplyScoringRequest,
  { runs }: ChallengeState,
): Promise<Scoring> {
  if (BigInt(position) > (await log.head())) refuseField('position', say('positionInFuture'))
  const inForce = scoringOf(currentRun(runs).history)
  const added = excluded.filter((user) => !inForce.excluded.includes(user))
  const kinds = await Promise.all(added.map((user) => loadAccountKind(commands, user)))
  if (kinds.some((kind) => kind !== 'participant')) refuseField('excluded', say('excludedIsGone'))
  const scales = {
    on: () => scalesAt(BigInt(position)),
    off: async () => undefined,
    asInForce: async () => inForce.scales,
  }
  const used = await scales[normalise ?? 'asInForce']()
  return { weights, excluded, ...(used && { scales: used }) }
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
