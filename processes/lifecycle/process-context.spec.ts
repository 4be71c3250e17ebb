import { createLogger } from '@thirty/infra/logger.ts'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { createProcessContext, operationalAppOptions, untrustedProxies } from './process-context.ts'

test('many refused commands are one line in the log, and named by the storage watch', () => {
  const lines: string[] = []
  const logger = createLogger({ destination: { write: (line) => void lines.push(line) } })
  const context = createProcessContext(readConfig({ DATA_DIR: '/nowhere' }), logger)
  const { onCommandLost } = operationalAppOptions(context, () => ({ reasons: [] }))
  for (let count = 0; count < 100; count += 1) onCommandLost?.('The disk is full; nothing was stored.')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
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
