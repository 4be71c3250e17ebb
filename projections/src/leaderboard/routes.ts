import { boardQuery } from '@thirty/contracts/api/leaderboard.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { callerOf, type Authentication } from '@thirty/infra/http/authentication.ts'
import { route } from '@thirty/infra/http/route.ts'
import { Router, type Response } from 'express'
import { z } from 'zod'
import type { Ledger } from './ledger.ts'
import type { BoardQueries } from './query.ts'

export type LeaderboardRoutesOptions = {
  authentication: Authentication
  queries: BoardQueries
  ledger: Ledger
}

/** Sends JSON in parts as one body, without putting them together first. */
function send(response: Response, parts: readonly Buffer[]): void {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  response.type('json').set('Content-Length', String(length)).cork()
  for (const part of parts) response.write(part)
  response.end()
}

const participant = z.object({ userId: z.string().max(100) })

/** The board and what belongs to it. Everything but the showcase asks for a signed-in caller. */
export function leaderboardRoutes({ authentication, queries, ledger }: LeaderboardRoutesOptions): Router {
  const { signedIn } = authentication
  const board = route({ query: boardQuery }, async ({ query, request, response }) => {
    const { parts, etag } = await queries.board(query, callerOf(request).id)
    response.set({ ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization' })
    if (request.fresh) return void response.status(304).end()
    send(response, parts)
  })
  const history = route({}, ({ request }) => queries.history(callerOf(request).id))
  const showcase = route({}, () => queries.showcase())
  const points = route({ params: participant }, async ({ params }) => ({
    success: true,
    points: (await ledger(params.userId)) ?? refuse('user-not-found', 'Participant not found'),
  }))

  return Router()
    .get('/leaderboard/leaderboard', signedIn, board)
    .get('/leaderboard/history', signedIn, history)
    .get('/leaderboard/showcase', showcase)
    .get('/leaderboard/:userId/points', signedIn, points)
}
