import { connectRedis } from '@thirty/infra/testing/read-models/connect-redis.ts'
import { redisKeyPrefix } from '@thirty/infra/redis-key-prefix.ts'
import { redisOfTest } from '@thirty/infra/testing/read-models/redis-of-specs.ts'
import { expect, test, vi } from 'vitest'
import { password, productOfTest } from './testing/product.ts'
import { openDiscussion, postComment, rate, submitProject } from './testing/scenario.ts'

vi.setConfig({ testTimeout: 90_000 })

test('a read model in Redis that differs from the log is reported, healed and counted', async () => {
  const server = await redisOfTest()
  const redis = connectRedis(server.url)
  const product = await productOfTest({ SELF_CHECK_HOURS: '0', REDIS_URL: server.url })
  const { core, send, participant } = product
  // People do many kinds of things, and one of them deletes the account.
  const [admin, ada, ben, cleo] = [
    await product.admin(),
    await participant(),
    await participant(),
    await participant(),
  ]
  const project = await submitProject(product, ada)
  const second = await submitProject(product, cleo, 2)
  for (const by of [ben, ben]) await postComment(product, by, project)
  await openDiscussion(product, cleo)
  await rate(product, admin, project, 4)
  await send(admin, `PUT /api/projects/${project}`, { status: 'approved' })
  await send(ben, `PUT /api/projects/${second}/like`)
  // The log keeps only the last of these marks, and none of a deleted account.
  for (let times = 0; times < 3; times += 1)
    await send(ada, 'POST /api/notifications/read', { upTo: String(await core.log.head()) })
  await send(cleo, 'DELETE /api/auth/account', { password })

  const check = async () => (await core.selfCheck?.check()) ?? []
  const count = core.models.shownProjections().length
  await expect.poll(async () => (await check()).length, { timeout: 30_000 }).toBe(count)
  const faulty = async () => (await check()).filter((checked) => checked.count > 0)
  expect(await faulty()).toEqual([])

  const shown = core.models.shownProjections().map(({ projection }) => projection)
  const board = shown.find(({ name }) => name.startsWith('leaderboard'))
  const live = board && (await core.store.liveBuild(board))
  if (!live) throw new Error('The leaderboard has no live build.')
  const { name, version, build } = live.build
  await redis.hset(
    `${redisKeyPrefix}build:${name}:${version}:${build}:documents`,
    ada.id,
    '{"name":"Mallory"}',
  )
  const [found] = await faulty()
  expect(found).toMatchObject({ readModel: { name }, isHealed: true })
  expect(found?.differences).toContainEqual(expect.objectContaining({ of: 'document', is: 'different' }))
  const { text } = await product.ask({ method: 'GET', path: '/metrics' })
  expect(text).toContain(`thirty_read_model_drift_total{view="${name}"} ${found?.count}`)
  expect(text).toMatch(/thirty_read_model_healed_total\{.*healed="yes"\} 1$/m)
  expect(await faulty()).toEqual([])
  expect(JSON.stringify(await send(ada, 'GET /api/leaderboard/leaderboard'))).not.toContain('Mallory')
})
