import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { failTest } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runInShell } from './testing/operator-shell.ts'
import { startTestProduct, type Person, type TestProduct } from './testing/product.ts'

/** Its log has a submission of a later release, at which the projections of projects are parked. */
let product: TestProduct
let participant: Person
let admin: Person
/** The time of that submission. */
const missingSince = new Date().toISOString()
const folder = mkdtempSync(join(tmpdir(), 'thirty-late-'))
beforeAll(async () => {
  const before = await startTestProduct({}, folder)
  ;[participant, admin] = [await before.participant(), await before.admin()]
  await before.stop()
  const log = await openSqliteLog({ folder, onFailure: failTest })
  const event = {
    id: randomUUID(),
    type: 'ProjectSubmitted',
    version: 99,
    at: missingSince,
    data: {},
    metadata: { actor: participant.id, run: 1, correlation: randomUUID() },
  }
  await log.append(`project-r1-d1-${participant.id}`, [event], 'none')
  await log.close()
  product = await startTestProduct({}, folder)
  await product.core.health.check()
})
afterAll(async () => {
  await product.close()
  rmSync(folder, { recursive: true, force: true })
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
  const { status, json } = await product.ask({ method: 'GET', path: '/readyz', headers })
  expect([status, json]).toEqual([200, { status: 'degraded' }])
})

test('responses from a parked read model say since when events are missing, and others do not', async () => {
  const asOf = async (path: string, token?: string) => {
    const { status, headers } = await product.ask({ method: 'GET', path, token })
    return [path, status, headers['x-data-as-of']]
  }
  for (const [path, token] of [
    ['/api/leaderboard/leaderboard', participant.token],
    ['/api/projects/my-projects', participant.token],
    ['/api/projects/all', admin.token],
    ['/api/leaderboard/showcase', undefined],
  ] as const)
    expect(await asOf(path, token)).toEqual([path, 200, missingSince])
  for (const path of ['/api/challenge/current-day', '/api/admin/team', '/api/admin/saved-texts'])
    expect(await asOf(path, admin.token)).toEqual([path, 200, undefined])
})

test('doctor finds parked projections in a running server, and in a folder at rest', async () => {
  const running = await runInShell(['doctor'], { folder })
  expect(running.code).toBe(1)
  expect(running.text).toMatch(/✗ .*projects-r1.* have stopped, in the running server: /)
  expect(running.text).toMatch(/projects-r1: stopped at position \d+ of \d+: \S/)
  await product.stop()
  const atRest = await runInShell(['doctor'], { folder })
  expect([atRest.code, atRest.text]).toEqual([1, expect.stringContaining('have stopped, as the next start')])
})
