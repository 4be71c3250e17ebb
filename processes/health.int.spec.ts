import { healthResponse } from '@thirty/contracts/operations/health-api.ts'
import { expect, test } from 'vitest'
import { productOfTest, type Person, type TestProduct } from './testing/product.ts'

const health = async (product: TestProduct, admin: Person) =>
  healthResponse.parse(await product.send(admin, 'GET /api/admin/health'))

test('the health of a single process has its read models, the log, and what the self-check found', async () => {
  const product = await productOfTest({ SELF_CHECK_HOURS: '0', ALLOWED_LAG_SECONDS: '20' })
  const admin = await product.admin()
  await product.core.health.check()
  const { readModels, ...before } = await health(product, admin)
  expect(readModels.map(({ name }) => name)).toContain('people')
  expect(new Set(readModels.map(({ state }) => state))).toEqual(new Set(['current']))
  expect(before).toMatchObject({ allowedLagSeconds: 20, selfCheckHours: 0, isStoreAvailable: true })
  expect(before.log?.position).toBe(`${await product.core.log.head()}`)
  expect(before.processes).toMatchObject([{ role: 'all', sockets: 0, memoryBytes: expect.any(Number) }])

  await product.core.selfCheck?.check()
  const own = async () => (await health(product, admin)).processes[0]
  const checkOf = async () => (await own())?.projections.find(({ name }) => name === 'people')?.check
  await expect.poll(checkOf, { timeout: 10_000 }).toMatchObject({ differences: 0, isHealed: null })
  // The email that confirms the address of a new participant is written to a file.
  await product.participant()
  await expect.poll(async () => (await own())?.mail?.delivered, { timeout: 10_000 }).toBeGreaterThan(0)
})
