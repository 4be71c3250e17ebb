import { assignCorrelationId } from '@thirty/infra/http/correlation.ts'
import { createRoutes, type Endpoint, type Guards } from '@thirty/infra/http/endpoint/endpoint.ts'
import { routeTree } from '@thirty/infra/http/endpoint/route-tree.ts'
import { createErrorHandler } from '@thirty/infra/http/error-handler.ts'
import { silentLogger, type Logger } from '@thirty/infra/logger.ts'
import express, { type RequestHandler } from 'express'
import { jsonBody } from '../../src/http/endpoint/request-body.ts'

/** A guard that admits everybody, where a spec is about something else. */
export const pass: RequestHandler = (_request, _response, next) => next()

/** Creates an app with these endpoints, at the paths of the product. Specs send an address of their choice in X-Forwarded-For. */
export function endpointsApp(guards: Guards, endpoints: readonly Endpoint[], log: Logger = silentLogger) {
  return express()
    .set('trust proxy', 'loopback')
    .set('query parser', 'simple')
    .use(assignCorrelationId)
    .use(...jsonBody)
    .use(routeTree(createRoutes(endpoints, guards)))
    .use(createErrorHandler(log))
}
