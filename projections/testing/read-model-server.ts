import { firstHistory, type History } from '@thirty/contracts/challenge/history.ts'
import { authentication } from '@thirty/infra/http/authentication/authentication.ts'
import { sessionTokens } from '@thirty/infra/http/authentication/caller-tokens.ts'
import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { endpointsApp, pass } from '@thirty/infra/testing/http/endpoints-app.ts'
import { startTestServer, type HttpResponse } from '@thirty/infra/testing/http/test-server.ts'
import { readModels } from '@thirty/projections/read-models.ts'
import { expect, onTestFinished } from 'vitest'
import type { z } from 'zod'
import { userIdOf, type GivenEvent } from './event-builders.ts'
import { currentRunAfter, storeAfter } from './fold-events.ts'
import { recordedLog } from './fake-event-log.ts'

export type ReadModelServer = {
  /** Sends a GET request with the session of a user; without a session if `name` is missing. */
  request(path: string, name?: string, headers?: Record<string, string>): Promise<HttpResponse>
  close(): Promise<void>
}

/** Starts an HTTP server with the endpoints of all read models, at 18:00 UTC on 5 January 2026. */
export async function startReadModelServer(
  given: readonly GivenEvent[],
  history: History = firstHistory,
): Promise<ReadModelServer> {
  const clock = () => Date.parse('2026-01-05T18:00:00.000Z')
  const options = { log: recordedLog(given), clock, timeZone: 'UTC', history }
  const { projections } = readModels({ ...options, store: await storeAfter([], []) })
  const store = await storeAfter(
    projections.map(({ projection }) => projection),
    given,
  )
  return serveReadModels(readModels({ ...options, store }), clock)
}

/** Starts an HTTP server with the endpoints of read models. */
export async function serveReadModels(
  models: ReturnType<typeof readModels>,
  clock: () => number,
): Promise<ReadModelServer> {
  const tokens = sessionTokens({ secret: 's'.repeat(32), issuer: 'http://thirty.test', clock })
  const guards = {
    authentication: authentication({ tokens, findSession: models.people.sessionOf }),
    requireConfirmation: pass,
    limits: rateLimits({ isEnabled: false }),
  }
  const endpoints = [...models.endpoints, ...models.auditEndpoints((content) => content)]
  const server = await startTestServer(endpointsApp(guards, endpoints))
  const authorizationOf = (name: string) => `Bearer ${tokens.issue({ id: userIdOf(name), version: 0 })}`
  return {
    request: (path, name, headers = {}) =>
      server.request(path, {
        headers: { ...headers, ...(name !== undefined && { authorization: authorizationOf(name) }) },
      }),
    close: server.close,
  }
}

/**
 * Serves the read models of the current run after some events until the end of the test. Returns a function that requests an endpoint as a
 * user, or as a visitor (`''`): `values` that are not in its path are the query. It returns the response, which has no field
 * that its schema does not know, and throws status and code of a refusal.
 */
export async function askAfter(given: readonly GivenEvent[]) {
  const server = await startReadModelServer(given, currentRunAfter(given).history)
  onTestFinished(server.close)
  return async <Response extends z.ZodType>(
    definition: { path: string; response: Response },
    reader: string,
    values: Readonly<Record<string, string | number | null | undefined>> = {},
  ): Promise<z.infer<Response>> => {
    const query = Object.entries(values).filter(
      ([name, value]) => value != null && !definition.path.includes(`:${name}`),
    )
    const path = definition.path.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(`${values[name]}`),
    )
    const search = new URLSearchParams(query.map(([name, value]) => [name, `${value}`]))
    const { status, json } = await server.request(`${path}?${search}`, reader === '' ? undefined : reader)
    // Safe: each refusal has a code.
    if (status !== 200) throw new Error(`${status} ${(json() as { code: string }).code}`)
    const response = definition.response.parse(json())
    expect(response).toEqual(json())
    return response
  }
}
