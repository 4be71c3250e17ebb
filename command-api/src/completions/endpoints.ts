import { completionCalls } from '@thirty/contracts/calls/completions.ts'
import type { JourneyEvent } from '@thirty/contracts/events/journey.ts'
import { journeyStream } from '@thirty/contracts/rules/journey.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { endpoint, type AskedFor, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import { loadCurrentRun } from '../current-run.ts'
import type { Fold } from '../fold.ts'
import type { Commands } from '../handle.ts'
import { askerOf } from '../idempotency.ts'
import { isInHistory, type CurrentRun } from '../runs.ts'
import type { Settle } from '../settle.ts'
import { complete, reopen } from './decide.ts'
import { evolve, noDays, type Journey } from './evolve.ts'

export type CompletionDeps = {
  commands: Commands
  clock: Clock
  settle: Settle
  /** Time zone in which challenge days begin and end, such as `Europe/Paris`. */
  timeZone: string
}

type AskedForDay = AskedFor<typeof completionCalls.complete>
type Decide = (journey: Journey, day: number, run: CurrentRun) => JourneyEvent[]

/** "Mark Challenge as Complete", and back. */
export function completionEndpoints({ commands, clock, settle, timeZone }: CompletionDeps): Endpoint[] {
  const decided = async (asked: AskedForDay, action: string, decide: Decide) => {
    const { id: user } = asked.caller
    const { day } = asked.params
    const run = await loadCurrentRun(commands)
    const { state, position } = await commands.handle({
      ...(await journeyIn(commands, run, user)),
      stream: journeyStream({ run: run.run, user }),
      run: () => run.run,
      asker: askerOf(asked, user, action),
      decide: (journey) => decide(journey, day, run),
    })
    return {
      success: true,
      ...(await settle(position)),
      day,
      isCompleted: state.has(day),
      completedDays: [...state].sort((one, other) => one - other),
    } as const
  }

  return [
    endpoint(completionCalls.complete)((asked) =>
      decided(asked, 'complete-day', (journey, day, { startsAt }) =>
        complete(journey, { day, startsAt, now: clock(), timeZone }),
      ),
    ),
    endpoint(completionCalls.reopen)((asked) =>
      decided(asked, 'reopen-day', (journey, day) => reopen(journey, { day })),
    ),
  ]
}

/** A journey as it stands in the history of a run: what it begins with is what the runs before it left to it. */
async function journeyIn(
  commands: Commands,
  run: CurrentRun,
  user: string,
): Promise<Fold<Journey, JourneyEvent>> {
  let initial = noDays
  for (const { run: earlier } of run.history.slice(1).reverse()) {
    const before = foldIn(run, initial)
    initial = (await commands.load(journeyStream({ run: earlier, user }), before)).state
  }
  return foldIn(run, initial)
}

const foldIn = (run: CurrentRun, initial: Journey): Fold<Journey, JourneyEvent> => ({
  initial,
  evolve,
  counts: (event) => isInHistory(run, event),
})
