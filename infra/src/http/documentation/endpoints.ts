// Serves the API documentation as OpenAPI and as a page. Both are rendered at the first request.

import { readFileSync } from 'node:fs'
import { hash } from 'node:crypto'
import { documentationEndpoints } from '@thirty/contracts/endpoints/documentation-api.ts'
import type { EndpointDefinition } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { sendCompressed } from '../compression.ts'
import { endpoint, type Endpoint } from '../endpoint/endpoint.ts'
import { createOpenApiDocument, type DocumentOptions } from './openapi.ts'
import { renderPage } from './html-page.ts'

const css = readFileSync(new URL('page.css', import.meta.url), 'utf8')

export function documentationHandlers(options: DocumentOptions): Endpoint[] {
  let rendered: { json: string; html: string } | undefined
  const render = () => {
    if (rendered) return rendered
    const document = createOpenApiDocument(options)
    return (rendered = { json: JSON.stringify(document), html: renderPage(document) })
  }
  const { openApi, page, style } = documentationEndpoints
  return [
    textEndpoint(openApi, 'application/json', () => render().json),
    textEndpoint(page, 'text/html', () => render().html),
    textEndpoint(style, 'text/css', () => css),
  ]
}

const textEndpoint = (definition: EndpointDefinition, type: string, textOf: () => string): Endpoint =>
  endpoint(definition)(async ({ request, response }) => {
    const text = textOf()
    response.set({
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'no-cache',
      // Weak: it is the same with and without compression.
      ETag: `W/"${hash('sha256', text).slice(0, 16)}"`,
    })
    if (request.fresh) response.status(304).end()
    else await sendCompressed(request, response, text)
    return undefined
  })
