import { assignCorrelationId } from '@thirty/infra/http/correlation.ts'
import { createRoutes, type Endpoint, type Guards } from '@thirty/infra/http/endpoint/endpoint.ts'
import { createErrorHandler } from '@thirty/infra/http/error-handler.ts'
import { silentLogger, type Logger } from '@thirty/infra/logger.ts'
import express, { type RequestHandler } from 'express'
import { jsonBody } from '../../src/http/endpoint/request-body.ts'

/** A guard that admits everybody, where a spec is about something else. */
export const pass: RequestHandler = (_request, _response, next) => next()

/** Creates an app with these endpoints, at the paths of the product. Specs send an address of their choice in X-Forwarded-For. */
export function endpointsApp(guards: Guards, endpoints: readonly Endpoint[], log: Logger = silentLogger) {
  const { api, authRoutes } = createRoutes(endpoints, guards)
  return express()
    .set('trust proxy', 'loopback')
    .set('query parser', 'simple')
    .use(assignCorrelationId)
    .use('/api', ...jsonBody, api)
    .use('/auth', ...jsonBody, authRoutes)
    .use(createErrorHandler(log))
}
