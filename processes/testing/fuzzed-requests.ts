import type { EndpointDefinition } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { allEndpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import {
  toParameterText,
  withOneFault,
  unusualValue,
  validInput,
  validParameters,
  type KnownValues,
} from '@thirty/infra/testing/http/arbitrary-requests.ts'
import fc from 'fast-check'
import { exampleBackupFile } from './example-backup-file.ts'
import { multipartForm, onePixelPng } from './scenario.ts'

const exampleBackup = await exampleBackupFile()
const exampleCsv = Buffer.from(
  'Full name,Email,Username\n"Fuzzed, Person",fuzzed@people.example,\nNew Comer,x,\n',
)
const exampleOf = (type: string): Uint8Array => (type === 'text/csv' ? exampleCsv : exampleBackup)

/** A generated request. `sender` is a number that chooses the person who sends it. */
export type FuzzedRequest = {
  kind: 'valid' | 'faulty' | 'random'
  definition?: EndpointDefinition
  params: Readonly<Record<string, string>>
  sender: number
  method: string
  path: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
}

/** Values that exist in the product: by field name, and as sets of ids that belong together. */
export type KnownIds = {
  values: KnownValues
  idSets(names: readonly string[]): readonly Record<string, unknown>[]
}

/**
 * Generates requests from the endpoint definitions: valid requests, requests with one fault, and random requests. The returned
 * function takes the relative weight of each endpoint, a whole number.
 */
export function fuzzedRequests(
  known: KnownIds,
): (weightOf: (definition: EndpointDefinition) => number) => fc.Arbitrary<FuzzedRequest> {
  const defined = allEndpoints.map((definition) => ({
    definition,
    arbitrary: endpointRequests(definition, known),
  }))
  return (weightOf) => {
    const weighted = defined.map(({ definition, arbitrary }) => ({
      weight: weightOf(definition) * 4,
      arbitrary,
    }))
    const totalWeight = weighted.reduce((sum, { weight }) => sum + weight, 0)
    return fc.oneof(...weighted, { weight: Math.ceil(totalWeight / 4), arbitrary: randomRequests })
  }
}

const anySender = fc.nat(999_999)

function endpointRequests(
  definition: EndpointDefinition,
  { values: known, idSets }: KnownIds,
): fc.Arbitrary<FuzzedRequest> {
  const { method, path } = definition
  const parts = (schema: EndpointDefinition['body']) =>
    schema ? validParameters(schema, known) : fc.constant({})
  const names = Object.keys(definition.params?.shape ?? {})
  const params = fc.tuple(parts(definition.params), fc.nat(), fc.nat(9)).map(([generated, index, chance]) => {
    const existing = names.length > 1 && chance > 0 ? idSets(names) : []
    return existing.length > 0 ? existing[index % existing.length] : generated
  })
  const [query, body] = [parts(definition.query), validBody(definition, known)]
  const alias = path.replace('/api/auth/', '/auth/')
  const base = { sender: anySender, path: fc.constantFrom(path, path, alias) }
  const valid = fc.record({ ...base, params, query, body, headers: fc.constant({}) })
  const faulty = [
    { params: unusualParams(definition) },
    { query: withOneFault(query) },
    { body: brokenBody(definition, known) },
    { headers: unusualHeaders },
  ].map((fault) => fc.record({ ...base, params, query, body, headers: fc.constant({}), ...fault }))
  const build = (kind: FuzzedRequest['kind']) => (given: Parts) =>
    buildRequest(definition, method, kind, given)
  return fc.oneof(
    { weight: 2, arbitrary: valid.map(build('valid')) },
    ...faulty.map((arbitrary) => ({ weight: 1, arbitrary: arbitrary.map(build('faulty')) })),
  )
}

type Body = { type: string; content: string | Uint8Array } | undefined
type Parts = {
  sender: number
  path: string
  params: unknown
  query: unknown
  body: Body
  headers: Record<string, string>
}

/** Maximum length of a path: Node itself refuses longer ones. */
const maxPathLength = 12_000

function buildRequest(
  definition: EndpointDefinition,
  method: string,
  kind: FuzzedRequest['kind'],
  given: Parts,
): FuzzedRequest {
  const params = entriesOf(given.params)
  const path = given.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params.find(([key]) => key === name)?.[1] ?? 'x'
    return value instanceof RawPart ? value.text : encodeURIComponent(toParameterText(value))
  })
  const query = entriesOf(given.query)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        `${encodeURIComponent(toParameterText(name))}=${encodeURIComponent(toParameterText(value))}`,
    )
    .join('&')
  return {
    kind,
    definition,
    params: Object.fromEntries(params.map(([name, value]) => [name, toParameterText(value)])),
    sender: given.sender,
    method,
    path: (query === '' ? path : `${path}?${query}`).slice(0, maxPathLength),
    headers: { ...(given.body && { 'content-type': given.body.type }), ...given.headers },
    body: given.body?.content,
  }
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

