import { challengeEndpoints } from '@thirty/contracts/endpoints/challenge/challenge.ts'
import type { ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import { challengeDay } from '@thirty/contracts/rules/challenge-day.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { endpoint, type EndpointRequest, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Commands } from '../handle.ts'
import { commandContext } from '../idempotency.ts'
import { challengeStream, currentRun, runsFold, type CurrentRun } from '../runs.ts'
import type { WaitForProjections } from '../wait-for-projections.ts'
import { cancelSchedule, reschedule, start, type StartChallenge } from './decide.ts'

export type ChallengeDeps = {
  commands: Commands
  clock: Clock
  waitForProjections: WaitForProjections
  /** Time zone in which challenge days begin and end, such as `Europe/Paris`. */
  timeZone: string
}

type StartRequest = EndpointRequest<
  typeof challengeEndpoints.start | typeof challengeEndpoints.changeSchedule
>
type AdminRequest = Pick<StartRequest, 'request' | 'params' | 'body' | 'correlation' | 'caller'>
type Decide = (run: CurrentRun, command: StartChallenge) => ChallengeEvent[]

const startedMessage = 'Challenge started! 30 days of awesomeness begins now!'

/** Start of the challenge, and what becomes of a schedule until then. */
export function challengeHandlers({
  commands,
  clock,
  waitForProjections,
  timeZone,
}: ChallengeDeps): Endpoint[] {
  /** Decides about the run that is on, as it is at the moment of the decision. */
  const decided = (
    asked: AdminRequest,
    action: string,
    decide: (run: CurrentRun, now: number) => ChallengeEvent[],
  ) =>
    commands.handle({
      ...runsFold,
      stream: challengeStream,
      run: ({ current }) => current,
      context: commandContext(asked, asked.caller.id, action),
      decide: (runs) => decide(currentRun(runs), clock()),
    })

  const begin = async (asked: StartRequest, action: string, decide: Decide) => {
    const { startsAt: wanted } = asked.body
    const startsAt = wanted === undefined ? undefined : Date.parse(wanted)
    const { state, position } = await decided(asked, action, (run, now) => decide(run, { startsAt, now }))
    const now = clock()
    const began = currentRun(state).startsAt ?? now
    return {
      success: true,
      message: began > now ? 'The start of the challenge is scheduled' : startedMessage,
      ...(await waitForProjections(position)),
      day: challengeDay(began, now, timeZone),
      startsAt: new Date(began).toISOString(),
    } as const
  }

  return [
    endpoint(challengeEndpoints.start)((asked) => begin(asked, 'start-challenge', start)),
    endpoint(challengeEndpoints.changeSchedule)((asked) => begin(asked, 'change-schedule', reschedule)),
    endpoint(challengeEndpoints.cancelSchedule)(async (asked) => {
      const { position } = await decided(asked, 'cancel-schedule', (run, now) => cancelSchedule(run, { now }))
      return {
        success: true,
        message: 'The scheduled start has been cancelled',
        ...(await waitForProjections(position)),
      }
    }),
  ]
}
