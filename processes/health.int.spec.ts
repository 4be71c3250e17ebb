import { cp } from 'node:fs/promises'
import { healthResponse } from '@thirty/contracts/api/admin/health.ts'
import { startRedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestProduct, type TestProduct } from './testing/product.ts'

// The tests start a whole product.
vi.setConfig({ testTimeout: 60_000 })

const health = async (product: TestProduct, token: string) =>
  healthResponse.parse((await product.ask({ method: 'GET', path: '/api/admin/health', token })).json)

test('the health of a single process has its read models, the log, and what the self-check found', async () => {
  const product = await startTestProduct({ SELF_CHECK_HOURS: '0', ALLOWED_LAG_SECONDS: '20' })
  onTestFinished(product.close)
  const { token } = await product.admin()
  await product.core.health.check()
  const before = await health(product, token)
  expect(before.readModels.map(({ name }) => name)).toContain('people')
  expect(before.readModels.every(({ state }) => state === 'current')).toBe(true)
  expect([before.allowedLagSeconds, before.selfCheckHours, before.isStoreAvailable]).toEqual([20, 0, true])
  expect(before.log?.position).toBe(`${await product.core.log.head()}`)
  const [own] = before.processes
  expect(before.processes).toHaveLength(1)
  expect([own?.role, own?.sockets]).toEqual(['all', 0])
  expect(own?.memoryBytes).toBeGreaterThan(10_000_000)
  expect(own?.projections.find(({ name }) => name === 'people')).toEqual({
    name: 'people',
    isParked: false,
    check: null,
  })

  await product.core.selfCheck?.check()
  const checkOf = async () =>
    (await health(product, token)).processes[0]?.projections.find(({ name }) => name === 'people')?.check
  await expect.poll(checkOf, { timeout: 10_000 }).toMatchObject({ differences: 0, isHealed: null })

  // The email that confirms the address of a new participant is written to a file.
  await product.participant()
  const deliveredMails = async () => (await health(product, token)).processes[0]?.mail?.delivered
  await expect.poll(deliveredMails, { timeout: 10_000 }).toBeGreaterThan(0)
})

test('processes that share Redis are all listed, until they end', async () => {
  const redis = await startRedisServer()
  onTestFinished(() => redis.close())
  // Two copies of one log: Redis belongs to it.
  const before = await startTestProduct()
  const { token } = await before.admin()
  await before.stop()
  const copy = `${before.folder}-copy`
  await cp(before.folder, copy, { recursive: true })
  const first = await startTestProduct({ REDIS_URL: redis.url }, before.folder)
  onTestFinished(first.close)
  const second = await startTestProduct({ REDIS_URL: redis.url }, copy)
  const countProcesses = async () => (await health(first, token)).processes.length
  await expect.poll(countProcesses, { timeout: 15_000 }).toBe(2)
  await second.close()
  await expect.poll(countProcesses, { timeout: 15_000 }).toBe(1)
})

test('participants and visitors do not see the health', async () => {
  const product = await startTestProduct()
  onTestFinished(product.close)
  const { token } = await product.participant()
  const statusOf = async (by?: string) =>
    (await product.ask({ method: 'GET', path: '/api/admin/health', token: by })).status
  expect([await statusOf(token), await statusOf()]).toEqual([403, 401])
})
