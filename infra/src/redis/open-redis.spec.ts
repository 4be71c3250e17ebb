import { expect, test } from 'vitest'
import { checkServer } from './open-redis.ts'

const info = (fields: Record<string, string>) =>
  ['# Server', ...Object.entries(fields).map(([name, value]) => `${name}:${value}`), ''].join('\r\n')

test.for(['6.2.0', '6.10.1', '7.0.15', '8.2.1'])('accepts Redis %s', (version) => {
  expect(() => checkServer(info({ redis_version: version }))).not.toThrow()
})

test.for(['5.0.14', '6.0.16'])('refuses Redis %s, which is too old', (version) => {
  expect(() => checkServer(info({ redis_version: version }))).toThrow(`a Redis ${version}, which is too old`)
})

test.for(['allkeys-lru', 'volatile-ttl'])(
  'refuses a Redis with limited memory and the eviction policy %s',
  (policy) => {
    const full = { redis_version: '7.2.4', maxmemory: '100000000', maxmemory_policy: policy }
    expect(() => checkServer(info(full))).toThrow(`set its maxmemory-policy to noeviction (it is ${policy})`)
    expect(() => checkServer(info({ ...full, maxmemory_policy: 'noeviction' }))).not.toThrow()
    expect(() => checkServer(info({ ...full, maxmemory: '0' }))).not.toThrow()
  },
)
