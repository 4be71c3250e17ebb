import { leaderboardCalls } from '@thirty/contracts/calls/leaderboard.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { Response } from 'express'
import type { Ledger } from './ledger.ts'
import type { BoardQueries } from './query.ts'

export type LeaderboardEndpointsOptions = { queries: BoardQueries; ledger: Ledger }

/** Sends JSON in parts as one body, without putting them together first. */
function send(response: Response, parts: readonly Buffer[]): void {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  response.type('json').set('Content-Length', String(length)).cork()
  for (const part of parts) response.write(part)
  response.end()
}

/** To answer with the board of now would be a wrong answer. */
function refuseOtherTimes(): never {
  const words = 'The board cannot be shown as it was at another time yet.'
  refuse('invalid-fields', words, { at: words })
}

/** The board and what belongs to it. */
export function leaderboardEndpoints({ queries, ledger }: LeaderboardEndpointsOptions): Endpoint[] {
  return [
    endpoint(leaderboardCalls.board)(async ({ query, caller, request, response }) => {
      if (query.at !== undefined) refuseOtherTimes()
      const { parts, etag } = await queries.board(query, caller.id)
      response.set({ ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization' })
      if (request.fresh) response.status(304).end()
      else send(response, parts)
      return undefined
    }),
    endpoint(leaderboardCalls.history)(({ caller }) => queries.history(caller.id)),
    endpoint(leaderboardCalls.showcase)(() => queries.showcase()),
    endpoint(leaderboardCalls.points)(async ({ params }) => ({
      success: true,
      points: (await ledger(params.userId)) ?? refuse('user-not-found', 'Participant not found'),
    })),
  ]
}
