import { healthResponse } from '@thirty/contracts/operations/health-api.ts'
import { expect, test } from 'vitest'
import { plantInStore } from '@thirty/projections/testing/plant-in-store.ts'
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
  for (const deliveries of ['mail', 'push', 'webhooks'] as const)
    expect(before.processes[0]?.[deliveries]).toMatchObject({ waiting: expect.any(Number) })

  const own = async () => (await health(product, admin)).processes[0]
  // The email that confirms the address of a new participant is written to a file.
  await product.participant()
  await expect.poll(async () => (await own())?.mail?.delivered, { timeout: 10_000 }).toBeGreaterThan(0)
})

test('a read model that differs from the log is reported, healed and counted', async () => {
  const product = await productOfTest({ SELF_CHECK_HOURS: '0' })
  const [admin, ada] = [await product.admin(), await product.participant()]
  const { store, models, selfCheck } = product.core
  const shown = models.shownProjections().map(({ projection }) => projection)
  const people = shown.find(({ name }) => name === 'people')
  if (!people) throw new Error('There is no such read model.')
  const check = async () => (await selfCheck?.check()) ?? []
  const faulty = async () => (await check()).filter(({ differences }) => differences.length > 0)
  const checked = (await check()).map(({ readModel }) => readModel.name)
  expect(checked.toSorted()).toEqual(shown.map(({ name }) => name).toSorted())
  const checkOf = async () =>
    (await health(product, admin)).processes[0]?.projections.find(({ name }) => name === 'people')?.check
  expect(await faulty()).toEqual([])
  await expect.poll(checkOf, { timeout: 10_000 }).toMatchObject({ differences: 0, isHealed: null })

  await plantInStore(store, people, { deletes: [ada.id] })
  const [found] = await faulty()
  expect(found).toMatchObject({ readModel: { name: 'people' }, isHealed: true })
  expect(found?.differences).toContain(`document ${ada.id} is missing`)
  const { text } = await product.ask({ method: 'GET', path: '/metrics' })
  expect(text).toContain(`thirty_read_model_drift_total{view="people"} ${found?.differences.length}`)
  expect(text).toMatch(/thirty_read_model_healed_total\{view="people",healed="yes"\} 1$/m)
  await expect
    .poll(checkOf, { timeout: 10_000 })
    .toMatchObject({ differences: found?.differences.length, isHealed: true })
  expect(await faulty()).toEqual([])
  expect(await store.load(people, [ada.id])).toMatchObject([{ email: ada.email }])
})
