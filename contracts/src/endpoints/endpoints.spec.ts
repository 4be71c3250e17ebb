import { z } from 'zod'
import { describe, expect, test } from 'vitest'
import { secretFields } from './secret-fields.ts'
import { limitRules } from './limits.ts'
import { allEndpoints, namedEndpoints } from './endpoints.ts'

/** Endpoints that return pages. */
const withoutJson = /^documentation\.\w+$/

test('no two endpoints have the same method and path', () => {
  const paths = allEndpoints.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
  expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([])
})

test('a command that anybody may send counts by the network it comes from, not by the limit of users', () => {
  const commands = allEndpoints.filter(({ access, method }) => access === 'everyone' && method !== 'GET')
  expect(commands.filter(({ limit }) => limitRules[limit].by !== 'address')).toEqual([])
})

describe.each(namedEndpoints)('%s', (name, endpoint) => {
  const { method, path, summary, limit, status = 200, params, query, body, response } = endpoint
  const { file, rawBody, download } = endpoint
  const parameters = Object.entries<z.ZodType>(params?.shape ?? {})

  test('has a complete definition', () => {
    expect(path).toMatch(/^\/api(\/(:[a-z][A-Za-z]*|[a-z-]+(\.[a-z]+)?))+$/)
    expect(summary).toMatch(/^[A-Z].*[^.]$/)
    expect(limitRules[limit]).toBeDefined()
    const payloads = [body, file, rawBody].filter((payload) => payload !== undefined).length
    expect(payloads).toBeLessThanOrEqual(method === 'GET' ? 0 : 1)
  })

  test('has a response schema exactly if it returns JSON', () => {
    const returnsFile = download !== undefined
    expect(response === undefined).toBe(status === 302 || returnsFile || withoutJson.test(name))
  })

  test('names content types without parameters', () => {
    for (const type of [...(download ?? []), ...(rawBody ? [rawBody.type] : [])])
      expect(type).toMatch(/^[a-z]+\/[a-z0-9.+-]+$/)
  })

  test('is never compressed if its response holds a secret', () => {
    const fields = response ? JSON.stringify(z.toJSONSchema(response, { unrepresentable: 'any' })) : ''
    const holdsSecret = secretFields.some((field) => fields.includes(`"${field}":`))
    expect([holdsSecret, endpoint.compression === 'never']).not.toEqual([true, false])
  })

  test('limits the length of every path parameter', () => {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter)
    expect(parameters.map(([parameter]) => parameter)).toEqual(names)
    for (const [, schema] of parameters) expect(schema.safeParse('x'.repeat(10_000)).success).toBe(false)
  })

  test('accepts every text as an id, so that unknown ids are a 404', () => {
    for (const [parameter, schema] of parameters.filter(([name]) => name.endsWith('Id')))
      expect([parameter, schema.safeParse('nobody').success]).toEqual([parameter, true])
  })

  test('rejects unknown fields and limits the length of every text', () => {
    // A redirect during a sign-in accepts every query; the server limits URLs to 16 kB.
    const schemas = status === 302 ? [] : [body, query].flatMap((schema) => schema ?? [])
    for (const schema of schemas) {
      expect(openObjects(inputOf(schema), schema === query)).toEqual([])
      expect(unboundedTexts(inputOf(schema))).toEqual([])
    }
  })
})

type Schema = {
  [key: string]: unknown
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  items?: Schema
  /** Of a map: the schemas of its keys and of its values. */
  propertyNames?: Schema
  additionalProperties?: Schema | false
}

// JSON Schema has more fields than these; the test reads no others.
const inputOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: z.registry() }) as Schema

const root = '(root)'

/** Returns the paths of all parts of a schema that match. */
function findPaths(schema: Schema, matches: (schema: Schema) => boolean, path = ''): string[] {
  const inner = [
    ...Object.entries(schema.properties ?? {}).map(([name, part]) => [`${path}.${name}`, part] as const),
    ...(schema.anyOf ?? []).map((option, index) => [`${path}|${index}`, option] as const),
    ...(schema.items ? [[`${path}[]`, schema.items] as const] : []),
    ...(isMap(schema) ? [[`${path}{}`, schema.additionalProperties || {}] as const] : []),
    ...(schema.propertyNames ? [[`${path}{key}`, schema.propertyNames] as const] : []),
  ]
  const own = matches(schema) ? [path === '' ? root : path] : []
  return [...own, ...inner.flatMap(([innerPath, part]) => findPaths(part, matches, innerPath))]
}

/** Whether it is a map from keys to values of one kind, whose keys are limited as texts. */
const isMap = ({ propertyNames, additionalProperties }: Schema): boolean =>
  propertyNames !== undefined && typeof additionalProperties === 'object'

/** Returns the paths of objects that accept unknown fields. A query may have unknown parameters: they are ignored. */
const openObjects = (schema: Schema, isQuery: boolean): string[] =>
  findPaths(
    schema,
    (part) => part['type'] === 'object' && part.additionalProperties !== false && !isMap(part),
  ).filter((path) => !isQuery || path !== root)

/** Returns the paths of texts and lists without a maximum length. */
const unboundedTexts = (schema: Schema): string[] =>
  findPaths(
    schema,
    (part) =>
      (part['type'] === 'string' && !isBounded(part)) ||
      (part['type'] === 'array' && part['maxItems'] === undefined),
  )

const isBounded = (text: Schema): boolean =>
  ['maxLength', 'enum', 'const', 'format'].some((key) => text[key] !== undefined) ||
  // A pattern without * and + has a maximum length.
  (typeof text['pattern'] === 'string' && !/[*+]/.test(text['pattern']))
