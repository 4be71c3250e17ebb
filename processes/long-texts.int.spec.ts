import { createContext, runInContext } from 'node:vm'
import { allEndpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'

/** Returns a value of the shape of the schema with the same text in every field. */
function fillFields(schema: z.core.$ZodType, text: string): unknown {
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape).map(([name, field]) => [name, fillFields(field, text)]),
    )
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return fillFields(schema.unwrap(), text)
  return schema instanceof z.ZodArray ? [fillFields(schema.element, text)] : text
}

const unionMembers = (schema: z.core.$ZodType): readonly z.core.$ZodType[] =>
  schema instanceof z.ZodUnion ? schema.options.flatMap(unionMembers) : [schema]

const schemas = allEndpoints
  .flatMap(({ params, query, body }) => [params, query, body])
  .flatMap((schema) => (schema === undefined ? [] : unionMembers(schema)))
const parse = (text: string) => schemas.map((schema) => z.safeParse(schema, fillFields(schema, text)))

/**
 * Lengths of the texts. The longest almost fills a request body; a pattern with quadratic time would take minutes for it.
 * The shorter ones are within the length limits of fields, so that the patterns of those fields are reached.
 */
const lengths = [30, 100, 250, 90_000]

const hostileTexts: Readonly<Record<string, (length: number) => string>> = {
  letters: (length) => 'a'.repeat(length),
  'letters and a full stop': (length) => `${'a'.repeat(length - 1)}.`,
  'at signs': (length) => '@'.repeat(length),
  'an email address of dots': (length) => `a@${'.'.repeat(length - 2)}`,
  'an email address of many labels': (length) => `a@${'b.'.repeat(length / 2 - 1)}`,
  blanks: (length) => `${' '.repeat(length - 1)}x`,
  'blanks between letters': (length) => 'a '.repeat(length / 2),
  'combining marks': (length) => `e${'\u0301'.repeat(length - 1)}`,
  // Each is moved before those with a higher class when a text is normalized.
  'combining marks in a wrong order': (length) => `e${'\u0315\u0300'.repeat(length / 2 - 1)}`,
  'hyphens and apostrophes': (length) => `${"-'".repeat(length / 2 - 1)}!`,
  slashes: (length) => `https://${'/'.repeat(length - 8)}`,
  'a URL with an endless host': (length) => `https://${'a.'.repeat(length / 2 - 4)}`,
  percents: (length) => '%'.repeat(length),
  digits: (length) => '9'.repeat(length),
}

/** Milliseconds after which parsing counts as stuck. All texts together take less than a second. */
const timeout = 15_000

test.each(Object.entries(hostileTexts))(
  'parses %s in time, in every field of every endpoint',
  (_label, createText) => {
    expect(schemas.length).toBeGreaterThan(10)
    let parsed = 0
    const action = () => {
      for (const length of lengths) parsed += parse(createText(length)).length
    }
    // The time limit ends a pattern that backtracks, which blocks its thread, including timers.
    runInContext('action()', createContext({ action }), { timeout })
    expect(parsed).toBe(lengths.length * schemas.length)
  },
)
