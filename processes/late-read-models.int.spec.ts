import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runInShell } from './testing/operator-shell.ts'
import { startTestProduct } from './testing/product.ts'

// The tests start a whole product.
vi.setConfig({ testTimeout: 60_000 })

/** Starts a product whose log has a submission of a later release, at which the projections of projects are parked. */
async function startWithParkedProjections() {
  const folder = mkdtempSync(join(tmpdir(), 'thirty-late-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const before = await startTestProduct({ DATA_DIR: folder })
  const [participant, admin] = [await before.participant(), await before.admin()]
  await before.close()
  const { log, verified } = await startSqliteLog({
    folder,
    onFailure: (error) => expect.unreachable(String(error)),
  })
  await verified
  const event = {
    id: randomUUID(),
    type: 'ProjectSubmitted',
    version: 99,
    at: new Date().toISOString(),
    data: {},
    metadata: { actor: participant.id, run: 1, correlation: randomUUID() },
  }
  await log.append(`project-r1-d1-${participant.id}`, [event], 'none')
  await log.close()
  const product = await startTestProduct({ DATA_DIR: folder })
  onTestFinished(product.close)
  await product.core.health.check()
  return { product, folder, participant, admin, missingSince: event.at }
}

test('parked projections leave a single process ready, and name themselves', async () => {
  const { product } = await startWithParkedProjections()
  const { status, json } = await product.ask({ method: 'GET', path: '/readyz' })
  expect([status, json]).toEqual([
    200,
    expect.objectContaining({
      status: 'degraded',
      reasons: expect.arrayContaining([expect.stringMatching(/^projects-r1 stopped at an event: /)]),
    }),
  ])
})

test('to strangers, readiness names no read model and no reason', async () => {
  const { product } = await startWithParkedProjections()
  const headers = { 'X-Forwarded-For': '203.0.113.9' }
  const { status, json } = await product.ask({ method: 'GET', path: '/readyz', headers })
  expect([status, json]).toEqual([200, { status: 'degraded' }])
})

test('responses from a parked read model say since when events are missing, and others do not', async () => {
  const { product, participant, admin, missingSince } = await startWithParkedProjections()
  const asOf = async (path: string, { token }: { token?: string } = participant) => {
    const { status, headers } = await product.ask({ method: 'GET', path, token })
    expect([path, status]).toEqual([path, 200])
    return headers['x-data-as-of']
  }
  // The time of the first event that is missing.
  const late = missingSince
  expect(await asOf('/api/leaderboard/leaderboard')).toEqual(late)
  expect(await asOf('/api/projects/my-projects')).toEqual(late)
  expect(await asOf('/api/community/feed')).toEqual(late)
  expect(await asOf('/api/projects/all', admin)).toEqual(late)
  expect(await asOf('/api/leaderboard/showcase', {})).toEqual(late)
  expect(await asOf('/api/challenge/current-day')).toBeUndefined()
  expect(await asOf('/api/admin/team', admin)).toBeUndefined()
  expect(await asOf('/api/admin/saved-texts', admin)).toBeUndefined()
})

test('without a parked or late read model no response says so', async () => {
  const product = await startTestProduct()
  onTestFinished(product.close)
  const { token } = await product.participant()
  const { headers } = await product.ask({ method: 'GET', path: '/api/leaderboard/leaderboard', token })
  expect(headers['x-data-as-of']).toBeUndefined()
})

test('doctor finds parked projections in a running server, and in a folder at rest', async () => {
  const { product, folder } = await startWithParkedProjections()
  const running = await runInShell(['doctor'], { folder })
  expect([running.code, running.text]).toEqual([
    1,
    expect.stringMatching(/✗ .*projects-r1.* have stopped, in the running server: /),
  ])
  expect(running.text).toMatch(/projects-r1: stopped at position \d+ of \d+: \S/)
  await product.close()
  const atRest = await runInShell(['doctor'], { folder })
  expect([atRest.code, atRest.text]).toEqual([1, expect.stringContaining('have stopped, as the next start')])
})
