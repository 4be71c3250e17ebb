// Requests for the fuzz test: variations of the valid requests of the access tests, with other values and with faults, and random requests.

import { allEndpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import {
  toParameterText,
  unusualValue,
  variedInput,
  variedParameters,
  withOneFault,
} from '@thirty/infra/testing/http/arbitrary-requests.ts'
import fc from 'fast-check'
import { pathOf, type EndpointUse } from './endpoint-uses.ts'
import type { ScenarioRequest } from './scenario.ts'

export type FuzzedRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
}

type Body = { type: string; content: string | Uint8Array } | undefined
type Parts = { isAlias: boolean; params: object; query: unknown; body: Body; headers: Record<string, string> }

/** Generates variations of a request that is valid: some within the schemas of its endpoint, others with one fault. */
export function variationsOf(use: EndpointUse, given: ScenarioRequest): fc.Arbitrary<FuzzedRequest> {
  const { definition } = use
  const query = definition.query ? variedParameters(definition.query, given.query) : fc.constant({})
  const valid = {
    isAlias: fc.boolean(),
    params: fc.constant(given.params ?? {}),
    query,
    body: variedBody(use, given),
    headers: fc.constant({}),
  }
  const faults = [
    { params: unusualParams(use) },
    { query: withOneFault(query) },
    { body: brokenBody(use, given) },
    { headers: unusualHeaders },
  ]
  return fc
    .oneof(
      { weight: 2, arbitrary: fc.record(valid) },
      ...faults.map((fault) => ({ weight: 1, arbitrary: fc.record({ ...valid, ...fault }) })),
    )
    .map((parts) => buildRequest(use, parts))
}

/** Maximum length of a path: Node itself refuses longer ones. */
const maxPathLength = 12_000

function buildRequest(use: EndpointUse, { isAlias, params, query, body, headers }: Parts): FuzzedRequest {
  const encoded = Object.entries(params).map(([name, value]) => [
    name,
    value instanceof RawPart ? value.text : encodeURIComponent(toParameterText(value)),
  ])
  const path = pathOf({ ...use, isAlias }, Object.fromEntries(encoded))
  const parameters = Object.entries(query ?? {}).map(([name, value]) => [name, toParameterText(value)])
  const search = new URLSearchParams(parameters).toString()
  return withContent({
    method: use.definition.method,
    path: (search === '' ? path : `${path}?${search}`).slice(0, maxPathLength),
    headers,
    body,
  })
}

const withContent = ({
  body,
  headers,
  ...rest
}: Omit<FuzzedRequest, 'body'> & { body: Body }): FuzzedRequest => ({
  ...rest,
  headers: { ...(body && { 'content-type': body.type }), ...headers },
  body: body?.content,
})

const json = (content: unknown): Body => ({
  type: 'application/json',
  content: JSON.stringify(content) ?? '',
})

const inputOf = ({ definition: { body } }: EndpointUse, given: ScenarioRequest): fc.Arbitrary<unknown> =>
  body ? variedInput(body, given.body) : fc.constant({})

function variedBody(use: EndpointUse, given: ScenarioRequest): fc.Arbitrary<Body> {
  const type = given.headers?.['content-type']
  // A file: specs of uploads and of backup files vary their content.
  if (type !== undefined) return fc.constant({ type, content: given.body as string | Uint8Array })
  return use.definition.body ? inputOf(use, given).map(json) : fc.constant(undefined)
}

function brokenBody(use: EndpointUse, given: ScenarioRequest): fc.Arbitrary<Body> {
  if (given.headers !== undefined) return anyBody
  const valid = inputOf(use, given)
  return fc.oneof(
    { weight: 6, arbitrary: withOneFault(valid).map(json) },
    { weight: 1, arbitrary: unusualValue.map(json) },
    { weight: 1, arbitrary: valid.map(repeatFields) },
    { weight: 1, arbitrary: anyBody },
  )
}

/** Returns JSON with every field twice, which its syntax allows. */
function repeatFields(value: unknown): Body {
  const text = JSON.stringify(value) ?? ''
  const content = text.length > 2 ? `${text.slice(0, -1)},${text.slice(1)}` : text
  return { type: 'application/json', content }
}

