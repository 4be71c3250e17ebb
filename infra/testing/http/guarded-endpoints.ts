import type { EndpointDefinition } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { privilegesFor } from '@thirty/contracts/endpoints/access.ts'
import { authentication, type Session } from '@thirty/infra/http/authentication/authentication.ts'
import { operatorTokens, sessionTokens } from '@thirty/infra/http/authentication/caller-tokens.ts'
import type { Endpoint, Guards } from '@thirty/infra/http/endpoint/endpoint.ts'
import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { createLogger } from '@thirty/infra/logger.ts'
import { z } from 'zod'
import { endpointsApp, pass } from './endpoints-app.ts'
import { serverOfTest } from './test-server.ts'

const installation = { secret: 's'.repeat(32), issuer: 'http://thirty.test', clock: Date.now }
export const tokens = sessionTokens(installation)

export const operators = {
  tokens: operatorTokens(installation),
  id: 'the-operator',
  privileges: privilegesFor('owner'),
  isAdmitted: () => true,
}

/** Returns the headers of a request of a caller. */
export const headersFor = (id: string, version = 1) => ({
  authorization: `Bearer ${tokens.issue({ id, version })}`,
})

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
export async function serve(endpoints: readonly Endpoint[], endpointGuards: Guards = guards) {
  const lines: string[] = []
  const log = createLogger({ destination: { write: (line) => void lines.push(line) } })
  return { ...(await serverOfTest(endpointsApp(endpointGuards, endpoints, log))), lines }
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
