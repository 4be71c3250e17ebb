// Packages that make values from schemas know only zod 3, or make valid values only, without a seed that fast-check can repeat.

import fc from 'fast-check'
import { z } from 'zod'

/** The part of JSON Schema that zod uses for the requests of the product. */
type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** Returns the JSON Schema without references to the schemas that have names in the API documentation. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: z.registry() }) as Schema

/**
 * Generates input that a schema accepts by types, bounds and patterns. Most values are those of `given`, an input that is accepted: it
 * meets the custom rules, too.
 */
export const variedInput = (schema: z.ZodType, given: unknown): fc.Arbitrary<unknown> =>
  arbitraryFor(schemaOf(schema, 'input'), given)

/** The same for parameters of an address: they are sent as text, so the parsed type counts, and all are optional. */
export function variedParameters(schema: z.ZodType, given: unknown): fc.Arbitrary<unknown> {
  const { required: _, ...whole } = schemaOf(schema, 'output')
  return arbitraryFor(whole, given)
}

function arbitraryFor(schema: Schema, given?: unknown): fc.Arbitrary<unknown> {
  const { anyOf, oneOf, type = 'anything' } = schema
  const choices = anyOf ?? oneOf
  if (choices) return fc.oneof(...choices.map((choice) => arbitraryFor(choice, given)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  return arbitraryByType[type]?.(schema, given) ?? fc.jsonValue({ maxDepth: 2 })
}

const arbitraryByType: Readonly<Record<string, (schema: Schema, given: unknown) => fc.Arbitrary<unknown>>> = {
  object: arbitraryRecord,
  array: ({ items = {}, minItems: minLength = 0, maxItems = 4 }) =>
    fc.array(arbitraryFor(items), { minLength, maxLength: Math.max(minLength, Math.min(maxItems, 4)) }),
  string: arbitraryText,
  integer: ({ minimum = -9, maximum = 999 }) =>
    fc.integer({ min: Math.max(minimum, -1e6), max: Math.min(maximum, 1e6) }),
  number: ({ minimum = -9, maximum = 999 }) => fc.double({ min: minimum, max: maximum, noNaN: true }),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
}

function arbitraryRecord({ properties = {}, required = [] }: Schema, given: unknown): fc.Arbitrary<unknown> {
  const accepted: ReadonlyMap<string, unknown> = new Map(Object.entries(given ?? {}))
  const isGiven = (name: string) => accepted.has(name)
  const fields = Object.entries(properties).map(([name, property]) => {
    const value = accepted.get(name)
    const other = arbitraryFor(property, value)
    const both = fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other })
    return [name, isGiven(name) ? both : other] as const
  })
  const requiredKeys = [...required, ...Object.keys(properties).filter(isGiven)]
  return fc.record(Object.fromEntries(fields), { requiredKeys, noNullPrototype: true })
}

function arbitraryText({ pattern, format, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time')
    return fc
      .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString())
  const cappedLength = Math.max(minLength, Math.min(maxLength, 40))
  const anyText = fc.string({ unit: 'grapheme', minLength, maxLength: cappedLength })
  if (pattern === undefined) return anyText
  try {
    const matching = fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 60 })
    return matching.map((text) => text.slice(0, maxLength))
  } catch {
    // fast-check does not support every pattern, such as a lookahead.
    return anyText
  }
}

const fields = 'isAdmin role status _id userId __proto__ constructor prototype toString'.split(' ')

/** Unusual values that endpoints should refuse. */
export const unusualValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, {}, [], '', ' ', '0', 0, -1, 1.5, 5e-324, 1e308, 2 ** 53, -(2 ** 63)),
  fc.constantFrom(...'__proto__ constructor $all ../../etc/passwd \0 \ud800 \u202e NaN'.split(' ')),
  fc.constantFrom<unknown>({ $ne: null }, { toString: 'x' }, { valueOf: 'x' }, [[]], [null], { length: 1e9 }),
  fc.constantFrom(...[129, 301, 2_049, 5_001, 20_000].map((length) => 'ß'.repeat(length))),
  fc.constantFrom('<script>alert(1)</script>', "' OR 1=1 --", '${7*7}', '\r\nSet-Cookie: a=b'),
  fc.constant('javascript:alert(1)'),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Generates the same value with one fault: a field of another type, a missing one, or an additional one. */
export function withOneFault(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.oneof(
    fc.record({ kind: fc.constant('replace' as const), by: unusualValue }),
    fc.record({ kind: fc.constant('remove' as const) }),
    fc.record({ kind: fc.constant('add' as const), name: fc.constantFrom(...fields, ''), by: unusualValue }),
  )
  return fc
    .tuple(value, fc.nat(), change)
    .map(([original, seed, change]) => applyChange(original, seed, change))
}

type Change =
  | { kind: 'replace'; by: unknown }
  | { kind: 'remove' }
  | { kind: 'add'; name: string; by: unknown }

function applyChange(value: unknown, seed: number, change: Change): unknown {
  if (typeof value !== 'object' || value === null) return change.kind === 'replace' ? change.by : value
  if (Array.isArray(value))
    return value.map((item: unknown, index) =>
      index === seed % value.length ? applyChange(item, seed, change) : item,
    )
  const entries = Object.entries(value)
  if (change.kind === 'add') return Object.fromEntries([...entries, [change.name, change.by]])
  const [[name, field] = ['', undefined]] = entries.slice(seed % entries.length)
  const { [name]: _, ...others } = value as Record<string, unknown>
  if (change.kind === 'remove' || !(name in value)) return others
  // Sometimes changes an inner field of a nested value.
  const isInner = seed % 3 === 0 && typeof field === 'object'
  return { ...value, [name]: isInner ? applyChange(field, seed >> 2, change) : change.by }
}

/** Returns a value as text for a query or a path. */
export const toParameterText = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? '').toWellFormed()
