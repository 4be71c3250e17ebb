import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { allEndpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { afterAll, expect, test } from 'vitest'

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
const timeoutMs = 15_000

type ParsingThread = { thread: Worker; ended: Promise<never> }

/** The texts are parsed in another thread, because a pattern that backtracks blocks its thread, including timers. */
let current: ParsingThread | undefined

function startThread(): ParsingThread {
  const thread = new Worker(new URL('./testing/text-validation-worker.ts', import.meta.url))
  const ended = once(thread, 'exit').then(() => {
    current = undefined
    throw new Error(`The texts were not parsed within ${timeoutMs} ms.`)
  })
  // The thread also exits after the last test, when nothing awaits it.
  ended.catch(() => {})
  return { thread, ended }
}

/** Parses texts with every schema. Resolves to the number of schemas for each text, and rejects on a timeout. */
async function parseWithEverySchema(texts: readonly string[]): Promise<unknown> {
  const { thread, ended } = (current ??= startThread())
  const timer = setTimeout(() => void thread.terminate(), timeoutMs)
  thread.postMessage(texts)
  const [counts] = await Promise.race([once(thread, 'message'), ended]).finally(() => clearTimeout(timer))
  return counts
}

afterAll(() => current?.thread.terminate())

test.each(Object.entries(hostileTexts))(
  'parses %s in time, in every field of every endpoint',
  async (_label, createText) => {
    const schemaCount = allEndpoints.flatMap(({ params, query, body }) =>
      [params, query, body].filter(Boolean),
    ).length
    expect(schemaCount).toBeGreaterThan(10)
    expect(await parseWithEverySchema(lengths.map(createText))).toEqual(lengths.map(() => schemaCount))
  },
)