const jsonTypes = ['', '; charset=utf-16', '; charset=x'].map((charset) => `application/json${charset}`)
const formTypes = ['x-www-form-urlencoded', 'octet-stream'].map((name) => `application/${name}`)
const otherTypes = ['text/plain', 'multipart/form-data', 'multipart/form-data; boundary=x', 'x', '']
const brokenContents = [
  '',
  '{',
  '{"a":',
  '[1,',
  'nul',
  '"',
  '{"a":1}}',
  '\ufeff{}',
  '{"a":NaN}',
  'a=b&a=c',
  '--x--\r\n',
]
const deepJson = `{"a":${'['.repeat(300)}${']'.repeat(300)}}`

const anyBody: fc.Arbitrary<Body> = fc.record({
  type: fc.constantFrom(...jsonTypes, ...formTypes, ...otherTypes),
  content: fc.oneof(
    fc.constantFrom(...brokenContents),
    fc.constantFrom('['.repeat(5_000), deepJson, `"${'x'.repeat(100_001)}"`),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.uint8Array({ maxLength: 60 }),
  ),
})

/** A part of a path that is sent without encoding. */
class RawPart {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
const rawParts = '%00 %2e%2e %2f %5c % %zz %ff .. . %0d%0a * a:b $all __proto__'.split(' ')

function unusualParams({ definition: { params } }: EndpointUse): fc.Arbitrary<object> {
  const part = fc.oneof(
    unusualValue,
    fc.constantFrom(...rawParts, 'x'.repeat(101), 'x'.repeat(7_000)).map((text) => new RawPart(text)),
  )
  return fc.record(Object.fromEntries(Object.keys(params?.shape ?? {}).map((name) => [name, part])))
}

const headerText = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 60,
})
const headerNames = (
  'idempotency-key x-request-id if-none-match origin range accept x-forwarded-for content-encoding ' +
  'accept-encoding cookie x-http-method-override authorization content-type'
).split(' ')
const credentials = ['Bearer', 'Bearer  ', 'Bearer a.b.c', 'Basic YTpi']
const headerValues = ['', '*', 'gzip', 'br', ...credentials, '__proto__', 'k'.repeat(256), 'null', 'bytes=0-']

const unusualHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(...headerNames),
  fc.oneof(fc.constantFrom(...headerValues), headerText).map((text) => text.trim()),
  { minKeys: 1, maxKeys: 2, noNullPrototype: true },
)

const methods = 'GET HEAD POST PUT DELETE PATCH OPTIONS TRACE PROPFIND SEARCH PURGE'.split(' ')
const pathWords = [...new Set(allEndpoints.flatMap(({ path }) => path.split('/').slice(1)))].filter(
  (part) => !part.startsWith(':'),
)
const imageName = `${'0'.repeat(32)}.webp`
const anyText = fc.string({ unit: 'binary', maxLength: 12 })
const pathPart = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...pathWords, 'uploads', 'assets', 'API', 'healthz') },
  { weight: 2, arbitrary: fc.constantFrom(...rawParts, '', 'x'.repeat(300), 'index.html', imageName) },
  { weight: 2, arbitrary: anyText.map((text) => encodeURIComponent(text.toWellFormed())) },
)
const randomPath = fc
  .tuple(
    fc.constantFrom('api', 'api', 'auth', 'uploads', ''),
    fc.array(pathPart, { maxLength: 5 }),
    fc.constantFrom('', '', '?', '?a=1&a=2', '?%', '?__proto__=1', `?${'a'.repeat(6_000)}`),
  )
  .map(([first, parts, query]) => `/${[first, ...parts].join('/')}${query}`)

export const randomRequests: fc.Arbitrary<FuzzedRequest> = fc
  .record({
    method: fc.constantFrom(...methods),
    path: fc.oneof(randomPath, fc.constantFrom(...allEndpoints.map(({ path }) => path))),
    headers: unusualHeaders,
    body: fc.option(anyBody, { nil: undefined }),
  })
  .map(withContent)
