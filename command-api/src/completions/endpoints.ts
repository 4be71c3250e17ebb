import { completionEndpoints } from '@thirty/contracts/endpoints/challenge/challenge.ts'
import type { JourneyEvent } from '@thirty/contracts/events/journey.ts'
import { journeyStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { endpoint, type EndpointRequest, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Fold } from '../fold.ts'
import type { Commands } from '../handle.ts'
import { commandContext, isCausedBy, type CommandContext } from '../idempotency.ts'
import { loadCurrentRun } from '../current-run.ts'
import { isInHistory, type CurrentRun } from '@thirty/contracts/rules/history.ts'
import type { WaitForProjections } from '../wait-for-projections.ts'
import { complete, reopen } from './decide.ts'
import { completionsFold, type CompletedDays } from './evolve.ts'

export type CompletionDeps = {
  commands: Commands
  clock: Clock
  waitForProjections: WaitForProjections
  /** Time zone in which challenge days begin and end, such as `Europe/Paris`. */
  timeZone: string
}

type DayRequest = EndpointRequest<typeof completionEndpoints.complete>
type Decide = (completed: CompletedDays, day: number, run: CurrentRun) => JourneyEvent[]

/** Handlers that mark a day as complete, and reopen it. */
export function completionHandlers({
  commands,
  clock,
  waitForProjections,
  timeZone,
}: CompletionDeps): Endpoint[] {
  const handleDay = async (request: DayRequest, action: string, decide: Decide) => {
    const { id: user } = request.caller
    const { day } = request.params
    const run = await loadCurrentRun(commands)
    const context = commandContext(request, user, action)
    const { fold, isRetry } = await loadEarlierRuns(commands, { run, user, context })
    const { state, position } = await commands.handle({
      ...fold,
      stream: journeyStream({ run: run.run, user }),
      run: () => run.run,
      context,
      decide: (completed) => (isRetry ? [] : decide(completed, day, run)),
    })
    return {
      success: true,
      ...(await waitForProjections(position)),
      day,
      isCompleted: state.has(day),
      completedDays: [...state].sort((left, right) => left - right),
    } as const
  }

  return [
    endpoint(completionEndpoints.complete)((request) =>
      handleDay(request, 'complete-day', (completed, day, { startsAt }) =>
        complete(completed, { day, startsAt, now: clock(), timeZone }),
      ),
    ),
    endpoint(completionEndpoints.reopen)((request) =>
      handleDay(request, 'reopen-day', (completed, day) => reopen(completed, { day })),
    ),
  ]
}

type EarlierRuns = { run: CurrentRun; user: string; context: CommandContext }

/**
 * Returns the fold of a user's completed days in a run. Its initial state has the days that the user completed in the
 * runs that this run was restored from. `isRetry`: whether the command was executed in one of them.
 */
async function loadEarlierRuns(
  commands: Commands,
  { run, user, context }: EarlierRuns,
): Promise<{ fold: Fold<CompletedDays, JourneyEvent>; isRetry: boolean }> {
  let isRetry = false
  let fold: Fold<CompletedDays, JourneyEvent> = {
    ...completionsFold,
    isRelevant: (event) => isInHistory(run.history, event),
  }
  for (const { run: earlierRun } of run.history.slice(1).reverse()) {
    const { state, events } = await commands.load(journeyStream({ run: earlierRun, user }), fold)
    fold = { ...fold, initial: state }
    isRetry ||= events.some(({ metadata }) => isCausedBy(context.command, metadata.causation))
  }
  return { fold, isRetry }
}
