import { connectRedis } from '@thirty/infra/testing/read-models/connect-redis.ts'
import { redisKeyPrefix } from '@thirty/infra/redis-key-prefix.ts'
import { formatReadModelKey } from '@thirty/infra/read-models/redis/script-arguments.ts'
import { inspectRedis } from '@thirty/infra/testing/read-models/redis-inspector.ts'
import { peopleProjection } from '@thirty/projections/people/projection.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createAdmin, createParticipant, type SignedInUser } from '../../e2e/support/api.ts'
import { clusterTimeZone, publicUrl, startCluster, type Cluster } from '../../e2e/support/cluster.ts'
import { runInShell } from '../testing/operator-shell.ts'

// The tests start several processes and hand projections over.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

let cluster: Cluster
let ada: SignedInUser
let redis: ReturnType<typeof connectRedis>
beforeAll(async () => {
  cluster = await startCluster({ webs: 1, projectors: 2 })
  redis = connectRedis(cluster.redis.url)
  const target = { url: cluster.webs[0]?.url ?? '', adminKey: cluster.adminKey }
  await createAdmin(target, 'Ines Duarte')
  ada = await createParticipant(target, 'Maya Lindgren')
})
afterAll(async () => {
  redis.disconnect()
  await cluster.remove()
})

const shell = (...args: string[]) =>
  runInShell(args, {
    folder: cluster.dataDir,
    environment: {
      EVENTSTORE_URL: cluster.log.url,
      REDIS_URL: cluster.redis.url,
      JWT_SECRET: cluster.jwtSecret,
      RESERVATION_KEY: cluster.jwtSecret,
      ADMIN_REGISTRATION_KEY: cluster.adminKey,
      CHALLENGE_TIMEZONE: clusterTimeZone,
      PUBLIC_URL: publicUrl,
    },
  })

/** Returns the key of the documents of the live build of `people`. */
async function documentsKey(): Promise<string> {
  const inspector = inspectRedis(cluster.redis.url)
  const live = await inspector.liveBuild(peopleProjection)
  inspector.close()
  if (live === undefined) throw new Error('There is no live build.')
  return `${redisKeyPrefix}build:${formatReadModelKey(peopleProjection)}:${live.build}:documents`
}

test('an operator changes accounts beside the running processes', async () => {
  expect(await shell('user', 'deactivate', ada.email)).toMatchObject({
    code: 0,
    text: 'Maya Lindgren is inactive, and is logged out everywhere.',
  })
  expect((await shell('user', 'activate', ada.email)).code).toBe(0)
})

test('doctor finds what somebody changed in Redis, and replay rebuilds it while projectors run', async () => {
  const key = await documentsKey()
  await redis.hdel(key, ada._id)
  const doctor = await shell('doctor', '--json')
  expect(doctor.code).toBe(1)
  const { findings } = JSON.parse(doctor.text)
  expect(findings).toContainEqual(
    expect.objectContaining({
      check: 'read models',
      state: 'fault',
      details: expect.arrayContaining([`  document ${ada._id} is missing`]),
    }),
  )
  expect(findings).toContainEqual(expect.objectContaining({ check: 'log', state: 'fine' }))
  const replay = await shell('replay', '--json')
  const { readModels } = JSON.parse(replay.text)
  expect([replay.code, readModels.filter(({ isRebuilt }: { isRebuilt: boolean }) => !isRebuilt)]).toEqual([
    1,
    [],
  ])
  expect(await documentsKey()).not.toBe(key)
  expect(await redis.hexists(await documentsKey(), ada._id)).toBe(1)
  expect((await shell('doctor')).code).toBe(0)
  // The projectors have taken everything back.
  await expect
    .poll(async () => (await fetch(`${cluster.webs[0]?.url}/readyz`)).json(), { timeout: 20_000 })
    .toMatchObject({ status: 'ready' })
})

test('events of EventStoreDB are shown and end', async () => {
  const { code, text } = await shell('events', '--once')
  expect(code).toBe(0)
  const types = text.split('\n').map((line) => JSON.parse(line).type)
  expect(types).toContain('UserStatusChanged')
  expect(text).not.toContain('Lindgren')
})
