import type { OpenApiDocument } from './openapi.ts'

type Operation = NonNullable<NonNullable<OpenApiDocument['paths']>[string]['get']>
type Schema = { readonly [key: string]: unknown }
type Described = { method: string; path: string; operation: Operation }

const methods = ['get', 'post', 'put', 'delete'] as const

/** The document as a page that needs no script, so that it reads well everywhere, is printed and searched. */
export function renderPage(document: OpenApiDocument): string {
  const groups = Map.groupBy(described(document), ({ operation }) => operation.tags?.[0] ?? '')
  const { title, version, description = '' } = document.info
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
<nav aria-label="Calls">${[...groups].map(contents).join('')}</nav>
<main>${[...groups].map(([name, calls]) => section(name, calls, document)).join('')}</main>
</body>
</html>
`
}

function described({ paths = {} }: OpenApiDocument): Described[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ method: method.toUpperCase(), path, operation }] : []
    }),
  )
}

const contents = ([name, calls]: readonly [string, readonly Described[]]): string => `<details>
<summary>${text(titled(name))} <small>${calls.length}</small></summary>
<ul>${calls.map(({ method, path, operation }) => `<li><a href="#${text(operation.operationId)}">${verb(method)} ${text(path)}</a></li>`).join('')}</ul>
</details>`

const section = (name: string, calls: readonly Described[], document: OpenApiDocument): string =>
  `<section><h2>${text(titled(name))}</h2>${calls.map((call) => article(call, document)).join('')}</section>`

function article({ method, path, operation }: Described, document: OpenApiDocument): string {
  const { operationId, summary, description, parameters = [], requestBody, responses = {} } = operation
  const asked = parameters.flatMap((parameter) => ('in' in parameter ? [parameter] : []))
  const sent = requestBody && 'content' in requestBody ? Object.entries(requestBody.content) : []
  return `<article id="${text(operationId)}">
<h3>${verb(method)} <code>${text(path)}</code></h3>
<p>${text(summary)}</p>
<p class="rights">${text(description)}</p>
${table(
  'Parameters',
  asked.map((one) =>
    row(one.name, { ...(one.schema as Schema), in: one.in }, one.required === true, document),
  ),
)}
${sent.map(([type, { schema }]) => fields(`Body, ${type}`, schema as Schema, document)).join('')}
${Object.entries(responses)
  .map(([status, response]) => answer(status, response as Schema, document))
  .join('')}
</article>`
}

function answer(status: string, response: Schema, document: OpenApiDocument): string {
  const isFailure = Number(status) >= 400
  if (isFailure) return `<p class="failure"><b>${status}</b> ${text(response['description'] as string)}</p>`
  const content = Object.values((response['content'] ?? {}) as Record<string, { schema?: Schema }>)
  const shown = content.map(({ schema = {} }) => fields(status, schema, document)).join('')
  return shown || `<p class="success"><b>${status}</b> ${text(response['description'] as string)}</p>`
}

/** A schema as rows; what it refers to is shown in its place, what it may be is shown one after the other. */
function fields(title: string, schema: Schema, document: OpenApiDocument): string {
  const whole = resolved(schema, document)
  const choices = (whole['anyOf'] ?? whole['oneOf']) as Schema[] | undefined
  if (choices) return choices.map((one) => fields(`${title}, either`, one, document)).join('')
  if (whole['type'] === 'array')
    return fields(`${title}, a list of`, (whole['items'] ?? {}) as Schema, document)
  const required = new Set(whole['required'] as string[] | undefined)
  const rows = Object.entries((whole['properties'] ?? {}) as Record<string, Schema>)
  return table(
    title,
    rows.map(([name, one]) => row(name, one, required.has(name), document)),
  )
}

const table = (title: string, rows: readonly string[]): string =>
  rows.length === 0 ? '' : `<table><caption>${text(title)}</caption><tbody>${rows.join('')}</tbody></table>`

const row = (name: string, schema: Schema, isRequired: boolean, document: OpenApiDocument): string =>
  `<tr><th scope="row"><code>${text(name)}</code>${isRequired ? '' : ' <small>optional</small>'}</th>` +
  `<td>${text(typeOf(schema, document))}</td><td>${text(boundsOf(resolved(schema, document)))}</td></tr>`

function resolved(schema: Schema, { components }: OpenApiDocument): Schema {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined
  if (name === undefined) return schema
  return (components?.schemas?.[name] ?? {}) as Schema
}

/** The type in words, such as `list of {id, rank, …}`. */
function typeOf(schema: Schema, document: OpenApiDocument, depth = 0): string {
  const whole = resolved(schema, document)
  const choices = (whole['anyOf'] ?? whole['oneOf']) as Schema[] | undefined
  if (choices) return choices.map((one) => typeOf(one, document, depth)).join(' or ')
  if (Array.isArray(whole['enum'])) return whole['enum'].map((one) => JSON.stringify(one)).join(' | ')
  if ('const' in whole) return JSON.stringify(whole['const'])
  if (whole['type'] === 'array') return `list of ${typeOf((whole['items'] ?? {}) as Schema, document, depth)}`
  const properties = whole['properties'] as Record<string, Schema> | undefined
  if (!properties) return ([whole['type'] ?? 'anything'].flat() as string[]).join(' or ')
  if (depth > 1) return '{…}'
  const inner = Object.entries(properties).map(([name, one]) =>
    depth === 0 && resolved(one, document)['properties']
      ? `${name} ${typeOf(one, document, depth + 1)}`
      : name,
  )
  return `{ ${inner.join(', ')} }`
}

/** What a value must hold to, and what it is when it is missing. */
function boundsOf({ in: place, description, ...schema }: Schema): string {
  const { minLength, maxLength, minimum, maximum, maxItems } = schema as Readonly<Record<string, number>>
  const words = [
    place === 'header' ? 'a header' : undefined,
    between(minLength, maxLength, 'letters'),
    between(minimum, maximum, ''),
    between(undefined, maxItems, 'items'),
    schema['default'] === undefined ? undefined : `${JSON.stringify(schema['default'])} when missing`,
    description as string | undefined,
  ]
  return words.filter((word) => word !== undefined).join('; ')
}

function between(least: number | undefined, most: number | undefined, what: string): string | undefined {
  const isBound = (bound: number | undefined): bound is number =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER
  if (isBound(least) && isBound(most)) return `${least} to ${most} ${what}`.trim()
  if (isBound(most)) return `at most ${most} ${what}`.trim()
  return isBound(least) ? `at least ${least} ${what}`.trim() : undefined
}

const verb = (method: string): string => `<b class="verb ${method.toLowerCase()}">${method}</b>`

const titled = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const text = (value = ''): string => value.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? '')
