import { ownSessionsResponse } from '@thirty/contracts/api/accounts/sessions.ts'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createParticipant, createAdmin, type SignedInUser } from '../e2e/support/api.ts'
import { startCluster, type Cluster, type ClusterProcess } from '../e2e/support/cluster.ts'
import { password, usernameOf } from '../e2e/support/page-actions.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let cluster: Cluster
let admin: SignedInUser
beforeAll(async () => {
  cluster = await startCluster({ webs: 2, projectors: 1 })
  admin = await createAdmin(target(0), 'Ines Duarte')
})
afterAll(async () => void (await cluster.remove()))

const member = (members: readonly ClusterProcess[], at: number): ClusterProcess => {
  const one = members[at]
  if (!one) throw new Error(`There is no process ${at}.`)
  return one
}
const target = (at: number) => ({ url: member(cluster.webs, at).url, adminKey: cluster.adminKey })

/** Sends a request to a web process, with or without a token. */
async function send(at: number, method: string, path: string, token?: string, body?: object) {
  const response = await fetch(`${target(at).url}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, json: (await response.json()) as unknown }
}
const logIn = async (at: number, name: string) => {
  const body = { emailOrUsername: usernameOf(name), password }
  const { json } = await send(at, 'POST', '/api/auth/login', undefined, body)
  // The contract defines this type; if the product breaks it, the test fails at the first missing field.
  return (json as { user: SignedInUser }).user
}
const deactivate = ({ _id }: SignedInUser) =>
  send(0, 'PUT', `/api/auth/users/${_id}/status`, admin.token, { status: 'inactive' })
const statusAt = async (at: number, { token }: SignedInUser) =>
  (await send(at, 'GET', '/api/auth/me', token)).status

/** Expects that a session is refused at both processes, and that its socket is disconnected, within some milliseconds. */
async function expectEnded(session: SignedInUser, isDisconnected: () => boolean, timeout = 1_000) {
  for (const at of [1, 0]) await expect.poll(() => statusAt(at, session), { timeout, interval: 50 }).toBe(401)
  await expect.poll(isDisconnected, { timeout: 2 * timeout, interval: 50 }).toBe(true)
}

/** Opens a socket at a web process. Returns a function that returns whether the server has disconnected it. */
async function openSocketAt(at: number, { token }: SignedInUser): Promise<() => boolean> {
  const { socket } = await openSocket(target(at).url, token)
  onTestFinished(() => void socket.close())
  return () => !socket.connected
}

test('a logout, the end of a session and a deactivation at one process end the session at all of them', async () => {
  const here = await createParticipant(target(0), 'Maya Lindgren')
  const [second, third] = [await logIn(1, 'Maya Lindgren'), await logIn(1, 'Maya Lindgren')]
  const isDisconnected = await openSocketAt(1, here)
  expect((await send(0, 'POST', '/api/auth/logout', here.token)).status).toBe(200)
  await expectEnded(here, isDisconnected)
  await expect(openSocket(target(1).url, here.token)).rejects.toThrow('Authentication failed')

  const isThirdDisconnected = await openSocketAt(1, third)
  const sessions = async () =>
    ownSessionsResponse.parse((await send(0, 'GET', '/api/auth/sessions', second.token)).json).sessions
  // It is recorded while the socket opens.
  await expect.poll(async () => (await sessions()).length, { timeout: 2_000, interval: 50 }).toBe(2)
  const other = (await sessions()).find(({ current }) => !current)
  expect((await send(0, 'DELETE', `/api/auth/sessions/${other?.id}`, second.token)).status).toBe(200)
  await expectEnded(third, isThirdDisconnected, 2_500)
  expect(await sessions()).toHaveLength(1)

  await member(cluster.webs, 1).stop()
  await member(cluster.webs, 1).start()
  expect([await statusAt(1, here), await statusAt(1, second)]).toEqual([401, 200])
  const isSecondDisconnected = await openSocketAt(1, second)
  expect((await deactivate(second)).status).toBe(200)
  await expectEnded(second, isSecondDisconnected)
})

test('while no projector runs, a logout and a deactivation take effect within seconds at every process', async () => {
  const here = await createParticipant(target(0), 'Priya Raman')
  const elsewhere = await logIn(1, 'Priya Raman')
  const other = await createParticipant(target(1), 'Tomas Novak')
  const isDisconnected = await openSocketAt(1, other)
  await member(cluster.projectors, 0).stop()
  expect((await send(0, 'POST', '/api/auth/logout', here.token)).status).toBe(200)
  expect((await deactivate(other)).status).toBe(200)
  await expectEnded(other, isDisconnected, 4_000)
  await expect.poll(() => statusAt(1, here), { timeout: 4_000, interval: 50 }).toBe(401)
  expect(await statusAt(1, elsewhere)).toBe(200)
})
