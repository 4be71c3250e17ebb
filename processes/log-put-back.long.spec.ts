import { cp, rm } from 'node:fs/promises'
import type { BoardResponse } from '@thirty/contracts/leaderboard/api.ts'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { longIntervalMs, startClusterScenario, waitUntil } from '../e2e/cluster/cluster-scenario.ts'
import { Traffic } from '../e2e/cluster/traffic.ts'
import { createParticipant } from '../e2e/support/api.ts'

vi.setConfig({ testTimeout: 120_000 })

test('a log that is put back while everything runs: everybody sees the truth within seconds', async () => {
  const cluster = await startClusterScenario()
  onTestFinished(async () => void (await cluster.remove()))
  const { log, webs, projectors, adminKey } = cluster
  const traffic = new Traffic({ cluster })
  await traffic.run(50)
  const copy = await temporaryFolder()
  await log.stop()
  await cp(log.folder, copy, { recursive: true })
  await log.start()

  const url = webs[0]?.url ?? ''
  const signUp = (name: string) =>
    waitUntil(20_000, () => createParticipant({ url, adminKey }, name).catch(() => undefined), longIntervalMs)
  const ask = (base: string, path: string, token: string) =>
    fetch(`${base}${path}`, { headers: { authorization: `Bearer ${token}` } })
  const boards = () =>
    Promise.all(
      webs.map(async (web) => {
        const response = await ask(web.url, '/api/leaderboard/leaderboard?limit=200', traffic.tokenFor(1))
        // The product responds by its contract; a test that it breaks fails at the first missing field.
        return (await response.json()) as BoardResponse
      }),
    )
  const namesOn = (board: BoardResponse | undefined) => board?.data.map(({ name }) => name)

  // Two are lost and one comes later: the log ends before the place where it ended.
  await signUp('Other Lost Person')
  const lost = await signUp('Lost Person')
  const [before] = await boards()
  expect(namesOn(before)).toContain('Lost Person')
  const { socket, names } = await openSocket(webs[1]?.url ?? '', traffic.tokenFor(1))
  onTestFinished(() => void socket.disconnect())
  await log.kill()
  await rm(log.folder, { recursive: true })
  await cp(copy, log.folder, { recursive: true })
  await log.start()

  const isRebuilt = async () => (await boards()).every(({ epoch }) => epoch !== before?.epoch)
  await waitUntil(30_000, isRebuilt, longIntervalMs)
  // Each read model is built anew on its own; the boards may be the first.
  await expect.poll(() => cluster.findDifferences(), { timeout: 20_000, interval: 1_000 }).toEqual([])
  for (const board of await boards()) expect(namesOn(board)).not.toContain('Lost Person')
  const readiness = () => Promise.all(webs.map(async (web) => (await fetch(`${web.url}/readyz`)).text()))
  await waitUntil(10_000, async () => !(await readiness()).join().includes('out of date'))
  expect(names()).toContain('news.missed')
  await waitUntil(5_000, async () => (await ask(url, '/api/auth/me', lost.token)).status === 401)
  // What is done now is shown at once, although its positions are lower than those shown before.
  await signUp('New Person')
  const [after] = await boards()
  expect(namesOn(after)).toContain('New Person')
  expect(BigInt(after?.position ?? 0)).toBeLessThan(BigInt(before?.position ?? 0))
  const metrics = projectors.map(async (projector) => (await fetch(`${projector.url}/metrics`)).text())
  expect((await Promise.all(metrics)).join()).toMatch(/thirty_log_put_back_total\{view="[\w-]+"\} [1-9]/)
})
