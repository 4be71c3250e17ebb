import { limitRules } from '@thirty/contracts/endpoints/limits.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test, vi } from 'vitest'
import { processesOfTest } from './testing/history-model/stores.ts'
import { type Person, type TestProduct, productForFile } from './testing/product.ts'

vi.setConfig({ testTimeout: 120_000 })

const until = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16)
const settings = {
  RATE_LIMIT: 'on',
  TRUST_PROXY: '127.0.0.1',
  EVENT_NETWORKS: `198.51.100.0/24, 2001:db8:1::/48@${until}Z`,
}
const product = productForFile(settings)
const owner = appForFile(() => product.admin())

let addresses = 0
/** Asks for a new password at each process. Returns the statuses. */
const forgot = (from: string, ...products: readonly TestProduct[]): Promise<number[]> =>
  Promise.all(
    products.map(async ({ answer }) => {
      const body = { email: `nobody${(addresses += 1)}@people.example` }
      const headers = { 'X-Forwarded-For': from }
      return (await answer(undefined, 'POST /api/auth/forgot-password', body, headers)).status
    }),
  )
/** Asks as often as an address may, at each process the same part of it. Returns the statuses of one more at each. */
async function useUp(from: string, ...products: readonly TestProduct[]): Promise<number[]> {
  for (let sent = 0; sent < limitRules['forgot-password-from'].points; sent += 20)
    await Promise.all(Array.from({ length: 20 / products.length }, () => forgot(from, ...products)))
  return forgot(from, ...products)
}
const nameEvent = ({ send }: TestProduct, by: Person, networks: string[] | null) =>
  send(by, 'PUT /api/admin/challenge/options', {
    eventNetworks: networks && { networks, until: new Date(`${until}Z`).toISOString() },
  })

test('networks that an owner names at one process are an event at all, from then until they are taken back', async () => {
  const [first, second] = await processesOfTest(settings)
  const admin = await first.admin()
  const bothAnswer = (from: string, status: number) =>
    expect.poll(() => forgot(from, first, second), { timeout: 10_000 }).toEqual([status, status])
  for (const from of ['203.0.113.7', '203.0.114.7'])
    expect(await useUp(from, first, second)).toEqual([429, 429])
  await nameEvent(first, admin, ['203.0.113.0/24'])
  await bothAnswer('203.0.113.7', 200)
  expect(await forgot('203.0.114.7', first)).toEqual([429])
  await nameEvent(second, admin, null)
  await bothAnswer('203.0.113.7', 429)
})

test.each([
  ['2001:db8:1:2::9', 200],
  ['2001:db8:2:2::9', 429],
])('the variable names networks, too: one request more from %s is answered with %i', async (from, status) => {
  expect(await useUp(from, product)).toEqual([status])
})

test('wrong passwords keep their bound at an event', async () => {
  const statuses = new Set<number>()
  for (let count = 0; count < 101; count += 1) {
    const body = { emailOrUsername: `nobody${count}`, password: 'Wrong-horse-7' }
    const headers = { 'X-Forwarded-For': '198.51.100.20' }
    statuses.add((await product.answer(undefined, 'POST /api/auth/login', body, headers)).status)
  }
  expect([...statuses]).toEqual([401, 429])
})

test('sockets of an address are 500, and more at an event', async () => {
  const open = () => product.openSocket()
  for (let count = 0; count < 500; count += 50) await Promise.all(Array.from({ length: 50 }, open))
  await expect(open()).rejects.toThrow('Many people are watching from your network. Try again in 1 minute.')
  await nameEvent(product, owner, ['127.0.0.1'])
  await open()
})

test('the screen of the settings has the position of the last change, and tells the address from which it is read', async () => {
  const changed = await product.send<object>(owner, 'PUT /api/admin/challenge/options', { wantedRatings: 2 })
  const headers = { 'X-Forwarded-For': '203.0.113.9:51234' }
  const { json } = await product.answer(owner, 'GET /api/admin/challenge/options', undefined, headers)
  expect(json).toMatchObject({ ...changed, yourAddress: '203.0.113.9' })
})
