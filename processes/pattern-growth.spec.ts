import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import { parseSync } from '@swc/core'
import { withPlaceholders } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { signUpRequest } from '@thirty/contracts/accounts/api.ts'
import { isEmailAddress } from '@thirty/contracts/accounts/email-address.ts'
import { normalizeForSearch } from '@thirty/contracts/user-texts/search-text.ts'
import { toCsv, parseCsv } from '@thirty/infra/csv/csv.ts'
import { root } from '../scripts/child-process.mjs'
import { cardText, textRuns } from '@thirty/projections/cards/card-text.ts'
import { allEndpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'

// The event loop stands still while a pattern is matched, so the work may grow with the length of the text only, not with its square.

const folders = '{{contracts,infra,command-api,projections,frontend}/src,processes}'
const files = globSync(`${folders}/**/*.{ts,tsx}`, { cwd: root })
  .filter((file) => !/\.spec\.tsx?$|\/testing\//.test(file))
  .concat('frontend/public/service-worker.js', 'frontend/public/before-paint.js')

type RegExpLiteral = { type: 'RegExpLiteral'; pattern: string; flags: string }

function* patternsIn(node: unknown): Generator<RegExpLiteral> {
  if (typeof node !== 'object' || node === null) return
  // Safe: what the parser calls so has these fields.
  if ('type' in node && node.type === 'RegExpLiteral') yield node as RegExpLiteral
  for (const inner of Object.values(node)) yield* patternsIn(inner)
}

const sources = files.map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') }))
const literals = sources.flatMap(({ file, code }) =>
  [...patternsIn(parseSync(code, { syntax: 'typescript', tsx: file.endsWith('x') }))].map(
    ({ pattern, flags }) => [file, new RegExp(pattern, flags)] as const,
  ),
)

const searchWith = (pattern: RegExp) => (text: string) =>
  pattern.global ? text.replaceAll(pattern, '') : pattern.test(text)

/** Characters that some pattern or other treats specially, one of each kind. */
const kinds = [...'\t\n "\'aA0_-.,;=/<!\u200B\u200D\u0301日', '\r\n', 'a ', 'a.', '\u0315\u0300']

/** Returns texts that repeat each character of the pattern and each kind of character, this many times. */
function* textsFor(source: string, times: number): Generator<string> {
  const words = source.match(/[\w\s/<"'=;:-]{2,}/g) ?? []
  const repeated = new Set([...kinds, ...source.replaceAll(/\\./gu, ''), ...words])
  for (const part of repeated)
    // The domain of an email address is looked at only behind a local part.
    for (const before of ['', words[0] ?? 'a', ...(source.includes('@') ? ['a@'] : [])])
      for (const after of ['', '\u0001', 'a']) yield before + part.repeat(times) + after
}

function timeOf(action: () => unknown): number {
  const begin = process.hrtime.bigint()
  action()
  return Number(process.hrtime.bigint() - begin)
}

const steps = [
  { from: 16, to: 24, limit: 30 },
  { from: 250, to: 2_000, limit: 24 },
]

/** The shortest times count: on a busy machine the longer text is interrupted again and again, the shorter one seldom. */
const tries = 60
/** Most time for all texts of a pattern. It takes some milliseconds, or forever if the work is the cube of the text. */
const maxMs = 20_000
const runLimited = new Script('action()')

/** Returns a text for which the work grows much more than the text does, also in the best of several tries, or does not end. */
function superLinear(source: string, search: (text: string) => unknown): string | undefined {
  let searched = ''
  const timeOfSearch = (text: string) => timeOf(() => search(text))
  const findText = (): string | undefined => {
    for (const { from, to, limit } of steps) {
      const longer = textsFor(source, to)
      for (const short of textsFor(source, from)) {
        const long = longer.next().value ?? ''
        searched = short
        let [shortTime, longTime] = [Infinity, Infinity]
        const grows = () => {
          longTime = Math.min(longTime, timeOfSearch(long))
          shortTime = Math.min(shortTime, timeOfSearch(short))
          return longTime > limit * shortTime
        }
        if (Array.from({ length: tries }).every(grows)) return short
      }
    }
    return undefined
  }
  let found: string | undefined
  const action = () => {
    found = findText()
  }
  try {
    // The time limit is the only thing that ends a match from outside of it.
    runLimited.runInContext(createContext({ action }), { timeout: maxMs })
  } catch (error) {
    if (!isTimeout(error)) throw error
    found = searched
  }
  return found === undefined ? undefined : JSON.stringify(found.slice(0, 20))
}

/** The error is one of the context, so no `Error` of this one. */
const isTimeout = (error: unknown): boolean =>
  (error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'

test('no pattern of the product does much more than double its work for a text twice as long', () => {
  expect(literals.length).toBeGreaterThan(100)
  const found = literals.flatMap(([file, pattern]) => {
    const text = superLinear(pattern.source, searchWith(pattern))
    return text === undefined ? [] : [`${file} ${pattern} ${text}`]
  })
  expect(found).toEqual([])
})

/** Returns the schemas of the values in a request or a part of one. */
function valuesIn(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodObject) return Object.values(schema.shape).flatMap(valuesIn)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(valuesIn)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return valuesIn(schema.unwrap())
  return schema instanceof z.ZodArray ? valuesIn(schema.element) : [schema]
}

test('neither does the work for a text in any field of any endpoint', () => {
  const parts = allEndpoints.flatMap(({ params, query, body }) => [params, query, body])
  const schemas = new Set(parts.flatMap((schema) => (schema === undefined ? [] : valuesIn(schema))))
  expect(schemas.size).toBeGreaterThan(100)
  const found = [...schemas].flatMap((schema) => {
    const text = superLinear('@:%', (filled) => z.safeParse(schema, filled))
    return text === undefined
      ? []
      : [`${JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }))} ${text}`]
  })
  expect(found).toEqual([])
})

const failsQuietly = (action: (text: string) => unknown) => (text: string) => {
  try {
    return action(text)
  } catch {
    return undefined
  }
}

/** What uses a pattern that is put together, or several. */
const functions: Readonly<Record<string, (text: string) => unknown>> = {
  'a cell of a CSV file': (text) => toCsv([[text]]),
  'a CSV file': failsQuietly(parseCsv),
  'an email address': isEmailAddress,
  // Marks in a wrong order are sorted one by one when a text is normalized.
  'a sign-up': (text) =>
    signUpRequest.safeParse({ fullName: text, email: `${text}@${text}`, password: text }),
  'a text that is searched': normalizeForSearch,
  'a line of a card': (text) => textRuns(cardText(text)),
  'a text for which a saved text is made': (text) =>
    withPlaceholders(text, { name: text.slice(0, 100), project: 'a a', day: '1' }),
}

test.each(Object.entries(functions))('neither does the work for %s', (_, action) => {
  expect(superLinear(',;|=+@{}"\'', action)).toBeUndefined()
})
