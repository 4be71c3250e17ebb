import { expect, test } from 'vitest'
import { throttledLog } from './process-context.ts'

test('logs the same failure once in ten seconds, and another one immediately', () => {
  let now = 0
  const lines: string[] = []
  const log = throttledLog(
    (during: string, error: string) => lines.push(`${during}: ${error}`),
    () => now,
  )
  for (; now < 25_000; now += 1_000) log('append', `at ${now}`)
  log('read', 'too')
  expect(lines).toEqual(['append: at 0', 'append: at 10000', 'append: at 20000', 'read: too'])
})
