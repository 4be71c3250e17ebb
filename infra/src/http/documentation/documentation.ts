// Serves the API documentation as OpenAPI and as a page. Both are rendered at the first request.

import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import escapeHtml from 'escape-html'
import { endpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import type { EndpointDefinition } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { sendCompressed } from '../compression.ts'
import { endpoint, type Endpoint } from '../endpoint/endpoint.ts'
import { createOpenApiDocument, type DocumentOptions, type OpenApiDocument } from './openapi.ts'

const css = readFileSync(new URL('page.css', import.meta.url), 'utf8')

export function documentationHandlers(options: DocumentOptions): Endpoint[] {
  let rendered: { json: string; html: string } | undefined
  const render = () => {
    if (rendered) return rendered
    const document = createOpenApiDocument(options)
    return (rendered = { json: JSON.stringify(document), html: renderPage(document) })
  }
  const { openApi, page, style } = endpoints.documentation
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

type Operation = NonNullable<NonNullable<OpenApiDocument['paths']>[string]['get']>
type Schema = Readonly<Record<string, unknown>>
type Route = { method: string; path: string; operation: Operation }

const methods = ['get', 'post', 'put', 'delete'] as const

/** Renders the document as a page without scripts, so that it works everywhere and can be printed and searched. */
export function renderPage(document: OpenApiDocument): string {
  const { info, paths, webhooks } = withoutReferences(document)
  const groups = Map.groupBy(routesOf(paths), ({ operation }) => operation.tags?.[0] ?? '')
  const { title, version, description } = info
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${text(title)} API</title>
<link rel="icon" href="/mark.svg">
<link rel="stylesheet" href="/api/docs/page.css">
</head>
<body>
<header><h1>${text(title)} API <small>${text(version)}</small></h1>
<p>${text(description)}</p>
<p><a href="/api/openapi.json">openapi.json</a></p></header>
<nav aria-label="Endpoints">${[...groups].map(contents).join('')}</nav>
<main>${[...groups].map(([name, routes]) => section(name, routes)).join('')}
${section('webhook messages', routesOf(webhooks), ' id="webhooks"')}</main>
</body>
</html>
`
}

/** Returns the document with each schema in the places of the references to it. */
function withoutReferences(document: OpenApiDocument): OpenApiDocument {
  const resolved: Record<string, unknown> = {}
  const inPlace = (value: unknown): OpenApiDocument =>
    JSON.parse(JSON.stringify(value), (_key, inner: unknown) => {
      const { $ref: reference } = asSchema(inner)
      const name = typeof reference === 'string' ? reference.split('/').at(-1) : undefined
      return name === undefined ? inner : (resolved[name] ??= inPlace(document.components?.schemas?.[name]))
    })
  return inPlace(document)
}

function routesOf(paths: OpenApiDocument['paths'] = {}): Route[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ method: method.toUpperCase(), path, operation }] : []
    }),
  )
}

const contents = ([name, routes]: readonly [string, readonly Route[]]): string => `<details>
<summary>${text(capitalize(name))} <small>${routes.length}</small></summary>
<ul>${routes.map(({ method, path, operation }) => `<li><a href="#${text(operation.operationId)}">${methodLabel(method)} ${text(path)}</a></li>`).join('')}</ul>
</details>`

const section = (name: string, routes: readonly Route[], attributes = '') =>
  `<section${attributes}><h2>${text(capitalize(name))}</h2>${routes.map((route) => article(route)).join('')}</section>`

function article({ method, path, operation }: Route): string {
  const { operationId, summary, description, parameters = [], requestBody, responses = {} } = operation
  const inlineParameters = parameters.flatMap((parameter) => ('in' in parameter ? [parameter] : []))
  const bodies = requestBody && 'content' in requestBody ? Object.entries(requestBody.content) : []
  return `<article id="${text(operationId)}">
<h3>${methodLabel(method)} <code>${text(path)}</code></h3>
<p>${text(summary)}</p>
<p class="rights">${text(description)}</p>
${table(
  'Parameters',
  inlineParameters.map((parameter) =>
    row(parameter.name, { ...asSchema(parameter.schema), in: parameter.in }, parameter.required === true),
  ),
)}
${bodies.map(([type, { schema, example }]) => fields(`Body, ${type}`, asSchema(schema)) + exampleOf(`Body, ${type}`, example)).join('')}
${Object.entries(responses)
  .map(([status, response]) => responseSection(status, asSchema(response)))
  .join('')}
</article>`
}

function responseSection(status: string, response: Schema): string {
  const label = `<b>${status}</b> ${text(response['description'])}`
  if (Number(status) >= 400) return `<p class="failure">${label}</p>`
  const contents = Object.values(asSchema(response['content'])).map(asSchema)
  const tables = contents.map(
    ({ schema, example }) => fields(status, asSchema(schema)) + exampleOf(status, example),
  )
  return tables.join('') || `<p class="success">${label}</p>`
}

const exampleOf = (title: string, example: unknown): string =>
  example === undefined
    ? ''
    : `<figure><figcaption>${text(title)}, an example</figcaption><pre>${text(JSON.stringify(example, null, 2))}</pre></figure>`

/** Renders a schema as tables: the members of a union follow each other. */
function fields(title: string, schema: Schema): string {
  const members = unionMembers(schema)
  if (members) return members.map((member) => fields(`${title}, either`, member)).join('')
  if (schema['type'] === 'array') return fields(`${title}, a list of`, asSchema(schema['items']))
  const { required } = schema
  return table(
    title,
    Object.entries(asSchema(schema['properties'])).map(([name, property]) =>
      row(name, asSchema(property), Array.isArray(required) && required.includes(name)),
    ),
  )
}

const table = (title: string, rows: readonly string[]): string =>
  rows.length === 0 ? '' : `<table><caption>${text(title)}</caption><tbody>${rows.join('')}</tbody></table>`

const row = (name: string, schema: Schema, isRequired: boolean): string =>
  `<tr><th scope="row"><code>${text(name)}</code>${isRequired ? '' : ' <small>optional</small>'}</th>` +
  `<td>${text(typeName(schema))}</td><td>${text(constraints(schema))}</td></tr>`

/** Returns the type as text, such as `list of { id, rank }`. */
function typeName(schema: Schema, depth = 0): string {
  const members = unionMembers(schema)
  if (members) return members.map((member) => typeName(member, depth)).join(' or ')
  const { type = 'anything', enum: values, items, properties } = schema
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (type === 'array') return `list of ${typeName(asSchema(items), depth)}`
  if (!isSchema(properties)) return [type].flat().join(' or ')
  if (depth > 1) return '{…}'
  const names = Object.entries(properties).map(([name, property]) =>
    depth === 0 && asSchema(property)['properties']
      ? `${name} ${typeName(asSchema(property), depth + 1)}`
      : name,
  )
  return `{ ${names.join(', ')} }`
}

/** Returns the constraints of a value as text, and its default. */
function constraints(schema: Schema): string {
  const { minLength, maxLength, minimum, maximum, maxItems, description, default: fallback } = schema
  const parts = [
    schema['in'] === 'header' ? 'a header' : undefined,
    range(minLength, maxLength, 'characters'),
    range(minimum, maximum, ''),
    range(undefined, maxItems, 'items'),
    fallback === undefined ? undefined : `${JSON.stringify(fallback)} by default`,
    typeof description === 'string' ? description : undefined,
  ]
  return parts.filter((part) => part !== undefined).join('; ')
}

function range(min: unknown, max: unknown, unit: string): string | undefined {
  // Zod writes the safe integers as bounds of every unbounded integer.
  const isBound = (bound: unknown): bound is number =>
    typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER
  if (isBound(min) && isBound(max)) return `${min} to ${max} ${unit}`.trim()
  if (isBound(max)) return `at most ${max} ${unit}`.trim()
  return isBound(min) ? `at least ${min} ${unit}`.trim() : undefined
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const asSchema = (value: unknown): Schema => (isSchema(value) ? value : {})

function unionMembers({ anyOf, oneOf }: Schema): Schema[] | undefined {
  const members = anyOf ?? oneOf
  return Array.isArray(members) ? members.filter(isSchema) : undefined
}

const methodLabel = (method: string): string => `<b class="verb ${method.toLowerCase()}">${method}</b>`

const capitalize = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

const text = (value: unknown): string => (typeof value === 'string' ? escapeHtml(value) : '')
