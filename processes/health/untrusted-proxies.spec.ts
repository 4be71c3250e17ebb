import { createLogger } from '@thirty/infra/logger.ts'
import { expect, test } from 'vitest'
import { untrustedProxies } from './untrusted-proxies.ts'

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
