import { randomUUID } from 'node:crypto'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { openSqliteLog } from '@thirty/infra/testing/event-log/open-sqlite-log.ts'
import { failTest } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { expect, test } from 'vitest'
import { runInShell } from './testing/operator-shell.ts'
import { productForFile, productOfTest, restart, type Person, type TestProduct } from './testing/product.ts'

/** When a participant submitted with a later release, at which the projections of projects are parked. */
const missingSince = new Date().toISOString()
const product = productForFile()

/** Restarts a product with an event of a later release in its log, at which projections are parked. */
const restartWithLaterEvent = (product: TestProduct, stream: string, type: string, run?: number) =>
  restart(product, async () => {
    const log = await openSqliteLog({ folder: product.folder, onFailure: failTest })
    const metadata = { correlation: randomUUID(), ...(run && { run }) }
    await log.append(
      stream,
      [{ id: randomUUID(), type, version: 99, at: missingSince, data: {}, metadata }],
      'none',
    )
    await log.close()
  })

const admin = appForFile(() => product.admin())
const participant = appForFile(async () => {
  const person = await product.participant()
  await restartWithLaterEvent(product, `project-r1-d1-${person.id}`, 'ProjectSubmitted', 1)
  await product.core.health.check()
  return person
})

test('parked projections leave a single process ready, and name themselves', async () => {
  const reasons = expect.arrayContaining([expect.stringMatching(/^projects-r1 stopped at an event: /)])
  expect(await product.ask({ method: 'GET', path: '/readyz' })).toMatchObject({
    status: 200,
    json: { status: 'degraded', reasons },
  })
})

test('to strangers, readiness names no read model and no reason', async () => {
  const headers = { 'X-Forwarded-For': '203.0.113.9' }
  const { status, json } = await product.answer(undefined, 'GET /readyz', undefined, headers)
  expect([status, json]).toEqual([200, { status: 'degraded' }])
})

test('responses from a parked read model say since when events are missing, and others do not', async () => {
  const asOf = async (path: string, by?: Person) => {
    const { status, headers } = await product.answer(by, `GET /api/${path}`)
    return [path, status, headers['x-data-as-of']]
  }
  for (const [path, by] of [
    ['leaderboard/leaderboard', participant],
    ['projects/my-projects', participant],
    ['projects/all', admin],
    ['leaderboard/showcase', undefined],
  ] as const)
    expect(await asOf(path, by)).toEqual([path, 200, missingSince])
  for (const path of ['challenge/current-day', 'admin/team', 'admin/saved-texts'])
    expect(await asOf(path, admin)).toEqual([path, 200, undefined])
})

test('while the read model of accounts is parked, a deactivated user does not continue', async () => {
  const other = await productOfTest()
  const [owner, person] = [await other.admin(), await other.participant()]
  await restartWithLaterEvent(other, `user-${randomUUID()}`, 'UserRegistered')
  const status = async () => (await other.answer(person, 'GET /api/auth/me')).status
  expect(await status()).toBe(200)
  await other.send(owner, `PUT /api/auth/users/${person.id}/status`, { status: 'inactive' })
  await expect.poll(status, { timeout: 5_000 }).toBe(401)
})

test('doctor finds parked projections in a running server, and in a folder at rest', async () => {
  const { folder } = product
  const running = await runInShell(['doctor'], { folder })
  expect(running.code).toBe(1)
  expect(running.text).toMatch(/✗ .*projects-r1.* have stopped, in the running server: /)
  expect(running.text).toMatch(/projects-r1: stopped at position \d+ of \d+: \S/)
  await product.stop()
  const atRest = await runInShell(['doctor'], { folder })
  expect([atRest.code, atRest.text]).toEqual([1, expect.stringContaining('have stopped, as the next start')])
})
