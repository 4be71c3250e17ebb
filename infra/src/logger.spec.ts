import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

function setUp() {
  const lines: string[] = []
  return { lines, log: createLogger({ destination: { write: (line) => void lines.push(line) } }) }
}

test('a line is JSON with time, level and what was said', () => {
  const { lines, log } = setUp()
  log.info({ port: 3000 }, 'listening')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', port: 3000, msg: 'listening' })
  expect(lines[0]).toMatch(/"time":"\d{4}-\d\d-\d\dT/)
})

test('secrets are blotted out wherever they ride along', () => {
  const { lines, log } = setUp()
  log.info({ password: 'p1', user: { token: 't1' }, request: { headers: { authorization: 'a1' } } }, 'odd')
  expect(lines[0]).not.toMatch(/p1|t1|a1/)
  expect(lines[0]?.match(/\[secret\]/g)).toHaveLength(3)
})

test('a line break in what was sent does not begin a new line', () => {
  const { lines, log } = setUp()
  log.info({ path: '/a\n{"level":"error"}' }, 'b\nc')
  expect(lines[0]?.trimEnd().includes('\n')).toBe(false)
})
