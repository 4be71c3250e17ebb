import type { EndpointDefinition } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { privilegesFor } from '@thirty/contracts/endpoints/access.ts'
import { authentication, type Session } from '@thirty/infra/http/authentication/authentication.ts'
import { operatorTokens } from '@thirty/infra/http/authentication/operator-tokens.ts'
import { sessionTokens } from '@thirty/infra/http/authentication/session-tokens.ts'
import { createRoutes, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { jsonBody } from '@thirty/infra/http/endpoint/json-body.ts'
import { createErrorHandler } from '@thirty/infra/http/error-handler.ts'
import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { createLogger } from '@thirty/infra/logger.ts'
import express from 'express'
import { z } from 'zod'
import { pass } from './pass.ts'
import { serverOfTest } from './test-server.ts'

const installation = { secret: 's'.repeat(32), issuer: 'http://thirty.test', clock: Date.now }
export const tokens = sessionTokens(installation)

export const operators = {
  tokens: operatorTokens(installation),
  id: 'the-operator',
  privileges: privilegesFor('owner'),
  isAdmitted: () => true,
}

export const tokenOf = (id: string, version = 1) => tokens.issue({ id, version })

/** The sessions of all callers, by user id. */
export const people: Record<string, Session> = {
  ada: { version: 1, status: 'active', privileges: privilegesFor(null) },
  bob: { version: 1, status: 'active', privileges: privilegesFor(null) },
  ida: { version: 1, status: 'inactive', privileges: privilegesFor(null) },
  root: { version: 1, status: 'active', privileges: privilegesFor('owner') },
  tom: { version: 1, status: 'active', privileges: { ...privilegesFor('owner'), needsTwoFactor: true } },
  pia: { version: 1, status: 'pending', privileges: privilegesFor(null) },
}

/** Returns guards without rate limits, for callers with these sessions. */
export const guardsWith = (sessions: Readonly<Record<string, Session>>) => ({
  authentication: authentication({ tokens, findSession: (id) => sessions[id], operators }),
  requireConfirmation: pass,
  limits: rateLimits({ isEnabled: false }),
})
export const guards = guardsWith(people)

/** Serves endpoints with their guards on a free port until the end of the test. `lines` collects what is logged. */
export async function serve(
  endpoints: readonly Endpoint[],
  endpointGuards: Parameters<typeof createRoutes>[1] = guards,
) {
  const { api, authRoutes } = createRoutes(endpoints, endpointGuards)
  const lines: string[] = []
  const log = createLogger({ destination: { write: (line) => void lines.push(line) } })
  const app = express()
    .set('query parser', 'simple')
    .use('/api', ...jsonBody, api)
    .use('/auth', ...jsonBody, authRoutes)
    .use(createErrorHandler(log))
  return { ...(await serverOfTest(app)), lines }
}

/** Returns the definition of a query that everybody may send, with these changes. */
export const definitionWith = (changes: Partial<EndpointDefinition>): EndpointDefinition => ({
  method: 'GET',
  path: '/api/things/:userId',
  summary: 'A thing',
  access: 'everyone',
  limit: 'query',
  params: z.object({ userId: z.string().max(100) }),
  ...changes,
})
