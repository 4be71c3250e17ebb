import { expect, test } from 'vitest'
import { z } from 'zod'
import { allCalls } from './calls.ts'

/** As long as a body may be, nearly: what looks at a text twice for every letter would take minutes. */
const length = 90_000

const hostile: Readonly<Record<string, string>> = {
  letters: 'a'.repeat(length),
  'letters and a full stop': `${'a'.repeat(length)}.`,
  'at signs': '@'.repeat(length),
  'an address of dots': `a@${'.'.repeat(length)}`,
  'an address of parts': `a@${'b.'.repeat(length / 2)}`,
  blanks: `${' '.repeat(length)}x`,
  'blanks between letters': 'a '.repeat(length / 2),
  'combining marks': `e${'\u0301'.repeat(length)}`,
  'hyphens and apostrophes': `${"-'".repeat(length / 2)}!`,
  slashes: `https://${'/'.repeat(length)}`,
  'an address of a host without end': `https://${'a.'.repeat(length / 2)}`,
  percents: '%'.repeat(length),
  digits: '9'.repeat(length),
}

/** Fills every field with the same text, as deep as the schema goes. */
function filled(schema: z.core.$ZodType, text: string): unknown {
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(schema.shape).map(([name, one]) => [name, filled(one, text)]))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return filled(schema.unwrap(), text)
  if (schema instanceof z.ZodArray) return [filled(schema.element, text)]
  return text
}

const membersOf = (schema: z.core.$ZodType): readonly z.core.$ZodType[] =>
  schema instanceof z.ZodUnion ? schema.options.flatMap(membersOf) : [schema]

const schemas = allCalls.flatMap(({ method, path, params, query, body }) =>
  [params, query, body].flatMap((schema) =>
    (schema ? membersOf(schema) : []).map((member) => ({ name: `${method} ${path}`, schema, member })),
  ),
)

// There is no clock in here: a check that is slow does not come back before the test's own end.
test.each(Object.entries(hostile))(
  '%s without end are judged at once, in every field of every call',
  (_what, text) => {
    expect(schemas.length).toBeGreaterThan(10)
    for (const { schema, member } of schemas) {
      const result = schema?.safeParse(filled(member, text))
      expect(result?.success === true || (result?.error?.issues.length ?? 0) > 0).toBe(true)
    }
  },
)
