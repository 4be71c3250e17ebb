import { createContext, runInContext } from 'node:vm'
import { allEndpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { parseWithAllSchemas } from '@thirty/contracts/testing/parse-with-all-schemas.ts'
import { expect, test } from 'vitest'

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
    const schemaCount = allEndpoints.flatMap(({ params, query, body }) =>
      [params, query, body].filter(Boolean),
    ).length
    expect(schemaCount).toBeGreaterThan(10)
    const counts: number[] = []
    const action = () => counts.push(...lengths.map((length) => parseWithAllSchemas(createText(length))))
    // The time limit ends a pattern that backtracks, which blocks its thread, including timers.
    runInContext('action()', createContext({ action }), { timeout })
    expect(counts).toEqual(lengths.map(() => schemaCount))
  },
)
