import { expect, test } from 'vitest'
import { throttledLog } from './throttled-log.ts'

test('the same trouble is told once in ten seconds, another one at once', () => {
  let now = 0
  const told: string[] = []
  const tell = throttledLog(
    (during: string, error: string) => told.push(`${during}: ${error}`),
    () => now,
  )
  for (; now < 25_000; now += 1_000) tell('append', `at ${now}`)
  tell('read', 'too')
  expect(told).toEqual(['append: at 0', 'append: at 10000', 'append: at 20000', 'read: too'])
})
