import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { rooms } from '@thirty/contracts/live.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import { sessionTokens } from '@thirty/infra/http/authentication/session-tokens.ts'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  longIntervalMs,
  startClusterScenario,
  waitUntil,
  type ClusterScenario,
} from '../e2e/cluster/cluster-scenario.ts'
import { publicUrl, type ClusterProcess } from '../e2e/support/cluster.ts'
import { adminId } from '../bench/load/seed-community.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let cluster: ClusterScenario
beforeAll(async () => {
  cluster = await startClusterScenario({ projectors: 1 })
})
afterAll(async () => void (await cluster.remove()))

const tokenOf = (user: string): string =>
  sessionTokens({ secret: cluster.jwtSecret, issuer: publicUrl, clock: systemClock }).issue({
    id: user,
    version: 0,
  })

async function send(web: ClusterProcess | undefined, user: string, path: string, body?: unknown) {
  const response = await fetch(`${web?.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${tokenOf(user)}`,
      'idempotency-key': randomUUID(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as unknown
}

/** The schema of the response defines this type; other specs check it. */
const projectsOf = async (web: ClusterProcess, as: string, user: string) =>
  (await send(web, as, `/api/projects/user/${user}`)) as {
    projects: { _id: string; averageRating: number; ratingCount: number }[]
  }

test('over Redis, no process answers or sends what was rated during a freeze, except to admins (T410)', async () => {
  const { webs } = cluster
  const [first] = webs
  const board = async (web: ClusterProcess, as: string) => {
    // The schema of the response defines this type.
    const { data } = (await send(web, as, '/api/leaderboard/leaderboard?limit=100')) as BoardResponse
    return JSON.stringify(
      data.map(({ id, totalPoints, projectQuality }) => [id, totalPoints, projectQuality]),
    )
  }
  // The schema of the response defines this type.
  const { data } = (await send(first, adminId, '/api/leaderboard/leaderboard?limit=1')) as BoardResponse
  const reader = data[0]?.id ?? ''
  const everything = (as: string) =>
    Promise.all(
      webs.map(
        async (web) =>
          `${await board(web, as)} ${JSON.stringify((await projectsOf(web, as, reader)).projects)}`,
      ),
    )
  const [project] = first ? (await projectsOf(first, reader, reader)).projects : []

  const { frozenAt } = (await send(first, adminId, '/api/admin/challenge/freeze', {})) as { frozenAt: string }
  // Until every process has the second set of read models, the others are refused and not answered.
  await pause(Date.parse(frozenAt) - Date.now())
  const sockets = await Promise.all(
    webs.flatMap((web) =>
      [undefined, reader, adminId].map((user) => openSocket(web.url, user && tokenOf(user), publicUrl)),
    ),
  )
  for (const { socket } of sockets)
    await socket.emitWithAck('watch', { room: rooms.project(project?._id ?? '') })
  // The seeded events of the last day have times after the freeze.
  const before = await waitUntil(60_000, () => everything(reader).catch(() => false as const), longIntervalMs)
  for (const { heard } of sockets) heard.length = 0

  const criteria = { functionality: 0, design: 0, innovation: 1, codeQuality: 0, completeness: 0 }
  await send(webs[1], adminId, '/api/ratings/submit', { projectId: project?._id, criteria, feedback: 'Late' })
  const isRated = ({ message }: { message: string }) => message === 'project.rated'
  await waitUntil(
    15_000,
    async () => sockets.filter(({ heard }) => heard.some(isRated)).length === webs.length,
  )
  await pause(1_000)
  const others = sockets.filter((_, index) => index % 3 !== 2)
  for (const { heard } of others)
    expect(
      heard.filter(({ message }) => !['leaderboard.heartbeat', 'news.missed'].includes(message)),
    ).toEqual([])
  expect(await everything(reader)).toEqual(before)
  expect(await everything(adminId)).not.toEqual(before)
  for (const { socket } of sockets) socket.disconnect()

  await send(webs[1], adminId, '/api/admin/challenge/reveal', {})
  const isRevealed = async () => {
    const revealed = await everything(reader)
    return revealed.every((answer, index) => answer !== before[index])
  }
  await waitUntil(30_000, isRevealed, longIntervalMs)
})
