import { challengeCalls } from '@thirty/contracts/calls/challenge.ts'
import { challengeDay } from '@thirty/contracts/rules/challenge-day.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { Commands } from '../handle.ts'
import { askerOf } from '../idempotency.ts'
import { challengeStream, currentRun, runsFold } from '../runs.ts'
import type { Settle } from '../settle.ts'
import { start } from './decide.ts'

export type ChallengeDeps = {
  commands: Commands
  clock: Clock
  settle: Settle
  /** Time zone in which challenge days begin and end, such as `Europe/Paris`. */
  timeZone: string
}

/** Start of the challenge. */
export function challengeEndpoints({ commands, clock, settle, timeZone }: ChallengeDeps): Endpoint[] {
  return [
    endpoint(challengeCalls.start)(async (asked) => {
      const now = clock()
      const startsAt = asked.body.startsAt === undefined ? now : Date.parse(asked.body.startsAt)
      const { state, position } = await commands.handle({
        ...runsFold,
        stream: challengeStream,
        run: ({ current }) => current,
        asker: askerOf(asked, asked.caller.id, 'start-challenge'),
        decide: (runs) => start(currentRun(runs), { startsAt, now }),
      })
      const began = currentRun(state).startsAt ?? startsAt
      return {
        success: true,
        message: 'Challenge started! 30 days of awesomeness begins now!',
        ...(await settle(position)),
        day: challengeDay(began, now, timeZone),
        startsAt: new Date(began).toISOString(),
      }
    }),
  ]
}
