import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { limitRules, socketLimits } from '@thirty/contracts/rules/limits.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openStores, type Stores } from './testing/history-model/stores.ts'
import { startTestProduct, type Person, type TestProduct } from './testing/product.ts'

vi.setConfig({ testTimeout: 120_000 })

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
    EVENT_NETWORKS: `198.51.100.0/24, 2001:db8:1::/48@${until}Z`,
  }
  ;[first, second] = [await startTestProduct(settings), await startTestProduct(settings)]
  owner = await first.admin()
})
afterAll(async () => {
  await second.close()
  await first.close()
  await stores.close()
})

let addresses = 0
/** Asks for a new password. */
async function forgot({ ask }: TestProduct, from: string): Promise<number> {
  const body = { email: `nobody${(addresses += 1)}@people.example` }
  const headers = { 'X-Forwarded-For': from }
  return (await ask({ method: 'POST', path: '/api/auth/forgot-password', body, headers })).status
}
const atBoth = async (from: string) => [await forgot(first, from), await forgot(second, from)]
/** Asks as often as an address may, half of it at each process. Returns the statuses of one more at each. */
async function useUp(from: string): Promise<number[]> {
  for (let sent = 0; sent < limitRules['forgot-password-from'].points; sent += 20)
    await Promise.all(Array.from({ length: 20 }, (_, index) => forgot(index % 2 ? first : second, from)))
  return atBoth(from)
}
const bothAnswer = (from: string, status: number) =>
  vi.waitFor(async () => expect(await atBoth(from)).toEqual([status, status]), { timeout: 10_000 })
const nameEvent = ({ send }: TestProduct, networks: string[] | null) => {
  const until = new Date(Date.now() + 3_600_000).toISOString()
  return send(owner, 'PUT /api/admin/challenge/options', { eventNetworks: networks && { networks, until } })
}

test('networks that an owner names at one process are an event at all, from then until they are taken back', async () => {
  for (const from of ['203.0.113.7', '203.0.114.7']) expect(await useUp(from)).toEqual([429, 429])
  await nameEvent(first, ['203.0.113.0/24'])
  await bothAnswer('203.0.113.7', 200)
  expect(await forgot(first, '203.0.114.7')).toBe(429)
  await nameEvent(second, null)
  await bothAnswer('203.0.113.7', 429)
})

test.each([
  ['198.51.100.9', 200],
  ['2001:db8:1:2::9', 200],
  ['2001:db8:2:2::9', 429],
])(
  'the variable names networks, too, IPv4 and IPv6: one request more from %s is answered with %i',
  async (from, status) => {
    expect(await useUp(from)).toEqual([status, status])
  },
)

test('wrong passwords keep their bound at an event', async () => {
  const statuses = new Set<number>()
  for (let count = 0; count < 101; count += 1) {
    const body = { emailOrUsername: `nobody${count}`, password: 'Wrong-horse-7' }
    const headers = { 'X-Forwarded-For': '198.51.100.20' }
    statuses.add((await first.ask({ method: 'POST', path: '/api/auth/login', body, headers })).status)
  }
  expect([...statuses]).toEqual([401, 429])
})

test('sockets of an address are 500, and more at an event', async () => {
  const opened: Awaited<ReturnType<typeof openSocket>>[] = []
  const open = async () => void opened.push(await openSocket(second.address, undefined, 'http://thirty.test'))
  expect(socketLimits.perAddress).toBe(500)
  for (let count = 0; count < 500; count += 50) await Promise.all(Array.from({ length: 50 }, open))
  await expect(open()).rejects.toThrow('Many people are watching from your network. Try again in 1 minute.')
  await nameEvent(first, ['127.0.0.1'])
  await vi.waitFor(open, { timeout: 10_000, interval: 100 })
  for (const { socket } of opened) socket.disconnect()
})

test('the screen of the settings tells the address from which it is read', async () => {
  const headers = { 'X-Forwarded-For': '203.0.113.9:51234' }
  const path = '/api/admin/challenge/options'
  const { json } = await first.ask({ method: 'GET', path, token: owner.token, headers })
  expect(json).toMatchObject({ yourAddress: '203.0.113.9' })
})
