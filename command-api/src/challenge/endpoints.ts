import { challengeCalls } from '@thirty/contracts/calls/challenge.ts'
import type { ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import { challengeDay } from '@thirty/contracts/rules/challenge-day.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { endpoint, type AskedFor, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { Commands } from '../handle.ts'
import { askerOf } from '../idempotency.ts'
import { challengeStream, currentRun, runsFold, type CurrentRun } from '../runs.ts'
import type { Settle } from '../settle.ts'
import { cancelSchedule, reschedule, start, type Start } from './decide.ts'

export type ChallengeDeps = {
  commands: Commands
  clock: Clock
  settle: Settle
  /** Time zone in which challenge days begin and end, such as `Europe/Paris`. */
  timeZone: string
}

type AskedToBegin = AskedFor<typeof challengeCalls.start | typeof challengeCalls.changeSchedule>
type AskedByAdmin = Pick<AskedToBegin, 'request' | 'params' | 'body' | 'correlation' | 'caller'>
type Decide = (run: CurrentRun, command: Start) => ChallengeEvent[]

const startedMessage = 'Challenge started! 30 days of awesomeness begins now!'

/** Start of the challenge, and what becomes of a schedule until then. */
export function challengeEndpoints({ commands, clock, settle, timeZone }: ChallengeDeps): Endpoint[] {
  /** Decides about the run that is on, as it is at the moment of the decision. */
  const decided = (
    asked: AskedByAdmin,
    action: string,
    decide: (run: CurrentRun, now: number) => ChallengeEvent[],
  ) =>
    commands.handle({
      ...runsFold,
      stream: challengeStream,
      run: ({ current }) => current,
      asker: askerOf(asked, asked.caller.id, action),
      decide: (runs) => decide(currentRun(runs), clock()),
    })

  const begin = async (asked: AskedToBegin, action: string, decide: Decide) => {
    const { startsAt: wanted } = asked.body
    const startsAt = wanted === undefined ? undefined : Date.parse(wanted)
    const { state, position } = await decided(asked, action, (run, now) => decide(run, { startsAt, now }))
    const now = clock()
    const began = currentRun(state).startsAt ?? now
    return {
      success: true,
      message: began > now ? 'The start of the challenge is scheduled' : startedMessage,
      ...(await settle(position)),
      day: challengeDay(began, now, timeZone),
      startsAt: new Date(began).toISOString(),
    } as const
  }

  return [
    endpoint(challengeCalls.start)((asked) => begin(asked, 'start-challenge', start)),
    endpoint(challengeCalls.changeSchedule)((asked) => begin(asked, 'change-schedule', reschedule)),
    endpoint(challengeCalls.cancelSchedule)(async (asked) => {
      const { position } = await decided(asked, 'cancel-schedule', (run, now) => cancelSchedule(run, { now }))
      return { success: true, message: 'The scheduled start has been cancelled', ...(await settle(position)) }
    }),
  ]
}
