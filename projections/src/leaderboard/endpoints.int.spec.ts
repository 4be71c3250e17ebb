import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accessLevels } from '@thirty/contracts/endpoints/access.ts'
import { createRouters } from '@thirty/infra/http/endpoint/endpoint.ts'
import { statusByCode } from '@thirty/contracts/refusals.ts'
import { createErrorHandler } from '@thirty/infra/http/error-handler.ts'
import { silentLogger } from '@thirty/infra/logger.ts'
import express, { type RequestHandler } from 'express'
import { expect, onTestFinished, test } from 'vitest'
import {
  userIdOf,
  personEvents,
  projectEvents,
  storeAfter,
} from '@thirty/projections/testing/event-builders.ts'
import { leaderboardHandlers } from './endpoints.ts'
import { boardQueries } from './query.ts'
import { standings } from './standings.ts'
import { leaderboardProjection } from './projection.ts'

const projection = leaderboardProjection(1)

/** Starts the leaderboard endpoints. Returns a function that sends a request as Ada. */
async function startServer() {
  const store = await storeAfter(
    [projection],
    [personEvents('Ada').registered(), projectEvents('Ada', 1).submitted()],
  )
  const board = standings({
    store,
    readModel: projection,
    clock: () => Date.parse('2026-01-05T18:00:00.000Z'),
    timeZone: 'UTC',
  })
  const queries = boardQueries({
    standings: board,
    currentDay: () => ({ day: 1, endsAt: null, ended: false }),
  })
  const asAda: RequestHandler = (request, _response, next) => {
    Object.assign(request, { user: { id: userIdOf('Ada'), isAdmin: false } })
    next()
  }
  const pass: RequestHandler = (_request, _response, next) => next()
  const { api } = createRouters(leaderboardHandlers({ queries, ledger: async () => undefined }), {
    authentication: { requireSession: asAda, requireSessionOrOneTimeToken: asAda },
    accessLevels,
    limits: { limit: () => pass },
  })
  const server = createServer(express().use('/api', api).use(createErrorHandler(silentLogger, statusByCode)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // A server that listens on TCP has an `AddressInfo`.
  const { port } = server.address() as AddressInfo
  return async (query: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/leaderboard/leaderboard${query}`, { headers })
    const text = await response.text()
    return { status: response.status, etag: response.headers.get('etag') ?? '', text }
  }
}

test.for(['0', '42', '2026-01-05T12:00:00.000Z', 'day:12', ''])(
  'refuses a request for the leaderboard at another time (%j)',
  async (at) => {
    const { status, text } = await (await startServer())(`?at=${at}`)
    expect(status).toBe(422)
    expect(JSON.parse(text)).toEqual({
      success: false,
      code: 'invalid-fields',
      message: 'The board cannot be shown as it was at another time yet.',
      errors: { at: 'The board cannot be shown as it was at another time yet.' },
    })
  },
)

test('returns the current leaderboard, and 304 for a page that the browser already has', async () => {
  const ask = await startServer()
  const { status, etag, text } = await ask('')
  expect([status, (JSON.parse(text) as { data: unknown[] }).data.length]).toEqual([200, 1])
  expect(await ask('', { 'if-none-match': etag, 'cache-control': 'max-age=0' })).toMatchObject({
    status: 304,
    text: '',
  })
})

test.for([
  '?sort=points',
  '?order=up',
  '?limit=0',
  '?limit=201',
  '?around=you',
  '?cursor=x',
  '?limit=1&limit=2',
])('refuses %s as malformed', async (query) => {
  expect((await (await startServer())(query)).status).toBe(400)
})
