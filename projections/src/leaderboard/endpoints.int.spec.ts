import { firstHistory } from '@thirty/contracts/rules/history.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accessLevels } from '@thirty/contracts/endpoints/access.ts'
import { createRouters } from '@thirty/infra/http/endpoint/endpoint.ts'
import { statusByCode } from '@thirty/contracts/refusals.ts'
import { createErrorHandler } from '@thirty/infra/http/error-handler.ts'
import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { silentLogger } from '@thirty/infra/logger.ts'
import { pass } from '@thirty/infra/testing/http/pass.ts'
import express, { type RequestHandler } from 'express'
import { expect, onTestFinished, test } from 'vitest'
import {
  userIdOf,
  personEvents,
  projectEvents,
  storeAfter,
} from '@thirty/projections/testing/event-builders.ts'
import { leaderboardHandlers, type PastBoardQuery } from './endpoints.ts'
import { boardQueries } from './query.ts'
import { standings } from './standings.ts'
import { leaderboardProjection } from './projection.ts'

const projection = leaderboardProjection(firstHistory)

/** Starts the leaderboard endpoints. Returns a function that sends a request as Ada. */
async function startServer(participants: readonly string[] = ['Ada']) {
  const store = await storeAfter(
    [projection],
    participants.flatMap((name) => [personEvents(name).registered(), projectEvents(name, 1).submitted()]),
  )
  const board = standings({
    store,
    readModel: projection,
    clock: () => Date.parse('2026-01-05T18:00:00.000Z'),
    timeZone: 'UTC',
  })
  const queries = boardQueries({
    standings: board,
    currentDay: () => ({ day: 1, endsAt: null, ended: false, frozenAt: null, frozen: false }),
  })
  const pastBoard: PastBoardQuery = async ({ at, sort }, caller) => ({
    chunks: [Buffer.from(JSON.stringify({ at, sort, caller }))],
    etag: '"past"',
  })
  const asAda: RequestHandler = (request, _response, next) => {
    Object.assign(request, { user: { id: userIdOf('Ada'), isAdmin: false } })
    next()
  }
  const { api } = createRouters(leaderboardHandlers({ queries, ledger: async () => undefined, pastBoard }), {
    authentication: {
      requireSession: asAda,
      requireSessionOrOneTimeToken: asAda,
      requireSessionOrOperator: asAda,
    },
    accessLevels,
    requireConfirmation: pass,
    limits: rateLimits({ isEnabled: false }),
  })
  const server = createServer(express().use('/api', api).use(createErrorHandler(silentLogger, statusByCode)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // A server that listens on TCP has an `AddressInfo`.
  const { port } = server.address() as AddressInfo
  return async (query: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/leaderboard/leaderboard${query}`, { headers })
    const text = await response.text()
    const { status, headers: received } = response
    return { status, etag: received.get('etag') ?? '', text, headers: received }
  }
}

test.for(['0', '42', '2026-01-05T12:00:00.000Z', '2026-01-05T12:00:00+01:00', 'day:12'])(
  'asks for the past leaderboard at the moment of the request (%j)',
  async (at) => {
    const { status, text } = await (await startServer())(`?at=${encodeURIComponent(at)}&sort=streak`)
    expect([status, text]).toEqual([200, `{"at":"${at}","sort":"streak","caller":"${userIdOf('Ada')}"}`])
  },
)

test('refuses a request for the leaderboard at another time instead of answering with the current one', async () => {
  const { status, text } = await (await startServer())('?time=day:12')
  expect(status).toBe(400)
  expect(JSON.parse(text)).toMatchObject({ code: 'malformed', errors: { time: 'This field is not known.' } })
})

test('returns the current leaderboard, and 304 for a page that the browser already has', async () => {
  const ask = await startServer()
  const { status, etag, text } = await ask('')
  expect([status, (JSON.parse(text) as { data: unknown[] }).data.length]).toEqual([200, 1])
  expect(await ask('', { 'if-none-match': etag, 'cache-control': 'max-age=0' })).toMatchObject({
    status: 304,
    text: '',
  })
})

test('compresses the leaderboard for callers that accept it, with an ETag of its own', async () => {
  const names = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gus', 'Hal', 'Ida', 'Jon', 'Kim', 'Lea']
  const ask = await startServer(names)
  // Ada is on the first page and not on the second.
  for (const query of ['', '?limit=6&sort=projects&order=asc']) {
    const plain = await ask(query, { 'accept-encoding': 'identity' })
    const compressed = await ask(query, { 'accept-encoding': 'gzip, br' })
    expect(JSON.parse(compressed.text)).toEqual(JSON.parse(plain.text))
    expect([plain, compressed].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip'])
    expect(compressed.headers.get('vary')).toBe('Authorization, Accept-Encoding')
    expect(compressed.etag).not.toBe(plain.etag)
    const again = await ask(query, {
      'accept-encoding': 'gzip, br',
      'if-none-match': compressed.etag,
      'cache-control': 'max-age=0',
    })
    expect([again.status, again.etag]).toEqual([304, compressed.etag])
  }
})
