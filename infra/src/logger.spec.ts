import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

function setUp() {
  const lines: string[] = []
  return { lines, log: createLogger({ destination: { write: (line) => void lines.push(line) } }) }
}

test('writes JSON lines with time, level and message', () => {
  const { lines, log } = setUp()
  log.info({ port: 3000 }, 'listening')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', port: 3000, msg: 'listening' })
  expect(lines[0]).toMatch(/"time":"\d{4}-\d\d-\d\dT/)
})

test('replaces secrets wherever they occur', () => {
  const { lines, log } = setUp()
  log.info({ password: 'p1', user: { token: 't1' }, request: { headers: { authorization: 'a1' } } }, 'odd')
  expect(lines[0]).not.toMatch(/p1|t1|a1/)
  expect(lines[0]?.match(/\[secret\]/g)).toHaveLength(3)
})

test('a line break in logged data does not start a new line', () => {
  const { lines, log } = setUp()
  log.info({ path: '/a\n{"level":"error"}' }, 'b\nc')
  expect(lines[0]?.trimEnd().includes('\n')).toBe(false)
})
