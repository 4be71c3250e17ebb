import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

function setUp(isReadable = false) {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  return { lines, log: createLogger({ destination, isReadable }) }
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

test('an error of Redis says its command, and not with what: with it, a connection sends its password', () => {
  const { lines, log } = setUp()
  const command = { name: 'hello', args: ['3', 'AUTH', 'default', 'p1'] }
  log.warn({ err: Object.assign(new Error('WRONGPASS'), { command }) }, 'odd')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { command: { name: 'hello', args: '[secret]' } } })
})

test('a line break in logged data does not start a new line', () => {
  const { lines, log } = setUp()
  log.info({ path: '/a\n{"level":"error"}' }, 'b\nc')
  expect(lines[0]?.trimEnd().includes('\n')).toBe(false)
})

test('on a terminal a line is text for a person, without control characters of logged data', () => {
  const { lines, log } = setUp(true)
  log.info({ port: 3000, path: '/a\n\u001B[31mred\u007f' }, 'listening')
  // Control characters of one byte in other encodings, ends of lines, and characters that turn the direction of a text.
  log.info({ '\u009b': { in: '\u009b2J\u007f' } }, 'a\u009b31m\u0085b\u2028c\u202e')
  log.error({ err: new TypeError('odd\u0007'), password: 'p1' }, 'failed')
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d info  listening  port=3000  path=\/a\\n\\u001b\[31mred\\u007f\n$/)
  expect(lines[1]).toMatch(/a\\u009b31m\\u0085b\\u2028c\\u202e  \\u009b=\{"in":"\\u009b2J\\u007f"\}\n$/)
  expect(lines[2]).toMatch(
    /^\d\d:\d\d:\d\d error failed  password=\[secret\]\n    TypeError: odd\\u0007\n    at /,
  )
})
