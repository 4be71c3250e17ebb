import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { backUpLog } from '@thirty/infra/event-log/sqlite/verify-and-recover/back-up.ts'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { startRedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { projectFields } from './testing/scenario.ts'
import { productOfTest, type Person, type TestProduct } from './testing/product.ts'

vi.setConfig({ testTimeout: 60_000 })

test('a folder that was put back under a Redis that was kept: the board, sessions and repeated commands follow the log', async () => {
  const redis = await startRedisServer()
  onTestFinished(() => redis.close())
  const parent = await temporaryFolder()
  const [folder, copy] = [join(parent, 'data'), join(parent, 'copy')]
  const start = async (): Promise<TestProduct> => {
    const product = await productOfTest({ REDIS_URL: redis.url }, folder)
    return product
  }
  const boardOf = (product: TestProduct, by: Person) =>
    product.send<BoardResponse>(by, 'GET /api/leaderboard/leaderboard')
  const idsOn = (board: BoardResponse) => board.data.map(({ id }) => id).toSorted()
  const submit = async (product: TestProduct, owner: Person) => {
    const { status } = await product.ask({
      method: 'POST',
      path: '/api/projects',
      token: owner.token,
      headers: { 'idempotency-key': 'the-same-key-every-time' },
      body: { ...projectFields(owner), day: 1 },
    })
    return status
  }

  const first = await start()
  const kept = await first.participant()
  backUpLog(folder, copy)
  const lost = await first.participant()
  expect(await submit(first, kept)).toBe(201)
  const before = await boardOf(first, kept)
  expect(idsOn(before)).toEqual([kept.id, lost.id].toSorted())

  // It removes the folder.
  await first.close()
  await cp(copy, folder, { recursive: true })
  const second = await start()
  await expect.poll(async () => idsOn(await boardOf(second, kept)), { timeout: 20_000 }).toEqual([kept.id])
  const after = await boardOf(second, kept)
  expect(after.epoch).not.toBe(before.epoch)
  expect(BigInt(after.position)).toBeLessThan(BigInt(before.position))
  const session = async ({ token }: Person) =>
    (await second.ask({ method: 'GET', path: '/api/auth/me', token })).status
  expect([await session(kept), await session(lost)]).toEqual([200, 401])
  // The log does not have the command, so it is executed again.
  expect(await submit(second, kept)).toBe(201)
  // Pending while other read models are still being rebuilt.
  await expect
    .poll(async () => (await boardOf(second, kept)).data[0])
    .toMatchObject({ id: kept.id, projectsSubmitted: 1 })
})
