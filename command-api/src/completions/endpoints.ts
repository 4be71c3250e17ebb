// Handlers that mark a day as complete, and reopen it.

import { completionEndpoints } from '@thirty/contracts/challenge/api.ts'
import type { JourneyEvent } from '@thirty/contracts/challenge/events.ts'
import type { CurrentRun } from '@thirty/contracts/challenge/history.ts'
import { journeyStream } from '@thirty/contracts/events/stream-names.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { decidesIn, loadCurrentRun } from '../current-run.ts'
import type { Commands } from '../fold.ts'
import { isCausedBy, type CommandContext } from '../idempotency.ts'
import type { Parts } from '../parts.ts'
import { complete, completionsFold, reopen, type CompletedDays } from './decide.ts'

type Decide = (completed: CompletedDays, run: CurrentRun) => JourneyEvent[]

export function completionHandlers({ commands, clock, timeZone, command }: Parts): Endpoint[] {
  const ofDay = async (day: number, user: string, context: CommandContext, decide: Decide) => {
    const run = await loadCurrentRun(commands)
    const { initial, isRetry } = await loadEarlierRuns(commands, { run, user, context })
    return {
      ...decidesIn(run),
      initial,
      stream: journeyStream({ run: run.run, user }),
      decide: (completed: CompletedDays) => (isRetry ? [] : decide(completed, run)),
      answer: ({ state }: { state: CompletedDays }) => ({
        day,
        isCompleted: state.has(day),
        completedDays: [...state].sort((left, right) => left - right),
      }),
    }
  }
  return [
    command(completionEndpoints.complete, 'complete-day', completionsFold, ({ caller, params }, context) =>
      ofDay(params.day, caller.id, context, (completed, { startsAt }) =>
        complete(completed, { day: params.day, startsAt, now: clock(), timeZone }),
      ),
    ),
    command(completionEndpoints.reopen, 'reopen-day', completionsFold, ({ caller, params }, context) =>
      ofDay(params.day, caller.id, context, (completed) => reopen(completed, { day: params.day })),
    ),
  ]
}

/**
 * Returns the days that a user completed in the runs that a run was restored from. `isRetry`: whether the command was executed in one of
 * them.
 */
async function loadEarlierRuns(
  commands: Commands,
  { run, user, context }: { run: CurrentRun; user: string; context: CommandContext },
): Promise<{ initial: CompletedDays; isRetry: boolean }> {
  let { initial } = completionsFold
  let isRetry = false
  for (const { run: earlierRun } of run.history.slice(1).reverse()) {
    const fold = { ...completionsFold, ...decidesIn(run), initial }
    const { state, events } = await commands.load(journeyStream({ run: earlierRun, user }), fold)
    initial = state
    isRetry ||= events.some(({ metadata }) => isCausedBy(context.command, metadata.causation))
  }
  return { initial, isRetry }
}
