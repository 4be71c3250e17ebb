import { connectRedis } from '@thirty/infra/testing/read-models/connect-redis.ts'
import { redisKeyPrefix } from '@thirty/infra/redis-key-prefix.ts'
import { formatReadModelKey } from '@thirty/infra/read-models/redis/script-arguments.ts'
import { inspectRedis } from '@thirty/infra/testing/read-models/redis-inspector.ts'
import { peopleProjection } from '@thirty/projections/people/projection.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createAdmin, createParticipant } from '../../e2e/support/api.ts'
import { clusterTimeZone, publicUrl, startCluster } from '../../e2e/support/cluster.ts'
import { runInShell } from '../testing/operator-shell.ts'

// The test starts several processes and hands projections over.
vi.setConfig({ testTimeout: 240_000 })

test('beside running processes an operator changes accounts, and replay rebuilds what doctor finds changed in Redis', async () => {
  const cluster = await startCluster({ webs: 1, projectors: 2 })
  onTestFinished(async () => void (await cluster.remove()))
  const redis = connectRedis(cluster.redis.url)
  onTestFinished(() => redis.disconnect())
  const inspector = inspectRedis(cluster.redis.url)
  onTestFinished(inspector.close)
  const target = { url: cluster.webs[0]?.url ?? '', adminKey: cluster.adminKey }
  await createAdmin(target, 'Ines Duarte')
  const ada = await createParticipant(target, 'Maya Lindgren')
  const environment = {
    EVENTSTORE_URL: cluster.log.url,
    REDIS_URL: cluster.redis.url,
    JWT_SECRET: cluster.jwtSecret,
    RESERVATION_KEY: cluster.jwtSecret,
    ADMIN_REGISTRATION_KEY: cluster.adminKey,
    CHALLENGE_TIMEZONE: clusterTimeZone,
    PUBLIC_URL: publicUrl,
  }
  const shell = (...args: string[]) => runInShell(args, { folder: cluster.dataDir, environment })
  /** The key of the documents of the live build of `people`. */
  const documentsKey = async () => {
    const live = await inspector.liveBuild(peopleProjection)
    return `${redisKeyPrefix}build:${formatReadModelKey(peopleProjection)}:${live?.build}:documents`
  }

  expect(await shell('user', 'deactivate', ada.email)).toMatchObject({
    code: 0,
    text: 'Maya Lindgren is inactive, and is logged out everywhere.',
  })
  const key = await documentsKey()
  await redis.hdel(key, ada._id)
  const doctor = await shell('doctor', '--json')
  const { findings } = JSON.parse(doctor.text)
  const details = expect.arrayContaining([`  document ${ada._id} is missing`])
  expect([doctor.code, findings]).toEqual([
    1,
    expect.arrayContaining([expect.objectContaining({ check: 'read models', state: 'fault', details })]),
  ])
  expect((await shell('replay', '--json')).code).toBe(1)
  expect(await documentsKey()).not.toBe(key)
  expect(await redis.hexists(await documentsKey(), ada._id)).toBe(1)
  expect((await shell('doctor')).code).toBe(0)
  // The projectors have taken everything back.
  await expect
    .poll(async () => (await fetch(`${target.url}/readyz`)).json(), { timeout: 20_000 })
    .toMatchObject({ status: 'ready' })
  const { code, text } = await shell('events', '--once')
  expect([code, text]).toEqual([0, expect.stringContaining('"UserStatusChanged"')])
  expect(text).not.toContain('Lindgren')
})
