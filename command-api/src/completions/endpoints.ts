import { completionEndpoints } from '@thirty/contracts/endpoints/challenge/challenge.ts'
import type { JourneyEvent } from '@thirty/contracts/events/journey.ts'
import { journeyStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { endpoint, type EndpointRequest, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { loadCurrentRun } from '../current-run.ts'
import type { Fold } from '../fold.ts'
import type { Commands } from '../handle.ts'
import { commandContext } from '../idempotency.ts'
import { isInHistory, type CurrentRun } from '../runs.ts'
import type { WaitForProjections } from '../wait-for-projections.ts'
import { complete, reopen } from './decide.ts'
import { evolve, noCompletedDays, type CompletedDays } from './evolve.ts'

export type CompletionDeps = {
  commands: Commands
  clock: Clock
  waitForProjections: WaitForProjections
  /** Time zone in which challenge days begin and end, such as `Europe/Paris`. */
  timeZone: string
}

type DayRequest = EndpointRequest<typeof completionEndpoints.complete>
type Decide = (journey: CompletedDays, day: number, run: CurrentRun) => JourneyEvent[]

/** "Mark Challenge as Complete", and back. */
export function completionHandlers({
  commands,
  clock,
  waitForProjections,
  timeZone,
}: CompletionDeps): Endpoint[] {
  const decided = async (asked: DayRequest, action: string, decide: Decide) => {
    const { id: user } = asked.caller
    const { day } = asked.params
    const run = await loadCurrentRun(commands)
    const { state, position } = await commands.handle({
      ...(await journeyIn(commands, run, user)),
      stream: journeyStream({ run: run.run, user }),
      run: () => run.run,
      context: commandContext(asked, user, action),
      decide: (journey) => decide(journey, day, run),
    })
    return {
      success: true,
      ...(await waitForProjections(position)),
      day,
      isCompleted: state.has(day),
      completedDays: [...state].sort((one, other) => one - other),
    } as const
  }

  return [
    endpoint(completionEndpoints.complete)((asked) =>
      decided(asked, 'complete-day', (journey, day, { startsAt }) =>
        complete(journey, { day, startsAt, now: clock(), timeZone }),
      ),
    ),
    endpoint(completionEndpoints.reopen)((asked) =>
      decided(asked, 'reopen-day', (journey, day) => reopen(journey, { day })),
    ),
  ]
}

/** A journey as it stands in the history of a run: what it begins with is what the runs before it left to it. */
async function journeyIn(
  commands: Commands,
  run: CurrentRun,
  user: string,
): Promise<Fold<CompletedDays, JourneyEvent>> {
  let initial = noCompletedDays
  for (const { run: earlier } of run.history.slice(1).reverse()) {
    const before = foldIn(run, initial)
    initial = (await commands.load(journeyStream({ run: earlier, user }), before)).state
  }
  return foldIn(run, initial)
}

const foldIn = (run: CurrentRun, initial: CompletedDays): Fold<CompletedDays, JourneyEvent> => ({
  initial,
  evolve,
  isRelevant: (event) => isInHistory(run, event),
})
