import { request as send, type IncomingMessage } from 'node:http'
import { accessLevels } from '@thirty/contracts/endpoints/access.ts'
import { statusByCode } from '@thirty/contracts/endpoints/refusals.ts'
import { authentication } from '@thirty/infra/http/authentication/authentication.ts'
import { sessionTokens } from '@thirty/infra/http/authentication/session-tokens.ts'
import { createRoutes, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { jsonBody } from '@thirty/infra/http/endpoint/json-body.ts'
import { createErrorHandler } from '@thirty/infra/http/error-handler.ts'
import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { createLogger } from '@thirty/infra/logger.ts'
import express from 'express'
import { onTestFinished } from 'vitest'
import { pass } from './http/pass.ts'
import { startTestServer } from './http/test-server.ts'

const tokens = sessionTokens({ secret: 's'.repeat(32), issuer: 'http://thirty.test', clock: Date.now })

/** Serves endpoints on a free port until the end of the test. Lines of the log are collected. */
export async function serve(...endpoints: Endpoint[]) {
  const lines: string[] = []
  const { api } = createRoutes(endpoints, {
    authentication: authentication({ tokens, findSession: () => undefined }),
    accessLevels,
    requireConfirmation: pass,
    limits: rateLimits({ isEnabled: false }),
  })
  const log = createLogger({ destination: { write: (line) => void lines.push(line) } })
  const app = express()
    .use('/api', ...jsonBody, api)
    .use(createErrorHandler(log, statusByCode))
  const { port, request, close } = await startTestServer(app)
  onTestFinished(close)
  return { port, request, lines }
}

export type Sent = {
  method?: string
  headers?: Record<string, string>
  body?: AsyncIterable<Uint8Array> | Uint8Array
}

/** Sends a request. Returns the response when its headers are there. */
export function ask(
  port: number,
  { method = 'GET', headers = {}, body }: Sent = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = send({ port, host: '127.0.0.1', path: '/api/file', method, headers }, resolve)
    request.on('error', reject)
    const write = async () => {
      if (body instanceof Uint8Array) request.write(body)
      else for await (const chunk of body ?? []) request.write(chunk)
      request.end()
    }
    void write()
  })
}

export async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
