import { startChallengeRequest, type StartChallengeAnswer } from '@thirty/contracts/api/challenge.ts'
import { challengeDay } from '@thirty/contracts/rules/challenge-day.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { callerOf, type Authentication } from '@thirty/infra/http/authentication.ts'
import type { Limits } from '@thirty/infra/http/limits.ts'
import { route } from '@thirty/infra/http/route.ts'
import { Router } from 'express'
import type { Commands } from '../handle.ts'
import { askerOf } from '../idempotency.ts'
import { challengeStream, currentRun, runsFold } from '../runs.ts'
import type { Settle } from '../settle.ts'
import { start } from './decide.ts'

export type ChallengeDeps = {
  commands: Commands
  clock: Clock
  settle: Settle
  authentication: Pick<Authentication, 'adminOnly'>
  limits: Pick<Limits, 'limit'>
  /** Time zone in which challenge days begin and end, such as `Europe/Paris`. */
  timeZone: string
}

/** Start of the challenge. To be mounted under `/api`. */
export function challengeRoutes({
  commands,
  clock,
  settle,
  authentication,
  limits,
  timeZone,
}: ChallengeDeps): Router {
  return Router().post(
    '/admin/challenge/start',
    authentication.adminOnly,
    limits.limit('admin'),
    route({ body: startChallengeRequest }, async (asked): Promise<StartChallengeAnswer> => {
      const now = clock()
      const startsAt = asked.body.startsAt === undefined ? now : Date.parse(asked.body.startsAt)
      const { state, position } = await commands.handle({
        ...runsFold,
        stream: challengeStream,
        run: ({ current }) => current,
        asker: askerOf(asked, callerOf(asked.request).id, 'start-challenge'),
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
  )
}
