import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { allEndpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { afterAll, expect, test } from 'vitest'

/**
 * Letters. The longest text is nearly as long as a body may be: what looks at a text twice for every letter would take
 * minutes. The others are short enough for fields that look closer at a text only when it is not too long.
 */
const lengths = [30, 100, 250, 90_000]

const hostile: Readonly<Record<string, (length: number) => string>> = {
  letters: (length) => 'a'.repeat(length),
  'letters and a full stop': (length) => `${'a'.repeat(length - 1)}.`,
  'at signs': (length) => '@'.repeat(length),
  'an address of dots': (length) => `a@${'.'.repeat(length - 2)}`,
  'an address of parts': (length) => `a@${'b.'.repeat(length / 2 - 1)}`,
  blanks: (length) => `${' '.repeat(length - 1)}x`,
  'blanks between letters': (length) => 'a '.repeat(length / 2),
  'combining marks': (length) => `e${'\u0301'.repeat(length - 1)}`,
  'hyphens and apostrophes': (length) => `${"-'".repeat(length / 2 - 1)}!`,
  slashes: (length) => `https://${'/'.repeat(length - 8)}`,
  'an address of a host without end': (length) => `https://${'a.'.repeat(length / 2 - 4)}`,
  percents: (length) => '%'.repeat(length),
  digits: (length) => '9'.repeat(length),
}

/** Milliseconds after which a text counts as one without an answer. All of them together take less than a second. */
const patience = 15_000

type Judge = { thread: Worker; ended: Promise<never> }

/** A pattern that runs wild stops the thread in which it runs, and every clock there. So it is not this one. */
let judge: Judge | undefined

function startJudge(): Judge {
  const thread = new Worker(new URL('./testing/text-validation-worker.ts', import.meta.url))
  const ended = once(thread, 'exit').then(() => {
    judge = undefined
    throw new Error(`There was no answer within ${patience} ms.`)
  })
  // The end of the file ends the thread as well, and nobody waits for it any more.
  ended.catch(() => {})
  return { thread, ended }
}

/** By how many schemas each text was judged. Rejects when there is no end to it. */
async function judged(texts: readonly string[]): Promise<unknown> {
  const { thread, ended } = (judge ??= startJudge())
  const late = setTimeout(() => void thread.terminate(), patience)
  thread.postMessage(texts)
  const [answer] = await Promise.race([once(thread, 'message'), ended]).finally(() => clearTimeout(late))
  return answer
}

afterAll(() => judge?.thread.terminate())

test.each(Object.entries(hostile))(
  '%s are judged in time, in every field of every call',
  async (_what, of) => {
    const sum = allEndpoints.flatMap(({ params, query, body }) =>
      [params, query, body].filter(Boolean),
    ).length
    expect(sum).toBeGreaterThan(10)
    expect(await judged(lengths.map(of))).toEqual(lengths.map(() => sum))
  },
)
