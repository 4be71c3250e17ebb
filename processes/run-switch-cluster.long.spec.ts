import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import type { HistoryStatus, ResetResponse, RestoreResponse } from '@thirty/contracts/api/admin/backups.ts'
import { evolveChallenge, initialChallenge } from '@thirty/contracts/events/challenge-state.ts'
import { currentRun, type History } from '@thirty/contracts/rules/history.ts'
import { challengeEvents } from '@thirty/contracts/events/challenge.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import { sessionTokens } from '@thirty/infra/http/authentication/session-tokens.ts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { projectionsOf } from '../e2e/cluster/expected-read-models.ts'
import {
  longIntervalMs,
  startClusterScenario,
  waitUntil,
  type ClusterScenario,
} from '../e2e/cluster/cluster-scenario.ts'
import { publicUrl, type ClusterProcess } from '../e2e/support/cluster.ts'
import { adminId, participantId } from '../bench/load/seed-community.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

let cluster: ClusterScenario
beforeAll(async () => {
  cluster = await startClusterScenario()
})
afterAll(async () => void (await cluster.remove()))

const member = (members: readonly ClusterProcess[], at: number): ClusterProcess => {
  const found = members[at]
  if (!found) throw new Error(`There is no process ${at}.`)
  return found
}

async function send<Body>(web: ClusterProcess, user: string, method: string, path: string): Promise<Body> {
  const tokens = sessionTokens({ secret: cluster.jwtSecret, issuer: publicUrl, clock: systemClock })
  const response = await fetch(`${web.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tokens.issue({ id: user, version: 0 })}`,
      'idempotency-key': randomUUID(),
    },
    signal: AbortSignal.timeout(15_000),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  // The schema of the response defines this type; other specs check it.
  return (await response.json()) as Body
}

const board = (web: ClusterProcess) =>
  send<BoardResponse>(web, participantId(1), 'GET', '/api/leaderboard/leaderboard?limit=5')
const status = (web: ClusterProcess) => send<HistoryStatus>(web, adminId, 'GET', '/api/admin/history')
const reset = () =>
  send<ResetResponse>(member(cluster.webs, 0), adminId, 'POST', '/api/admin/reset-with-backup')
const restore = (backup: string) =>
  send<RestoreResponse>(member(cluster.webs, 1), adminId, 'POST', `/api/admin/restore-backup/${backup}`)

/** Resolves when every web process shows a run. */
const untilShown = (run: number) =>
  waitUntil(
    60_000,
    async () => (await Promise.all(cluster.webs.map(status))).every((one) => one.shownRun === run),
    longIntervalMs,
  )

/** Reads the leaderboard of every web process until the test ends. Every answer must be of one run: full or empty. */
function readBoards() {
  const state = { isOver: false, answers: 0, faults: [] as string[] }
  const contents = new Map<string, string>()
  const read = async (web: ClusterProcess) => {
    while (!state.isOver) {
      try {
        const { data, epoch } = await board(web)
        const content = JSON.stringify(data.map(({ id, totalPoints }) => [id, totalPoints]))
        const known = contents.get(epoch) ?? content
        contents.set(epoch, known)
        if (content !== known) state.faults.push(`${epoch}: ${content} instead of ${known}`)
        state.answers += 1
      } catch (error) {
        state.faults.push(String(error))
      }
      await pause(50)
    }
  }
  const reading = Promise.all(cluster.webs.map(read))
  onTestFinished(() => {
    state.isOver = true
  })
  return async () => {
    state.isOver = true
    await reading
    return state
  }
}

/** Compares the read models of the current run with the fold of the log. Read models of earlier runs may still exist. */
async function differences(): Promise<string[]> {
  const history = await currentHistory()
  const found = await cluster.findDifferences(projectionsOf(history))
  return found.filter((difference) => !difference.endsWith('unknown read model'))
}

async function currentHistory(): Promise<History> {
  let challenge = initialChallenge
  for await (const event of cluster.eventLog.read('challenge'))
    if (isEventOf(challengeEvents, event)) challenge = evolveChallenge(challenge, event)
  return currentRun(challenge.runs).history
}

test('every process shows the new run after a reset and a restore, and no request fails meanwhile', async () => {
  const before = await board(member(cluster.webs, 0))
  expect(before.data[0]?.totalPoints).toBeGreaterThan(0)
  const finish = readBoards()
  const { run, backupId } = await reset()
  await untilShown(run)
  for (const web of cluster.webs)
    expect((await board(web)).data.every(({ totalPoints }) => totalPoints === 0)).toBe(true)
  expect(await differences()).toEqual([])
  const restored = await restore(backupId)
  await untilShown(restored.run)
  for (const web of cluster.webs)
    expect((await board(web)).data.map(({ id, totalPoints }) => [id, totalPoints])).toEqual(
      before.data.map(({ id, totalPoints }) => [id, totalPoints]),
    )
  expect(await differences()).toEqual([])
  const { answers, faults } = await finish()
  expect(faults).toEqual([])
  expect(answers).toBeGreaterThan(10)
})

test('a projector that is killed in the middle of a switch is taken over, and the switch completes', async () => {
  const { run, backupId } = await reset()
  await untilShown(run)
  const finish = readBoards()
  const killed = member(cluster.projectors, 0)
  const restoring = restore(backupId)
  await waitUntil(10_000, async () => (await currentHistory())[0].run > run)
  await killed.kill()
  const restored = await restoring
  await untilShown(restored.run)
  await killed.start()
  expect(await differences()).toEqual([])
  const { faults } = await finish()
  expect(faults).toEqual([])
})
