import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestProduct, type Person, type TestProduct } from './testing/product.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let product: TestProduct
let owner: Person
beforeAll(async () => {
  product = await startTestProduct({
    RATE_LIMIT: 'on',
    TRUST_PROXY: '127.0.0.1',
    EVENT_NETWORKS: `198.51.100.0/24, 2001:db8:1::/48@${new Date(Date.now() + 3_600_000).toISOString().slice(0, 16)}Z`,
  })
  owner = await product.admin()
})
afterAll(() => product.close())

let addresses = 0
/** Asks for a new password, which an address may do 200 times an hour. */
const forgot = (from: string) =>
  product.ask({
    method: 'POST',
    path: '/api/auth/forgot-password',
    body: { email: `nobody${(addresses += 1)}@people.example` },
    headers: { 'X-Forwarded-For': from },
  })
async function statusAfter(count: number, from: string): Promise<number> {
  for (let sent = 0; sent < count; sent += 20)
    await Promise.all(Array.from({ length: 20 }, () => forgot(from)))
  return (await forgot(from)).status
}
const nameEvent = (networks: string[] | null, hours = 1) =>
  product.ask({
    method: 'PUT',
    path: '/api/admin/challenge/options',
    token: owner.token,
    body: {
      eventNetworks: networks && {
        networks,
        until: new Date(Date.now() + hours * 3_600_000).toISOString(),
      },
    },
  })

test('no bound by address holds in the networks of an event from the moment at which an owner names them', async () => {
  expect(await statusAfter(200, '203.0.113.7')).toBe(429)
  expect((await nameEvent(['203.0.113.0/24'])).status).toBe(200)
  expect((await forgot('203.0.113.7')).status).toBe(200)
  expect(await statusAfter(200, '203.0.114.7')).toBe(429)
  expect((await nameEvent(null)).status).toBe(200)
  expect((await forgot('203.0.113.7')).status).toBe(429)
})

test('the variable names networks, too, IPv4 and IPv6', async () => {
  expect(await statusAfter(220, '198.51.100.9')).toBe(200)
  expect(await statusAfter(220, '2001:db8:1:2::9')).toBe(200)
  expect(await statusAfter(200, '2001:db8:2:2::9')).toBe(429)
})

test('wrong passwords keep their bound at an event', async () => {
  const statuses = new Set<number>()
  for (let count = 0; count < 101; count += 1) {
    const body = { emailOrUsername: `nobody${count}`, password: 'Wrong-horse-7' }
    const headers = { 'X-Forwarded-For': '198.51.100.20' }
    statuses.add((await product.ask({ method: 'POST', path: '/api/auth/login', body, headers })).status)
  }
  expect([...statuses]).toEqual([401, 429])
})

test('sockets of an address are 500, and more at an event', async () => {
  const open = () => openSocket(product.address, undefined, 'http://thirty.test')
  const opened = []
  for (let count = 0; count < 500; count += 50)
    opened.push(...(await Promise.all(Array.from({ length: 50 }, open))))
  await expect(open()).rejects.toThrow('Many people are watching from your network. Try again in 1 minute.')
  await nameEvent(['127.0.0.1'])
  opened.push(await open())
  for (const { socket } of opened) socket.disconnect()
})

test('the screen of the settings tells the address from which it is read', async () => {
  const { json } = await product.ask({
    method: 'GET',
    path: '/api/admin/challenge/options',
    token: owner.token,
    headers: { 'X-Forwarded-For': '203.0.113.9:51234' },
  })
  expect(json).toMatchObject({ yourAddress: '203.0.113.9' })
})
