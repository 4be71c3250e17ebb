import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import {
  longIntervalMs,
  startClusterScenario,
  waitUntil,
  type ClusterScenario,
} from '../e2e/cluster/cluster-scenario.ts'
import { Traffic } from '../e2e/cluster/traffic.ts'
import { emailOf, password, usernameOf } from '../e2e/support/page-actions.ts'

/** ROUNDS extends the tests: `ROUNDS=100`. */
const rounds = Number(process.env['ROUNDS'] ?? 1)

vi.setConfig({ testTimeout: 60_000 + rounds * 30_000, hookTimeout: 60_000 })

let cluster: ClusterScenario
let traffic: Traffic
let copy: string
beforeAll(async () => {
  cluster = await startClusterScenario()
  traffic = new Traffic({ cluster })
  await traffic.run(50)
  copy = await mkdtemp(join(tmpdir(), 'thirty-log-copy-'))
  await cluster.log.stop()
  await cp(cluster.log.folder, copy, { recursive: true })
  await cluster.log.start()
})
afterAll(async () => {
  await cluster.remove()
  await rm(copy, { recursive: true, force: true })
})

/** Lets things happen that the copy does not have. Returns the session of a lost account. */
async function goOn(): Promise<string> {
  const token = await signUp(`Lost ${++people}`)
  await signUp(`Lost ${++people}`)
  return token
}

/** Replaces the folder of the log, which is stopped and started, with the copy. */
async function putBack(): Promise<void> {
  await cluster.log.kill()
  await rm(cluster.log.folder, { recursive: true })
  await cp(copy, cluster.log.folder, { recursive: true })
  await cluster.log.start()
}

let people = 0
const letters = 'abcdefghijklmnopqrstuvwxyz'
const nameOf = (text: string) => text.replace(/\d/g, (digit) => letters[Number(digit)] ?? '')

async function signUp(name: string): Promise<string> {
  const fullName = nameOf(name)
  const account = { fullName, username: usernameOf(fullName), email: emailOf(fullName), password }
  return waitUntil(20_000, async () => {
    const response = await fetch(`${cluster.webs[0]?.url}/api/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    })
    if (response.status === 503) return undefined
    const text = await response.text()
    expect([response.status, text]).toEqual([201, text])
    return /"token":"([^"]+)"/.exec(text)?.[1]
  })
}

const ask = (web: { url: string } | undefined, path: string, token: string) =>
  fetch(`${web?.url}${path}`, { headers: { authorization: `Bearer ${token}` } })

/** The board as each web process shows it. */
async function boards(): Promise<BoardResponse[]> {
  const responses = cluster.webs.map(async (web) => {
    const response = await ask(web, '/api/leaderboard/leaderboard?limit=200', traffic.tokenFor(1))
    // The product responds by its contract; a test that it breaks fails at the first missing field.
    return (await response.json()) as BoardResponse
  })
  return Promise.all(responses)
}

const namesOn = (board: BoardResponse | undefined) => board?.data.map(({ name }) => name) ?? []

/** Waits until every read model is as the log says, and both web processes show it. */
async function expectTruth(epochBefore: string | undefined): Promise<void> {
  const isRebuilt = async () => (await boards()).every(({ epoch }) => epoch !== epochBefore)
  await waitUntil(30_000, isRebuilt, longIntervalMs)
  // Each read model is built anew on its own; the boards may be the first.
  await expect.poll(() => cluster.findDifferences(), { timeout: 20_000, interval: 1_000 }).toEqual([])
  for (const board of await boards())
    expect(namesOn(board).filter((name) => name.startsWith('Lost'))).toEqual([])
  const readiness = await Promise.all(
    cluster.webs.map(async ({ url }) => (await fetch(`${url}/readyz`)).json()),
  )
  await waitUntil(10_000, async () => {
    const states = await Promise.all(
      cluster.webs.map(async ({ url }) => (await fetch(`${url}/readyz`)).json()),
    )
    return JSON.stringify(states).includes('out of date') ? undefined : true
  })
  expect(readiness).toHaveLength(2)
}

test('a log that is put back while everything runs: everybody sees the truth within seconds', async () => {
  for (let round = 0; round < rounds; round++) {
    const lostSession = await goOn()
    const [before] = await boards()
    expect(namesOn(before).some((name) => name.startsWith('Lost'))).toBe(true)
    const { socket, heard } = await openSocket(cluster.webs[1]?.url ?? '', traffic.tokenFor(1))
    onTestFinished(() => void socket.disconnect())
    await putBack()
    await expectTruth(before?.epoch)
    expect(heard.map(({ message }) => message)).toContain('news.missed')
    const refused = async () => (await ask(cluster.webs[0], '/api/auth/me', lostSession)).status === 401
    await waitUntil(5_000, refused)
    // What is done now is shown at once, although its positions are lower than those shown before.
    await signUp(`New ${++people}`)
    const [after] = await boards()
    expect(namesOn(after)).toContain(nameOf(`New ${people}`))
    expect(BigInt(after?.position ?? 0)).toBeLessThan(BigInt(before?.position ?? 0))
    const metrics = await Promise.all(
      cluster.projectors.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()),
    )
    expect(metrics.join()).toMatch(/thirty_log_put_back_total\{view="[\w-]+"\} [1-9]/)
  }
})

test('a log that is put back with an emptied Redis: open pages are told to load anew', async () => {
  await goOn()
  const [before] = await boards()
  const { socket, heard } = await openSocket(cluster.webs[1]?.url ?? '', traffic.tokenFor(1))
  onTestFinished(() => void socket.disconnect())
  await putBack()
  await cluster.redis.flush()
  await expectTruth(before?.epoch)
  await waitUntil(5_000, async () => heard.some(({ message }) => message === 'news.missed'))
})

test('a log that was put back while everything was stopped is noticed at the start', async () => {
  for (let round = 0; round < rounds; round++) {
    await goOn()
    const [before] = await boards()
    const all = [...cluster.webs, ...cluster.projectors]
    await Promise.all(all.map((member) => member.stop()))
    await putBack()
    await Promise.all(all.map((member) => member.start()))
    await expectTruth(before?.epoch)
  }
})

test('a log that was put back and has grown past its old end is noticed', async () => {
  for (let round = 0; round < rounds; round++) {
    await goOn()
    const [before] = await boards()
    await Promise.all(cluster.projectors.map((projector) => projector.stop()))
    await putBack()
    const oldEnd = BigInt(before?.position ?? 0)
    // Without projectors the board still shows what it showed, and says since when.
    const grown = (async () => {
      while ((await cluster.eventLog.head()) <= oldEnd) await signUp(`Later ${++people}`)
    })()
    await grown
    await cluster.projectors[0]?.start()
    await expectTruth(before?.epoch)
    const [after] = await boards()
    expect(namesOn(after)).toContain(nameOf(`Later ${people}`))
  }
})
