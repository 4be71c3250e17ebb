import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { limitRules, socketLimits } from '@thirty/contracts/rules/limits.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openStores, type Stores } from './testing/history-model/stores.ts'
import { startTestProduct, type Person, type TestProduct } from './testing/product.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let stores: Stores
/** Processes with shared stores. */
let first: TestProduct
let second: TestProduct
let owner: Person
beforeAll(async () => {
  stores = await openStores('eventstoredb and redis')
  const until = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16)
  const settings = {
    ...stores.settings,
    RATE_LIMIT: 'on',
    TRUST_PROXY: '127.0.0.1',
    EVENT_NETWORKS: `198.51.100.0/24@${until}Z`,
  }
  first = await startTestProduct(settings)
  second = await startTestProduct(settings)
  owner = await first.admin()
})
afterAll(async () => {
  await second.close()
  await first.close()
  await stores.close()
})

let addresses = 0
/** Asks for a new password. */
const forgot = async ({ ask }: TestProduct, from: string): Promise<number> => {
  const body = { email: `nobody${(addresses += 1)}@people.example` }
  const headers = { 'X-Forwarded-For': from }
  return (await ask({ method: 'POST', path: '/api/auth/forgot-password', body, headers })).status
}

/** Asks as often as an address may, half of it at each process. Returns the statuses of one more at each. */
async function useUp(from: string): Promise<number[]> {
  const { points } = limitRules['forgot-password-from']
  for (let sent = 0; sent < points; sent += 20)
    await Promise.all(Array.from({ length: 20 }, (_, index) => forgot(index % 2 ? first : second, from)))
  return [await forgot(first, from), await forgot(second, from)]
}

const nameEvent = (product: TestProduct, networks: string[] | null) =>
  product.ask({
    method: 'PUT',
    path: '/api/admin/challenge/options',
    token: owner.token,
    body: {
      eventNetworks: networks && { networks, until: new Date(Date.now() + 3_600_000).toISOString() },
    },
  })

test('an address has one bound at all processes, except in the networks of the variable', async () => {
  expect(await useUp('203.0.114.7')).toEqual([429, 429])
  expect(await useUp('198.51.100.9')).toEqual([200, 200])
})

test('networks that an owner names at one process are an event at all, from then until they are taken back', async () => {
  expect(await useUp('203.0.113.7')).toEqual([429, 429])
  const bothAnswer = (status: number) =>
    vi.waitFor(
      async () =>
        expect([await forgot(first, '203.0.113.7'), await forgot(second, '203.0.113.7')]).toEqual([
          status,
          status,
        ]),
      { timeout: 10_000, interval: 50 },
    )
  expect((await nameEvent(first, ['203.0.113.0/24'])).status).toBe(200)
  await bothAnswer(200)
  expect(await forgot(first, '203.0.114.7')).toBe(429)
  expect((await nameEvent(second, null)).status).toBe(200)
  await bothAnswer(429)
  expect(await forgot(second, '198.51.100.9')).toBe(200)
})

test('sockets of an address are more than elsewhere at each process while an event goes on there', async () => {
  const opened: Awaited<ReturnType<typeof openSocket>>[] = []
  const open = async () => void opened.push(await openSocket(second.address, undefined, 'http://thirty.test'))
  for (let count = 0; count < socketLimits.perAddress; count += 50)
    await Promise.all(Array.from({ length: 50 }, open))
  await expect(open()).rejects.toThrow('Many people are watching from your network.')
  expect((await nameEvent(first, ['127.0.0.1'])).status).toBe(200)
  await vi.waitFor(open, { timeout: 10_000, interval: 100 })
  for (const { socket } of opened) socket.disconnect()
})
