import { leaderboardEndpoints } from '@thirty/contracts/endpoints/challenge/leaderboard.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Response } from 'express'
import type { LoadPointsLedger } from './history/points-ledger.ts'
import type { BoardQueries } from './query.ts'

export type LeaderboardHandlersOptions = { queries: BoardQueries; ledger: LoadPointsLedger }

/** Sends chunks of JSON as one body without copying them together. */
function send(response: Response, chunks: readonly Buffer[]): void {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  response.type('json').set('Content-Length', String(length)).cork()
  for (const chunk of chunks) response.write(chunk)
  response.end()
}

export function leaderboardHandlers({ queries, ledger }: LeaderboardHandlersOptions): Endpoint[] {
  return [
    endpoint(leaderboardEndpoints.board)(async ({ query, caller, request, response }) => {
      const { chunks, etag } = await queries.board(query, caller.id)
      response.set({ ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization' })
      if (request.fresh) response.status(304).end()
      else send(response, chunks)
      return undefined
    }),
    endpoint(leaderboardEndpoints.history)(({ caller }) => queries.history(caller.id)),
    endpoint(leaderboardEndpoints.showcase)(() => queries.showcase()),
    endpoint(leaderboardEndpoints.points)(async ({ params }) => ({
      success: true,
      points: (await ledger(params.userId)) ?? refuse('user-not-found', 'Participant not found'),
    })),
  ]
}
