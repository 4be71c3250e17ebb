import type { LeaderboardChanged } from '@thirty/contracts/live.ts'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { projections } from '../e2e/cluster/expected-read-models.ts'
import {
  startChallenge,
  createProject,
  rateProject,
  createParticipant,
  createAdmin,
} from '../e2e/support/api.ts'
import { startCluster, type Cluster, type ClusterProcess } from '../e2e/support/cluster.ts'

// The tests start and stop processes.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

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

/** Returns the response to a GET request of a signed-in user. */
async function get<Body>(url: string, path: string, token: string): Promise<Body> {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  expect([path, response.status]).toEqual([path, 200])
  // The contract defines this type; if the product breaks it, the test fails at the first missing field.
  return (await response.json()) as Body
}

type Board = { position: string; data: { name: string; totalPoints: number }[] }

/** Opens a socket at a process. Returns a function that returns the leaderboard updates received so far. */
async function watchLeaderboard(url: string, token: string): Promise<() => LeaderboardChanged[]> {
  const { socket, heard } = await openSocket(url, token)
  onTestFinished(() => void socket.close())
  return () =>
    heard.flatMap(({ message, payload }) =>
      // The contract also defines the payload of each live message.
      message === 'leaderboard.changed' ? [payload as LeaderboardChanged] : [],
    )
}

test('a command at one web process appears at all web processes and their sockets', async () => {
  const admin = await createAdmin(web(0), 'Ines Duarte')
  const maya = await createParticipant(web(0), 'Maya Lindgren')
  await startChallenge(web(1), admin)
  const watchers = [
    await watchLeaderboard(web(0).url, maya.token),
    await watchLeaderboard(web(1).url, maya.token),
  ]
  const project = await createProject(web(1), maya, { projectName: 'Tomato clock', day: 1 })
  await rateProject(web(0), admin, project, 4)
  const points = (updates: readonly LeaderboardChanged[]) =>
    updates.flatMap(({ rows }) => rows).findLast(({ name }) => name === 'Maya Lindgren')?.totalPoints
  for (const updates of watchers)
    await expect.poll(() => points(updates()), { timeout: 10_000 }).toBeGreaterThan(10)
  // Each change reaches each socket once: no two updates have the same position.
  for (const updates of watchers) {
    const positions = updates().map(({ position }) => position)
    expect(new Set(positions).size).toBe(positions.length)
  }

  const [one, other] = await Promise.all(
    [0, 1].map((at) => get<Board>(web(at).url, '/api/leaderboard/leaderboard', maya.token)),
  )
  expect(one?.data.map(({ name, totalPoints }) => [name, totalPoints])).toEqual(
    other?.data.map(({ name, totalPoints }) => [name, totalPoints]),
  )
  expect(one?.data[0]?.totalPoints).toBe(points(watchers[0]?.() ?? []))
})

test('a response waits for the read models of another process', async () => {
  const kenji = await createParticipant(web(0), 'Kenji Watanabe')
  for (const at of [0, 1]) {
    const { data } = await get<Board>(web(at).url, '/api/leaderboard/leaderboard', kenji.token)
    expect(data.map(({ name }) => name)).toContain('Kenji Watanabe')
  }
})

test('projectors share the projections and report them in their metrics', async () => {
  const assigned = await Promise.all(
    cluster.projectors.map(async ({ url }) => {
      const text = await (await fetch(`${url}/metrics`)).text()
      return [...text.matchAll(/^thirty_views_led\{view="([^"]+)"\} 1$/gm)].map(([, view]) => view)
    }),
  )
  expect(new Set(assigned.flat())).toEqual(new Set(projections.map(({ name }) => name)))
  const share = projections.length / assigned.length
  for (const { length } of assigned) expect([Math.floor(share), Math.ceil(share)]).toContain(length)
})

test('a projector serves operational endpoints only', async () => {
  const { url } = member(cluster.projectors, 0)
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'alive' })
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  for (const path of ['/', '/api/leaderboard/showcase', '/uploads/x', '/socket.io/?EIO=4&transport=polling'])
    expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 404])
})

test('a web process reports its work in its metrics', async () => {
  const text = await (await fetch(`${web(0).url}/metrics`)).text()
  expect(text).toMatch(
    /^thirty_commands_total\{command="POST \/api\/auth\/signup",outcome="accepted"\} \d+$/m,
  )
  expect(text).toMatch(/^thirty_append_seconds_count\{outcome="stored"\} \d+$/m)
  expect(text).toMatch(/^thirty_projection_lag_seconds\{view="people"\} 0/m)
  expect(text).toMatch(/^thirty_views_led\{view="people"\} 0$/m)
  expect(text).toMatch(/^thirty_frame_bytes_count [1-9]/m)
})

test('a projector rebuilds its read models on a signal, while they are read', async () => {
  const leila = await createParticipant(web(0), 'Leila Haddad')
  const [one, other] = cluster.projectors
  for (const projector of [one, other]) if (projector) process.kill(projector.pid(), 'SIGUSR2')
  const rebuilt = () =>
    cluster.projectors.flatMap(({ output }) => output().match(/"msg":"the read model was rebuilt"/g) ?? [])
      .length
  while (rebuilt() < projections.length) {
    const { data } = await get<Board>(web(1).url, '/api/leaderboard/leaderboard', leila.token)
    expect(data.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Maya Lindgren', 'Kenji Watanabe', 'Leila Haddad']),
    )
  }
})

test('a web process that shuts down answers every accepted request', async () => {
  const [stopping, other] = [web(1), web(0)]
  const admin = await createAdmin(other, 'Amara Okafor')
  const count = async () =>
    (await get<{ count: number }>(other.url, '/api/auth/users/count', admin.token)).count
  const before = await count()
  const signUps = Array.from({ length: 12 }, (_, at) =>
    createParticipant(stopping, `Late Comer ${'abcdefghijkl'[at]}`),
  )
  const results = Promise.allSettled(signUps)
  await Promise.race(signUps.map(async (one) => one.catch(() => undefined)))
  expect(await member(cluster.webs, 1).stop()).toBe(0)
  const answered = (await results).filter(({ status }) => status === 'fulfilled').length
  expect(answered).toBeGreaterThan(1)
  await expect.poll(async () => (await count()) - before, { timeout: 10_000 }).toBe(answered)
})

test('every role shuts down on a signal, and projectors release their leases at once', async () => {
  const stopped = member(cluster.projectors, 1)
  expect(await stopped.stop()).toBe(0)
  const noah = await createParticipant(web(0), 'Noah Kim')
  // The leases were released, so no response waits until they expire.
  const { data } = await get<Board>(web(0).url, '/api/leaderboard/leaderboard', noah.token)
  expect(data.map(({ name }) => name)).toContain('Noah Kim')
  // The second of each role is stopped; the web process by the test before, unless this one runs alone.
  await member(cluster.webs, 1).stop()
  expect(await cluster.remove()).toEqual({ 'web-1': 0, 'projector-1': 0, log: 0 })
  for (const { output, name } of [...cluster.webs, ...cluster.projectors])
    expect([name, output()]).not.toEqual([name, expect.stringContaining('did not close in time')])
})
