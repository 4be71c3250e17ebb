import { ownDataResponse } from '@thirty/contracts/api/accounts/own-data.ts'
import { peopleResponse } from '@thirty/contracts/api/accounts/people.ts'
import { ownSessionsResponse } from '@thirty/contracts/api/accounts/sessions.ts'
import { auditResponse } from '@thirty/contracts/api/admin/audit.ts'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { password, startTestProduct, type Person, type TestProduct } from './testing/product.ts'

// The tests start a whole product with embedded stores.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let product: TestProduct
let admin: Person
beforeAll(async () => {
  product = await startTestProduct()
  admin = await product.admin()
})
afterAll(() => product.close())

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const ask = (method: string, path: string, token: string) =>
  product.ask({ method, path, token, headers: { 'user-agent': firefox } })
const sessionsOf = async (token: string) =>
  ownSessionsResponse.parse((await ask('GET', '/api/auth/sessions', token)).json).sessions
const statusOf = async (token: string) => (await ask('GET', '/api/auth/me', token)).status

async function logIn({ email }: Person): Promise<string> {
  const body = { emailOrUsername: email, password }
  const { json } = await product.ask({ method: 'POST', path: '/api/auth/login', body })
  // The schema of the response defines this type.
  return (json as { user: { token: string } }).user.token
}

async function connect(token: string) {
  const { socket } = await openSocket(product.address, token, 'http://thirty.test')
  onTestFinished(() => void socket.disconnect())
  return socket
}

test('the sockets of an ended session are disconnected, and its token opens no other one', async () => {
  const person = await product.participant()
  const elsewhere = await logIn(person)
  // Nothing but a socket uses this session.
  const socket = await connect(elsewhere)
  const [own, other] = await sessionsOf(person.token)
  expect([own?.current, other?.current]).toEqual([true, false])
  expect((await ask('DELETE', `/api/auth/sessions/${other?.id}`, person.token)).status).toBe(200)
  await expect.poll(() => socket.connected, { timeout: 5_000, interval: 50 }).toBe(false)
  await expect(connect(elsewhere)).rejects.toThrow('Authentication failed')
  expect([await statusOf(person.token), await statusOf(elsewhere)]).toEqual([200, 401])
  expect((await connect(person.token)).connected).toBe(true)
})

test('an admin sees the number of sessions of a user, and ends them, which the audit shows', async () => {
  const person = await product.participant()
  const socket = await connect(person.token)
  await ask('GET', '/api/auth/me', await logIn(person))
  const row = async () => {
    const { json } = await ask('GET', `/api/auth/users?search=${person.username}`, admin.token)
    return peopleResponse.parse(json)[0]
  }
  expect(await row()).toMatchObject({ sessions: 2, lastSeenAt: expect.any(String) })
  const { status } = await ask('DELETE', `/api/auth/users/${person.id}/sessions`, admin.token)
  expect(status).toBe(200)
  await expect.poll(() => socket.connected, { timeout: 5_000, interval: 50 }).toBe(false)
  expect(await row()).toMatchObject({ sessions: 0, lastSeenAt: null })
  const { json } = await ask('GET', `/api/admin/audit?subject=${person.id}`, admin.token)
  expect(auditResponse.parse(json).entries).toMatchObject([
    { action: 'sessions-ended', actor: { _id: admin.id }, subject: { id: person.id } },
  ])
})

test('the export of own data has the sessions of the user, without ids and addresses', async () => {
  const person = await product.participant()
  const { json } = await ask('GET', '/api/auth/export', person.token)
  const { sessions } = ownDataResponse.parse(json)
  expect(sessions).toEqual([
    {
      browser: 'Firefox',
      system: 'Linux',
      since: expect.any(String),
      lastSeenAt: expect.any(String),
      expiresAt: expect.any(String),
    },
  ])
})
