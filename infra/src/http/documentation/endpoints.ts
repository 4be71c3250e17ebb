import { readFileSync } from 'node:fs'
import { hash } from 'node:crypto'
import { documentationCalls } from '@thirty/contracts/calls/documentation.ts'
import type { Request, Response } from 'express'
import { endpoint, type Endpoint } from '../endpoint.ts'
import { openApiOf, type CallGroups } from './openapi.ts'
import { pageOf } from './page.ts'

const css = readFileSync(new URL('page.css', import.meta.url), 'utf8')

/** The description of all calls, for programs and for people. Made once, when it is asked for first. */
export function documentationEndpoints(
  groups: CallGroups,
  about: { server: string; version: string },
): Endpoint[] {
  let made: { json: string; html: string } | undefined
  const texts = () => {
    const document = openApiOf(groups, about)
    return (made ??= { json: JSON.stringify(document), html: pageOf(document) })
  }
  return [
    endpoint(documentationCalls.openApi)(({ request, response }) =>
      send(request, response, 'application/json; charset=utf-8', (made ?? texts()).json),
    ),
    endpoint(documentationCalls.page)(({ request, response }) =>
      send(request, response, 'text/html; charset=utf-8', (made ?? texts()).html),
    ),
    endpoint(documentationCalls.style)(({ request, response }) =>
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
