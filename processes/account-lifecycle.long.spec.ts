import { ownSessionsResponse } from '@thirty/contracts/api/accounts/sessions.ts'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import {
  startChallenge,
  createProject,
  rateProject,
  createParticipant,
  createAdmin,
  type SignedInUser,
} from '../e2e/support/api.ts'
import { startCluster, type Cluster, type ClusterProcess } from '../e2e/support/cluster.ts'
import { password, usernameOf } from '../e2e/support/page-actions.ts'

// The tests start and stop processes.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let cluster: Cluster
let admin: SignedInUser
beforeAll(async () => {
  cluster = await startCluster({ webs: 2, projectors: 1 })
  admin = await createAdmin(web(0), 'Ines Duarte')
  await startChallenge(web(0), admin)
})
afterAll(async () => void (await cluster.remove()))

const member = (members: readonly ClusterProcess[], at: number): ClusterProcess => {
  const one = members[at]
  if (!one) throw new Error(`There is no process ${at}.`)
  return one
}
const web = (at: number) => ({ url: member(cluster.webs, at).url, adminKey: cluster.adminKey })

/** Sends a request to a web process, with or without a token. */
async function send(at: number, method: string, path: string, token?: string, body?: object) {
  const response = await fetch(`${web(at).url}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}
const statusAt = async (at: number, token: string) => (await send(at, 'GET', '/api/auth/me', token)).status
const logIn = async (at: number, name: string) => {
  const body = { emailOrUsername: usernameOf(name), password }
  const { text } = await send(at, 'POST', '/api/auth/login', undefined, body)
  // The contract defines this type; if the product breaks it, the test fails at the first missing field.
  return (JSON.parse(text) as { user: SignedInUser }).user
}

/** Opens a socket at a web process. Returns a function that returns whether the server has disconnected it. */
async function openSocketAt(at: number, token: string): Promise<() => boolean> {
  const { socket } = await openSocket(web(at).url, token)
  onTestFinished(() => void socket.close())
  return () => !socket.connected
}

test('a logout at one process takes effect at the other within a second, disconnects sockets, and survives a restart', async () => {
  const here = await createParticipant(web(0), 'Maya Lindgren')
  const elsewhere = await logIn(1, 'Maya Lindgren')
  const sockets = [await openSocketAt(0, here.token), await openSocketAt(1, here.token)]
  expect((await send(0, 'POST', '/api/auth/logout', here.token)).status).toBe(200)
  await expect.poll(() => statusAt(1, here.token), { timeout: 1_000, interval: 50 }).toBe(401)
  expect(await statusAt(0, here.token)).toBe(401)
  for (const isDisconnected of sockets)
    await expect.poll(isDisconnected, { timeout: 2_000, interval: 50 }).toBe(true)
  await expect(openSocket(web(1).url, here.token)).rejects.toThrow('Authentication failed')
  // The other session stays valid, and can open sockets.
  expect(await statusAt(1, elsewhere.token)).toBe(200)
  expect((await openSocketAt(0, elsewhere.token))()).toBe(false)

  await member(cluster.webs, 1).stop()
  await member(cluster.webs, 1).start()
  expect([await statusAt(1, here.token), await statusAt(1, elsewhere.token)]).toEqual([401, 200])
})

test('the list of sessions is that of all processes, and a session that is ended from it ends at all of them', async () => {
  const here = await createParticipant(web(0), 'Mateo Silva')
  const elsewhere = await logIn(1, 'Mateo Silva')
  const isDisconnected = await openSocketAt(1, elsewhere.token)
  const sessions = async () => {
    const { text } = await send(0, 'GET', '/api/auth/sessions', here.token)
    return ownSessionsResponse.parse(JSON.parse(text)).sessions
  }
  // It is recorded while the socket opens.
  await expect.poll(async () => (await sessions()).length, { timeout: 2_000, interval: 50 }).toBe(2)
  const other = (await sessions()).find(({ current }) => !current)
  expect((await send(0, 'DELETE', `/api/auth/sessions/${other?.id}`, here.token)).status).toBe(200)
  await expect.poll(() => statusAt(1, elsewhere.token), { timeout: 1_000, interval: 50 }).toBe(401)
  await expect.poll(isDisconnected, { timeout: 5_000, interval: 50 }).toBe(true)
  expect(await statusAt(1, here.token)).toBe(200)
  expect(await sessions()).toHaveLength(1)
})

test('a deactivated user is logged out of both processes within a second', async () => {
  const kenji = await createParticipant(web(1), 'Kenji Watanabe')
  const isDisconnected = await openSocketAt(1, kenji.token)
  const path = `/api/auth/users/${kenji._id}/status`
  expect((await send(0, 'PUT', path, admin.token, { status: 'inactive' })).status).toBe(200)
  await expect.poll(() => statusAt(1, kenji.token), { timeout: 1_000, interval: 50 }).toBe(401)
  await expect.poll(isDisconnected, { timeout: 2_000, interval: 50 }).toBe(true)
})

test('deleting an account keeps the standings and removes all personal data', async () => {
  const noah = await createParticipant(web(0), 'Noah Kim')
  const leila = await createParticipant(web(1), 'Leila Haddad')
  const noahs = await createProject(web(0), noah, { projectName: 'Tomato clock', day: 1 })
  const leilas = await createProject(web(1), leila, { projectName: 'Moon phases', day: 1 })
  await rateProject(web(0), admin, noahs, 5)
  await rateProject(web(0), noah, leilas, 3)
  const standings = async (at: number) => {
    const { text } = await send(at, 'GET', '/api/leaderboard/leaderboard', admin.token)
    // The contract defines these fields as well.
    const { data } = JSON.parse(text) as { data: { id: string; rank: number; totalPoints: number }[] }
    return data.map(({ id, rank, totalPoints }) => [id, rank, totalPoints])
  }
  const before = await standings(0)
  const isDisconnected = await openSocketAt(1, noah.token)

  expect((await send(0, 'DELETE', '/api/auth/account', noah.token, { password })).status).toBe(200)
  await expect.poll(() => statusAt(1, noah.token), { timeout: 1_000, interval: 50 }).toBe(401)
  await expect.poll(isDisconnected, { timeout: 2_000, interval: 50 }).toBe(true)

  const paths = [
    '/api/leaderboard/leaderboard',
    '/api/leaderboard/leaderboard?search=Noah',
    '/api/projects/all',
    `/api/projects/${noahs}`,
    `/api/ratings/project/${leilas}`,
    '/api/auth/users',
    '/api/auth/users?search=noah',
  ]
  const expectErased = async () => {
    for (const path of paths) {
      const { status, text } = await send(1, 'GET', path, admin.token)
      expect([path, status, /noah/i.test(text)]).toEqual([path, 200, false])
    }
    expect(await standings(1)).toEqual(before)
    const rating = await send(1, 'GET', `/api/ratings/project/${leilas}`)
    expect(rating.text).toContain('"raterName":"Deleted participant"')
  }
  await expectErased()

  // A rebuild reads a log without the personal data.
  const projector = member(cluster.projectors, 0)
  const built = () => projector.output().split('"msg":"the read model was rebuilt"').length - 1
  process.kill(projector.pid(), 'SIGUSR2')
  await expect.poll(built, { timeout: 30_000 }).toBeGreaterThan(5)
  await expectErased()
  expect((await createParticipant(web(1), 'Noah Kim'))._id).not.toBe(noah._id)
})

test('while no projector runs, a logout and a deactivation take effect within seconds at every process', async () => {
  const here = await createParticipant(web(0), 'Priya Raman')
  const elsewhere = await logIn(1, 'Priya Raman')
  const other = await createParticipant(web(1), 'Tomas Novak')
  const isDisconnected = await openSocketAt(1, other.token)
  await member(cluster.projectors, 0).stop()
  expect((await send(0, 'POST', '/api/auth/logout', here.token)).status).toBe(200)
  const path = `/api/auth/users/${other._id}/status`
  expect((await send(0, 'PUT', path, admin.token, { status: 'inactive' })).status).toBe(200)
  for (const at of [0, 1])
    for (const { token } of [here, other])
      await expect.poll(() => statusAt(at, token), { timeout: 4_000, interval: 50 }).toBe(401)
  await expect.poll(isDisconnected, { timeout: 8_000, interval: 50 }).toBe(true)
  expect(await statusAt(1, elsewhere.token)).toBe(200)
})
