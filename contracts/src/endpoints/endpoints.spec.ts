import { z } from 'zod'
import { describe, expect, test } from 'vitest'
import { limitRules } from '../rules/limits.ts'
import type { EndpointDefinition } from './endpoint-definition.ts'
import { allEndpoints, endpoints } from './endpoints.ts'

const named = Object.entries<Record<string, EndpointDefinition>>(endpoints).flatMap(([group, inGroup]) =>
  Object.entries(inGroup).map(([name, call]) => [`${group}.${name}`, call] as const),
)

/** Calls that answer with something else than JSON. */
const otherAnswers = /^(documentation\.\w+|\w+\.export)$/

test('every call is in the list', () => {
  expect(named.map(([, call]) => call)).toEqual(allEndpoints)
})

test('no two calls have the same address', () => {
  const addresses = allEndpoints.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
  expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([])
})

describe.each(named)('%s', (name, call) => {
  const { method, path, summary, limit, status = 200, params, query, body, file, response: answer } = call

  test('is described whole', () => {
    expect(path).toMatch(/^\/api(\/(:[a-z][A-Za-z]*|[a-z-]+(\.[a-z]+)?))+$/)
    expect(summary).toMatch(/^[A-Z].*[^.]$/)
    expect(limitRules[limit]).toBeDefined()
    const brought = [body, file].filter((one) => one !== undefined).length
    expect(brought).toBeLessThanOrEqual(method === 'GET' ? 0 : 1)
  })

  test('says what it answers', () => {
    const answersOtherwise = status === 302 || otherAnswers.test(name)
    expect(answer === undefined).toBe(answersOtherwise)
  })

  test('checks every part of its address, with an end to its length', () => {
    const parts = [...path.matchAll(/:(\w+)/g)].map(([, part]) => part)
    expect(Object.keys(params?.shape ?? {})).toEqual(parts)
    for (const schema of Object.values(params?.shape ?? {}))
      expect((schema as z.ZodType).safeParse('x'.repeat(10_000)).success).toBe(false)
  })

  test('looks for whatever may be an id, and finds it or not', () => {
    for (const [part, schema] of Object.entries(params?.shape ?? {}).filter(([part]) => part.endsWith('Id')))
      expect([part, (schema as z.ZodType).safeParse('nobody').success]).toEqual([part, true])
  })

  test('takes no field that it does not name, and no text without an end', () => {
    // A browser that is on its way is led on, whatever its address says; the server ends addresses at 16 kB.
    const schemas = status === 302 ? [] : [body, query].flatMap((one) => one ?? [])
    for (const schema of schemas) {
      expect(openObjects(inputOf(schema), schema === query)).toEqual([])
      expect(endlessTexts(inputOf(schema))).toEqual([])
    }
  })
})

type Schema = {
  [key: string]: unknown
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  items?: Schema
}

// JSON Schema says more than is looked at here.
const inputOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema

/** Everything inside a schema that matches, by its place. */
function places(schema: Schema, matches: (schema: Schema) => boolean, at = ''): string[] {
  const inner = [
    ...Object.entries(schema.properties ?? {}).map(([name, one]) => [`${at}.${name}`, one] as const),
    ...(schema.anyOf ?? []).map((one, index) => [`${at}|${index}`, one] as const),
    ...(schema.items ? [[`${at}[]`, schema.items] as const] : []),
  ]
  const own = matches(schema) ? [at === '' ? 'the whole' : at] : []
  return [...own, ...inner.flatMap(([place, one]) => places(one, matches, place))]
}

/** Objects that let any field pass. A query may have others: they are passed over. */
const openObjects = (schema: Schema, isQuery: boolean): string[] =>
  places(schema, (one) => one['type'] === 'object' && one['additionalProperties'] !== false).filter(
    (place) => !isQuery || place !== 'the whole',
  )

/** Texts and lists that may be as long as the whole request. */
const endlessTexts = (schema: Schema): string[] =>
  places(
    schema,
    (one) =>
      (one['type'] === 'string' && !isBounded(one)) ||
      (one['type'] === 'array' && one['maxItems'] === undefined),
  )

const isBounded = (one: Schema): boolean =>
  ['maxLength', 'enum', 'const', 'format'].some((key) => one[key] !== undefined) ||
  // A pattern that counts its letters has an end.
  (typeof one['pattern'] === 'string' && !/[*+]/.test(one['pattern']))
