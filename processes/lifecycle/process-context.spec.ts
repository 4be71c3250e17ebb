import { createLogger } from '@thirty/infra/logger.ts'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { createProcessContext, operationalAppOptions, untrustedProxies } from './process-context.ts'

/** A process without stores, and the lines of its log. */
function startProcess() {
  const lines: string[] = []
  const logger = createLogger({ destination: { write: (line) => void lines.push(line) } })
  const context = createProcessContext(readConfig({ DATA_DIR: '/nowhere' }), logger)
  return { context, logged: () => lines.map((line) => JSON.parse(line)) }
}

test('a process warns of the same once in ten seconds, with the reason, and of something else, or for another reason, at once', () => {
  const { context, logged } = startProcess()
  for (let count = 0; count < 100; count += 1) context.warn('the drafts stay', new Error(`away ${count}`))
  context.warn('the drafts stay', new TypeError('odd'))
  context.warn('a message was not sent')
  expect(logged()).toMatchObject([
    { level: 'warn', msg: 'the drafts stay', err: { message: 'away 0' } },
    { level: 'warn', msg: 'the drafts stay', err: { message: 'odd' } },
    { level: 'warn', msg: 'a message was not sent' },
  ])
})

test('many refused commands are one line in the log, and named by the storage watch', () => {
  const { context, logged } = startProcess()
  const { onCommandLost } = operationalAppOptions(context, () => ({ reasons: [] }))
  for (let count = 0; count < 100; count += 1) onCommandLost?.('The disk is full; nothing was stored.')
  expect(logged()).toEqual([
    expect.objectContaining({
      level: 'error',
      msg: 'commands are refused, because nothing can be stored',
      reason: 'The disk is full; nothing was stored.',
    }),
  ])
  expect(context.storage.problem()).toBe('Commands are refused: The disk is full; nothing was stored.')
})

test('a forwarding header that nobody trusts is logged once, and named for an hour', () => {
  const lines: string[] = []
  let now = 0
  const proxies = untrustedProxies(
    createLogger({ destination: { write: (line) => void lines.push(line) } }),
    () => now,
  )
  expect(proxies.recent()).toBeNull()
  proxies.found('10.0.0.3')
  proxies.found('10.0.0.4')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('TRUST_PROXY')
  expect(proxies.recent()).toBe('10.0.0.4')
  now = 3_600_000
  expect(proxies.recent()).toBeNull()
})
