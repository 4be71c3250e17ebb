import { readFileSync } from 'node:fs'
import { hash } from 'node:crypto'
import { documentationEndpoints } from '@thirty/contracts/endpoints/documentation.ts'
import type { Request, Response } from 'express'
import { endpoint, type Endpoint } from '../endpoint/endpoint.ts'
import { createOpenApiDocument, type EndpointGroups } from './openapi.ts'
import { renderPage } from './html-page.ts'

const css = readFileSync(new URL('page.css', import.meta.url), 'utf8')

/** The description of all calls, for programs and for people. Made once, when it is asked for first. */
export function documentationHandlers(
  groups: EndpointGroups,
  about: { server: string; version: string },
): Endpoint[] {
  let made: { json: string; html: string } | undefined
  const texts = () => {
    const document = createOpenApiDocument(groups, about)
    return (made ??= { json: JSON.stringify(document), html: renderPage(document) })
  }
  return [
    endpoint(documentationEndpoints.openApi)(({ request, response }) =>
      send(request, response, 'application/json; charset=utf-8', (made ?? texts()).json),
    ),
    endpoint(documentationEndpoints.page)(({ request, response }) =>
      send(request, response, 'text/html; charset=utf-8', (made ?? texts()).html),
    ),
    endpoint(documentationEndpoints.style)(({ request, response }) =>
      send(request, response, 'text/css; charset=utf-8', css),
    ),
  ]
}

function send(request: Request, response: Response, type: string, text: string): undefined {
  response.set({
    'Content-Type': type,
    'Cache-Control': 'no-cache',
    ETag: `"${hash('sha256', text).slice(0, 16)}"`,
  })
  if (request.fresh) response.status(304).end()
  else response.end(text)
}
