import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { backUpLog } from '@thirty/infra/event-log/sqlite/verify-and-recover/back-up.ts'
import { failTest } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { textEvents } from '@thirty/infra/testing/event-log/port/test-events.ts'
import { startRedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { projectFields } from './testing/scenario.ts'
import { startTestProduct, type Person, type TestProduct } from './testing/product.ts'

vi.setConfig({ testTimeout: 60_000 })

/** A product with the embedded log and Redis. Starting it again uses the same Redis. */
async function setUp() {
  const redis = await startRedisServer()
  onTestFinished(() => redis.close())
  const parent = await mkdtemp(join(tmpdir(), 'thirty-put-back-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  const [folder, copy] = [join(parent, 'data'), join(parent, 'copy')]
  const start = async (): Promise<TestProduct> => {
    const product = await startTestProduct({ REDIS_URL: redis.url }, folder)
    onTestFinished(product.close)
    return product
  }
  /** Stops the product, and puts the folder back to the copy. */
  const putBack = async (product: TestProduct) => {
    // It removes the folder.
    await product.close()
    await cp(copy, folder, { recursive: true })
  }
  return { start, folder, backUp: () => backUpLog(folder, copy), putBack }
}

async function boardOf(product: TestProduct, { token }: Person): Promise<BoardResponse> {
  const { json } = await product.ask({ method: 'GET', path: '/api/leaderboard/leaderboard', token })
  // The product responds by its contract; a test that it breaks fails at the first missing field.
  return json as BoardResponse
}
const idsOn = (board: BoardResponse) => board.data.map(({ id }) => id).sort()

const submit = (product: TestProduct, owner: Person) =>
  product.ask({
    method: 'POST',
    path: '/api/projects',
    token: owner.token,
    headers: { 'idempotency-key': 'the-same-key-every-time' },
    body: { ...projectFields(owner), day: 1 },
  })

test('a folder that was put back under a Redis that was kept: the board, sessions and repeated commands follow the log', async () => {
  const { start, backUp, putBack } = await setUp()
  const first = await start()
  const kept = await first.participant()
  backUp()
  const lost = await first.participant()
  expect((await submit(first, kept)).status).toBe(201)
  const before = await boardOf(first, kept)
  expect(idsOn(before)).toEqual([kept.id, lost.id].sort())

  await putBack(first)
  const second = await start()
  await expect.poll(async () => idsOn(await boardOf(second, kept)), { timeout: 20_000 }).toEqual([kept.id])
  const after = await boardOf(second, kept)
  expect(after.epoch).not.toBe(before.epoch)
  expect(BigInt(after.position)).toBeLessThan(BigInt(before.position))
  const session = (person: Person) =>
    second.ask({ method: 'GET', path: '/api/auth/me', token: person.token }).then(({ status }) => status)
  expect([await session(kept), await session(lost)]).toEqual([200, 401])
  // The log does not have the command, so it is executed again.
  expect((await submit(second, kept)).status).toBe(201)
  // Pending while other read models are still being rebuilt.
  await expect
    .poll(async () => (await boardOf(second, kept)).data[0])
    .toMatchObject({ id: kept.id, projectsSubmitted: 1 })
})

test('a folder that was put back and has grown past its old end under a Redis that was kept is noticed', async () => {
  const { start, folder, backUp, putBack } = await setUp()
  const first = await start()
  const kept = await first.participant()
  backUp()
  const lost = await first.participant()
  const before = await boardOf(first, kept)
  await putBack(first)
  const log = await openSqliteLog({ folder, onFailure: failTest })
  await log.append('pictures-x', textEvents(...Array.from({ length: 50 }, (_, index) => `${index}`)), 'none')
  expect(await log.head()).toBeGreaterThan(BigInt(before.position))
  await log.close()
  const second = await start()
  await expect.poll(async () => idsOn(await boardOf(second, kept)), { timeout: 20_000 }).toEqual([kept.id])
  expect(idsOn(before)).toContain(lost.id)
})

test('a start on the same folder keeps the read models in Redis', async () => {
  const { start, backUp, putBack } = await setUp()
  const first = await start()
  const kept = await first.participant()
  const before = await boardOf(first, kept)
  backUp()
  await putBack(first)
  const second = await start()
  expect(await boardOf(second, kept)).toMatchObject({ epoch: before.epoch, position: before.position })
})
