import type { BoardResponse } from '@thirty/contracts/leaderboard/api.ts'
import type { HealthResponse } from '@thirty/contracts/operations/health-api.ts'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { projections } from '../e2e/cluster/expected-read-models.ts'
import { createProject, rateProject, createParticipant, createAdmin } from '../e2e/support/api.ts'
import { startCluster, type Cluster, type ClusterProcess } from '../e2e/support/cluster.ts'

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster({ webs: 2, projectors: 2 })
})
afterAll(async () => void (await cluster.remove()))

const member = (members: readonly ClusterProcess[], at: number): ClusterProcess => {
  const one = members[at]
  if (!one) throw new Error(`There is no process ${at}.`)
  return one
}
const web = (at: number) => ({ url: member(cluster.webs, at).url, adminKey: cluster.adminKey })
const textOf = async (url: string) => (await fetch(url)).text()

/** Returns the response to a GET request of a signed-in user. */
async function get<Body>(url: string, path: string, token: string): Promise<Body> {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  expect([path, response.status]).toEqual([path, 200])
  // The contract defines this type; if the product breaks it, the test fails at the first missing field.
  return (await response.json()) as Body
}

/** The names and points on the leaderboard of a process. */
const board = async (at: number, token: string) => {
  const { data } = await get<BoardResponse>(web(at).url, '/api/leaderboard/leaderboard', token)
  return data.map(({ name, totalPoints }) => [name, totalPoints] as const)
}

test('a command at one web process appears at all web processes and their sockets, each change once', async () => {
  const admin = await createAdmin(web(0), 'Ines Duarte')
  const maya = await createParticipant(web(0), 'Maya Lindgren')
  const sockets = [await openSocket(web(0).url, maya.token), await openSocket(web(1).url, maya.token)]
  onTestFinished(() => sockets.forEach(({ socket }) => socket.close()))
  const project = await createProject(web(1), maya, { projectName: 'Tomato clock', day: 1 })
  await rateProject(web(0), admin, project, 4)
  for (const { payloads } of sockets) {
    const points = () => payloads('leaderboard.changed').at(-1)?.rows[0]?.totalPoints
    await expect.poll(points, { timeout: 10_000 }).toBeGreaterThan(10)
    const positions = payloads('leaderboard.changed').map(({ position }) => position)
    expect(new Set(positions).size).toBe(positions.length)
    // A response waits for the read models of another process.
    for (const at of [0, 1]) expect(await board(at, maya.token)).toEqual([['Maya Lindgren', points()]])
  }
})

test('the health page of each web process shows all processes', async () => {
  const { token } = await createAdmin(web(0), 'Rosa Diaz')
  for (const at of [0, 1]) {
    const roles = async () => {
      const { processes } = await get<HealthResponse>(web(at).url, '/api/admin/health', token)
      return processes.map(({ role }) => role)
    }
    await expect.poll(roles, { timeout: 10_000 }).toEqual(['projector', 'projector', 'web', 'web'])
  }
})

test('one projector runs all projections, and projectors report them and serve operational endpoints only', async () => {
  const ledBy = async ({ url }: ClusterProcess) => {
    const led = (await textOf(`${url}/metrics`)).matchAll(/^thirty_views_led\{view="([^"]+)"\} 1$/gm)
    return [...led].map(([, view]) => view)
  }
  const assigned = await Promise.all(cluster.projectors.map(ledBy))
  const [leading = [], other] = assigned.toSorted((one, another) => another.length - one.length)
  expect(new Set(leading)).toEqual(new Set(projections.map(({ name }) => name)))
  expect(other).toEqual([])
  const metrics = await textOf(`${web(0).url}/metrics`)
  expect(metrics).toMatch(/^thirty_projection_lag_seconds\{view="people"\} 0/m)
  expect(metrics).toMatch(/^thirty_views_led\{view="people"\} 0$/m)
  expect(metrics).toMatch(/^thirty_frame_bytes_count [1-9]/m)
  const { url } = member(cluster.projectors, 0)
  expect(JSON.parse(await textOf(`${url}/healthz`))).toEqual({ status: 'alive' })
  for (const path of ['/', '/api/leaderboard/showcase', '/uploads/x', '/socket.io/?EIO=4&transport=polling'])
    expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 404])
})

test('a projector rebuilds its read models on a signal, while they are read', async () => {
  const leila = await createParticipant(web(0), 'Leila Haddad')
  for (const projector of cluster.projectors) process.kill(projector.pid(), 'SIGUSR2')
  const rebuilt = () =>
    cluster.projectors.flatMap(({ output }) => output().match(/"msg":"the read model was rebuilt"/g) ?? [])
  while (rebuilt().length < projections.length)
    expect((await board(1, leila.token)).map(([name]) => name)).toContain('Leila Haddad')
})

test('a process with all roles, which is mostly alone, sends its clients to no other one when it shuts down', async () => {
  const { token } = await createParticipant(web(0), 'Sofia Rossi')
  const alone = await cluster.addProcess('all', ['main.ts'])
  await alone.start()
  const { socket, names } = await openSocket(alone.url, token)
  const isDisconnected = new Promise((resolve) => socket.once('disconnect', resolve))
  expect(await alone.stop()).toBe(0)
  await isDisconnected
  expect(names()).not.toContain('server.ending')
})

test('a web process that shuts down answers every accepted request and sends its clients away, and projectors release their leases at once', async () => {
  const admin = await createAdmin(web(0), 'Amara Okafor')
  const count = async () =>
    (await get<{ count: number }>(web(0).url, '/api/auth/users/count', admin.token)).count
  const before = await count()
  const { names } = await openSocket(web(1).url, admin.token)
  const signUps = Array.from({ length: 12 }, (_, at) =>
    createParticipant(web(1), `Late Comer ${'abcdefghijkl'[at]}`),
  )
  const results = Promise.allSettled(signUps)
  await Promise.race(signUps.map(async (one) => one.catch(() => undefined)))
  expect(await member(cluster.webs, 1).stop()).toBe(0)
  expect(names()).toContain('server.ending')
  const answered = (await results).filter(({ status }) => status === 'fulfilled').length
  expect(answered).toBeGreaterThan(1)
  await expect.poll(async () => (await count()) - before, { timeout: 10_000 }).toBe(answered)

  expect(await member(cluster.projectors, 1).stop()).toBe(0)
  const noah = await createParticipant(web(0), 'Noah Kim')
  expect((await board(0, noah.token)).map(([name]) => name)).toContain('Noah Kim')
  expect(await cluster.remove()).toEqual({ 'web-1': 0, 'projector-1': 0, log: 0 })
  for (const { output, name } of [...cluster.webs, ...cluster.projectors])
    expect([name, output()]).not.toEqual([name, expect.stringContaining('did not close in time')])
})