const json = (content: unknown): Body => ({
  type: 'application/json',
  content: JSON.stringify(content) ?? '',
})

function validBody(definition: EndpointDefinition, known: KnownValues): fc.Arbitrary<Body> {
  if (definition.file !== undefined) {
    const { headers, body } = multipartForm(definition.file, onePixelPng)
    return fc.constant({ type: headers['content-type'], content: body })
  }
  if (definition.rawBody)
    return fc.constant({ type: definition.rawBody.type, content: exampleOf(definition.rawBody.type) })
  return definition.body ? validInput(definition.body, known).map(json) : fc.constant(undefined)
}

function brokenBody(definition: EndpointDefinition, known: KnownValues): fc.Arbitrary<Body> {
  // Specs of uploads and of backup files break their content.
  if (definition.file !== undefined || definition.rawBody) return anyBody
  const valid = definition.body ? validInput(definition.body, known) : fc.constant({})
  return fc.oneof(
    { weight: 6, arbitrary: withOneFault(valid).map(json) },
    { weight: 1, arbitrary: unusualValue.map(json) },
    { weight: 1, arbitrary: valid.map((value) => repeatFields(value)) },
    { weight: 1, arbitrary: anyBody },
  )
}

/** Returns JSON with every field twice, which its syntax allows. */
function repeatFields(value: unknown): Body {
  const text = JSON.stringify(value) ?? ''
  return {
    type: 'application/json',
    content: text.length > 2 ? `${text.slice(0, -1)},${text.slice(1)}` : text,
  }
}

const anyBody: fc.Arbitrary<Body> = fc.record({
  type: fc.constantFrom(
    'application/json',
    'application/json; charset=utf-16',
    'application/json; charset=x',
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'x',
    '',
  ),
  content: fc.oneof(
    fc.constantFrom(
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
    ),
    fc.constantFrom(
      '['.repeat(5_000),
      `{"a":${'['.repeat(300)}${']'.repeat(300)}}`,
      `"${'x'.repeat(100_001)}"`,
    ),
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

function unusualParams({ params }: EndpointDefinition): fc.Arbitrary<unknown> {
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
const headerValues = [
  '',
  '*',
  'gzip',
  'br',
  'Bearer',
  'Bearer a.b.c',
  'Basic YTpi',
  'Bearer  ',
  '__proto__',
  'k'.repeat(256),
  'null',
  'bytes=0-',
]

const unusualHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(...headerNames),
  fc.oneof(fc.constantFrom(...headerValues), headerText).map((text) => text.trim()),
  { minKeys: 1, maxKeys: 2, noNullPrototype: true },
)

const methods = 'GET HEAD POST PUT DELETE PATCH OPTIONS TRACE PROPFIND SEARCH PURGE'.split(' ')
const pathWords = [...new Set(allEndpoints.flatMap(({ path }) => path.split('/').slice(1)))].filter(
  (part) => !part.startsWith(':'),
)
const pathPart = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...pathWords, 'uploads', 'assets', 'API', 'healthz') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...rawParts, '', 'x'.repeat(300), 'index.html', `${'0'.repeat(32)}.webp`),
  },
  {
    weight: 2,
    arbitrary: fc
      .string({ unit: 'binary', maxLength: 12 })
      .map((text) => encodeURIComponent(text.toWellFormed())),
  },
)
const randomPath = fc
  .tuple(
    fc.constantFrom('api', 'api', 'auth', 'uploads', ''),
    fc.array(pathPart, { maxLength: 5 }),
    fc.constantFrom('', '', '?', '?a=1&a=2', '?%', '?__proto__=1', `?${'a'.repeat(6_000)}`),
  )
  .map(([first, parts, query]) => `/${[first, ...parts].join('/')}${query}`)

const randomRequests: fc.Arbitrary<FuzzedRequest> = fc
  .record({
    sender: anySender,
    method: fc.constantFrom(...methods),
    path: fc.oneof(randomPath, fc.constantFrom(...allEndpoints.map(({ path }) => path))),
    headers: unusualHeaders,
    body: fc.option(anyBody, { nil: undefined }),
  })
  .map(({ body, headers, ...rest }) => ({
    kind: 'random',
    params: {},
    ...rest,
    headers: { ...(body && { 'content-type': body.type }), ...headers },
    body: body?.content,
  }))
