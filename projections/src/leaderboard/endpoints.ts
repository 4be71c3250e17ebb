// The endpoints of the leaderboard, of now or of a moment in the past, of its last days, of the landing page, of the points of a
// participant, and of another scoring.

import { leaderboardEndpoints } from '@thirty/contracts/leaderboard/api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { negotiateGzip } from '@thirty/infra/http/compression.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Response } from 'express'
import type { RunContext } from '../run-context.ts'
import { pointsLedger } from './over-time/points-ledger.ts'
import { gzipChunks } from './page/encoded-page.ts'
import { showcaseQuery } from './totals.ts'
import { whatIfEndpoint } from './what-if/endpoints.ts'

const byteLength = (chunks: readonly Buffer[]): number => chunks.reduce((sum, chunk) => sum + chunk.length, 0)

/** Sends chunks as one JSON body, without copying them together. */
function send(response: Response, chunks: readonly Buffer[]): void {
  response
    .type('json')
    .set('Content-Length', String(byteLength(chunks)))
    .cork()
  for (const chunk of chunks) response.write(chunk)
  response.end()
}

export function leaderboardHandlers(context: RunContext): Endpoint[] {
  const { boardQueries: queries, past, reader } = context
  const { scoring } = queries
  const ledger = pointsLedger(context)
  return [
    endpoint(leaderboardEndpoints.board)(async ({ query, caller, request, response }) => {
      const { at } = query
      const { chunks, etag } =
        at === undefined
          ? await queries.board(query, caller.id)
          : await past.pastBoard({ ...query, at }, caller.id, reader)
      response.set({ 'Cache-Control': 'private, no-cache', Vary: 'Authorization' })
      const isCompressed = negotiateGzip(request, response, byteLength(chunks))
      // Other bytes need another strong ETag.
      response.set('ETag', isCompressed ? etag.replace(/"$/, '-gzip"') : etag)
      if (request.fresh) response.status(304).end()
      else if (isCompressed) send(response.set('Content-Encoding', 'gzip'), gzipChunks(chunks))
      else send(response, chunks)
      return undefined
    }),
    endpoint(leaderboardEndpoints.history)(({ caller }) => queries.history(caller.id)),
    endpoint(leaderboardEndpoints.showcase)(showcaseQuery(context.standings, context.challenge.currentDay)),
    endpoint(leaderboardEndpoints.points)(async ({ params }) => ({
      points: (await ledger(params.userId)) ?? refuse('user-not-found', 'participantNotFound'),
      ...(scoring && { scoring }),
    })),
    whatIfEndpoint(context),
  ]
}
