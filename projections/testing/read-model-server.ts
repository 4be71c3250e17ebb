import { firstHistory } from '@thirty/contracts/rules/history.ts'
import { accessLevels } from '@thirty/contracts/endpoints/access.ts'
import { statusByCode } from '@thirty/contracts/refusals.ts'
import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { authentication } from '@thirty/infra/http/authentication/authentication.ts'
import { sessionTokens } from '@thirty/infra/http/authentication/session-tokens.ts'
import { assignCorrelationId } from '@thirty/infra/http/correlation.ts'
import { createRouters } from '@thirty/infra/http/endpoint/endpoint.ts'
import { createErrorHandler } from '@thirty/infra/http/error-handler.ts'
import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { silentLogger } from '@thirty/infra/logger.ts'
import { pass } from '@thirty/infra/testing/http/pass.ts'
import { startTestServer, type HttpResponse } from '@thirty/infra/testing/http/test-server.ts'
import { readModels } from '@thirty/projections/read-models.ts'
import express, { Router } from 'express'
import { recordedEvents, storeAfter, userIdOf, type GivenEvent } from './event-builders.ts'
import { fakeEventLog } from './fake-event-log.ts'

export type ReadModelServer = {
  /** Sends a GET request with the session of a user; without a session if `name` is missing. */
  request(path: string, name?: string, headers?: Record<string, string>): Promise<HttpResponse>
  close(): Promise<void>
}

/** Starts an HTTP server with the endpoints of all read models, at 18:00 UTC on 5 January 2026. */
export async function startReadModelServer(given: readonly GivenEvent[]): Promise<ReadModelServer> {
  const clock = () => Date.parse('2026-01-05T18:00:00.000Z')
  const tokens = sessionTokens({ secret: 's'.repeat(32), issuer: 'http://thirty.test', clock })
  const options = { log: readOnlyLog(given), clock, timeZone: 'UTC', history: firstHistory }
  const { projections } = readModels({ ...options, store: await storeAfter([], []) })
  const store = await storeAfter(
    projections.map(({ projection }) => projection),
    given,
  )
  const models = readModels({ ...options, store })
  const { authRoutes, api } = createRouters(
    [...models.endpoints, ...models.auditEndpoints((content) => content)],
    {
      authentication: authentication({ tokens, findSession: models.sessionOf }),
      accessLevels,
      requireConfirmation: pass,
      limits: rateLimits({ isEnabled: false }),
    },
  )
  const server = await startTestServer(
    express()
      .set('query parser', 'simple')
      .use(assignCorrelationId)
      .use('/api', Router().use('/auth', authRoutes).use(api))
      .use('/auth', authRoutes)
      .use(createErrorHandler(silentLogger, statusByCode)),
  )
  const authorizationOf = (name: string) => `Bearer ${tokens.issue({ id: userIdOf(name), version: 0 })}`
  return {
    request: (path, name, headers = {}) =>
      server.request(path, {
        headers: { ...headers, ...(name !== undefined && { authorization: authorizationOf(name) }) },
      }),
    close: server.close,
  }
}

/** Returns a log of these events for reading streams, all events and backwards, at the same positions as in the read models of `storeAfter`. */
function readOnlyLog(given: readonly GivenEvent[]): EventLog {
  const events = recordedEvents(given)
  return {
    ...fakeEventLog(),
    head: async () => events.at(-1)?.position ?? beginning,
    async *read(stream, from = 0) {
      const ownEvents = events.filter((event) => event.stream === stream)
      yield* ownEvents.map((event, revision) => ({ ...event, revision })).slice(from)
    },
    async *readAll({ streams = [''] } = {}) {
      yield events.filter(({ stream }) => streams.some((prefix) => stream.startsWith(prefix)))
    },
    async *readBackwards() {
      const revisions = new Map<string, number>()
      const stored = events.map((event) => {
        const revision = (revisions.get(event.stream) ?? -1) + 1
        revisions.set(event.stream, revision)
        return { ...event, revision }
      })
      yield { events: stored.toReversed(), position: 0n, scanned: stored.length }
    },
  }
}
