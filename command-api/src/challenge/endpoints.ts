import { challengeEndpoints } from '@thirty/contracts/endpoints/challenge/challenge.ts'
import type { ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import { challengeDay, challengeEnd } from '@thirty/contracts/rules/challenge-day.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { endpoint, type EndpointRequest, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Recorded } from '../fold.ts'
import type { Commands } from '../handle.ts'
import { commandContext } from '../idempotency.ts'
import type { Runs } from '@thirty/contracts/events/challenge-state.ts'
import { currentRun, type CurrentRun } from '@thirty/contracts/rules/history.ts'
import { challengeStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { loadCurrentRun } from '../current-run.ts'
import { challengeFold } from '../challenge-fold.ts'
import { refuseAfterReset } from '../runs.ts'
import type { WaitForProjections } from '../wait-for-projections.ts'
import {
  cancelFreeze,
  cancelSchedule,
  end,
  freeze,
  reschedule,
  reveal,
  start,
  undoEnd,
  type StartChallenge,
} from './decide.ts'

export type ChallengeDeps = {
  commands: Commands
  /** Called after the reveal of a run, with all runs after it and its place in the log. Must not wait. */
  onRevealed: (run: CurrentRun, after: { runs: Runs; reveal: Pick<Recorded, 'at' | 'position'> }) => void
  clock: Clock
  waitForProjections: WaitForProjections
  /** Time zone in which challenge days begin and end, such as `Europe/Paris`. */
  timeZone: string
}

type StartRequest = EndpointRequest<
  typeof challengeEndpoints.start | typeof challengeEndpoints.changeSchedule
>
type AdminRequest = Pick<StartRequest, 'request' | 'params' | 'correlation' | 'caller'> & { body: unknown }
type Decide = (run: CurrentRun, command: StartChallenge) => ChallengeEvent[]

const startedMessage = 'Challenge started! 30 days of awesomeness begins now!'

/** Handlers that start the challenge, change or cancel a schedule, and set, move or undo its end. */
export function challengeHandlers(deps: ChallengeDeps): Endpoint[] {
  const { commands, clock, waitForProjections, timeZone } = deps
  const handleDecision = async (
    request: AdminRequest,
    action: string,
    decide: (run: CurrentRun, now: number) => ChallengeEvent[],
  ) => {
    // An admin who starts or ends a challenge means the run of that moment, and not the next one.
    const { run } = await loadCurrentRun(commands)
    return commands.handle({
      ...challengeFold,
      stream: challengeStream,
      run: ({ runs }) => runs.current,
      context: commandContext(request, request.caller.id, action),
      decide: ({ runs }) => {
        if (runs.current !== run) refuseAfterReset()
        return decide(currentRun(runs), clock())
      },
    })
  }

  const handleStart = async (request: StartRequest, action: string, decide: Decide) => {
    const requested = request.body.startsAt
    const startsAt = requested === undefined ? undefined : Date.parse(requested)
    const { state, position } = await handleDecision(request, action, (run, now) =>
      decide(run, { startsAt, now, timeZone }),
    )
    const now = clock()
    const startTime = currentRun(state.runs).startsAt ?? now
    return {
      success: true,
      message: startTime > now ? 'The start of the challenge is scheduled' : startedMessage,
      ...(await waitForProjections(position)),
      day: challengeDay(startTime, now, timeZone),
      startsAt: new Date(startTime).toISOString(),
    } as const
  }

  const handleEnd = async (
    request: AdminRequest,
    action: string,
    decide: (run: CurrentRun, now: number) => ChallengeEvent[],
  ) => {
    const { state, position, events } = await handleDecision(request, action, decide)
    const run = currentRun(state.runs)
    const endTime = challengeEnd(run, timeZone)
    const ended = endTime !== undefined && endTime <= clock()
    return {
      success: true,
      message: endMessage({ ended, isEndSet: run.endsAt !== undefined, isChanged: events.length > 0 }),
      ...(await waitForProjections(position)),
      endsAt: endTime === undefined ? null : new Date(endTime).toISOString(),
      ended,
      isEndSet: run.endsAt !== undefined,
    } as const
  }

  const handleFreeze = async (
    request: AdminRequest,
    action: string,
    decide: (run: CurrentRun, now: number) => ChallengeEvent[],
  ) => {
    const { state, position, events } = await handleDecision(request, action, decide)
    const { frozenAt } = currentRun(state.runs)
    const shown = await waitForProjections(position)
    const revealed = events.find(({ type }) => type === 'LeaderboardRevealed')
    if (revealed !== undefined)
      deps.onRevealed(currentRun(state.runs), { runs: state.runs, reveal: revealed })
    return {
      ...shown,
      frozenAt: frozenAt === undefined ? null : new Date(frozenAt).toISOString(),
      frozen: frozenAt !== undefined && frozenAt <= clock(),
    }
  }

  return [
    endpoint(challengeEndpoints.start)((request) => handleStart(request, 'start-challenge', start)),
    endpoint(challengeEndpoints.changeSchedule)((request) =>
      handleStart(request, 'change-schedule', reschedule),
    ),
    endpoint(challengeEndpoints.cancelSchedule)(async (request) => {
      const { position } = await handleDecision(request, 'cancel-schedule', (run, now) =>
        cancelSchedule(run, { now }),
      )
      return {
        success: true,
        message: 'The scheduled start has been canceled',
        ...(await waitForProjections(position)),
      }
    }),
    endpoint(challengeEndpoints.end)((request) => {
      const { at } = request.body
      return handleEnd(request, 'end-challenge', (run, now) =>
        end(run, { at: at === undefined ? undefined : Date.parse(at), now, timeZone }),
      )
    }),
    endpoint(challengeEndpoints.undoEnd)((request) =>
      handleEnd(request, 'undo-challenge-end', (run) => undoEnd(run)),
    ),
    endpoint(challengeEndpoints.freeze)(async (request) => {
      const at = request.body.at === undefined ? undefined : Date.parse(request.body.at)
      const result = await handleFreeze(request, 'freeze-leaderboard', (run, now) =>
        freeze(run, { at, now, timeZone }),
      )
      return { success: true, message: 'The freeze of the leaderboard is set', ...result }
    }),
    endpoint(challengeEndpoints.cancelFreeze)(async (request) => {
      const result = await handleFreeze(request, 'cancel-freeze', (run, now) => cancelFreeze(run, { now }))
      return { success: true, message: 'The freeze of the leaderboard has been canceled', ...result }
    }),
    endpoint(challengeEndpoints.reveal)(async (request) => {
      const result = await handleFreeze(request, 'reveal-leaderboard', (run, now) => reveal(run, { now }))
      return { success: true, message: 'The final standings are revealed', ...result }
    }),
  ]
}

type EndChange = { ended: boolean; isEndSet: boolean; isChanged: boolean }

function endMessage({ ended, isEndSet, isChanged }: EndChange): string {
  if (ended) return 'The challenge has ended'
  if (isEndSet) return 'The end of the challenge is set'
  return isChanged ? 'The end of the challenge has been undone' : 'No end of the challenge is set'
}
