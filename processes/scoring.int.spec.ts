import type { WhatIfResponse } from '@thirty/contracts/api/admin/scoring.ts'
import type { AuditResponse } from '@thirty/contracts/api/admin/audit.ts'
import type { RestorePreview } from '@thirty/contracts/api/admin/backups.ts'
import type { BoardResponse, PointsResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freeze, submitProject } from './testing/scenario.ts'
import { startTestProduct, type Person, type TestProduct } from './testing/product.ts'

// The spec starts a whole product with embedded stores.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let product: TestProduct
let ada: Person
let bob: Person
let admin: Person
let other: Person

/** Ada has two projects, Bob one with five stars: 55 points of Bob beside 10 of Ada. */
beforeEach(async () => {
  product = await startTestProduct()
  ;[ada, bob] = [await product.participant(), await product.participant()]
  ;[admin, other] = [await product.admin(), await product.admin()]
  await submitProject(product, ada, 1)
  await submitProject(product, ada, 2)
  await submitProject(product, bob, 1)
  await rate(admin, `r1-d1-${bob.id}`, 5)
})
afterEach(() => product.close())

async function send<Json = unknown>(by: Person, method: string, path: string, body?: unknown): Promise<Json> {
  const { status, json, text } = await product.ask({ method, path, body, token: by.token })
  if (status >= 300) throw new Error(`${method} ${path} was refused: ${status} ${text}`)
  // Safe: the schemas of the responses define these types; other specs check them.
  return json as Json
}

const rate = (by: Person, projectId: string, all: number) =>
  send(by, 'POST', '/api/ratings/submit', {
    projectId,
    criteria: { functionality: all, design: all, innovation: all, codeQuality: all, completeness: all },
    feedback: 'Stars',
  })

const projectsOnly = { projects: 10, quality: 0, streak: 0 }
type Change = { excluded?: string[]; normalise?: 'on' | 'off'; weights?: object; position?: string }
const apply = async (change: Change = {}, by = admin) => {
  const { inForce, position } = await whatIf()
  const body = {
    weights: projectsOnly,
    excluded: [],
    position,
    version: inForce.version,
    reason: 'fairer',
    ...change,
  }
  return send<{ version: string; backupId: string }>(by, 'POST', '/api/admin/scoring', body)
}
const whatIf = (query = '') => send<WhatIfResponse>(admin, 'GET', `/api/admin/what-if${query}`)
const board = (by = ada, query = '') => send<BoardResponse>(by, 'GET', `/api/leaderboard/leaderboard${query}`)
/** The points of everybody on a leaderboard, the best first. */
const standings = async (by = ada, query = '') =>
  (await board(by, query)).data
    .filter(({ projectsSubmitted }) => projectsSubmitted > 0)
    .map(({ id, totalPoints }) => [id === ada.id ? 'ada' : 'bob', totalPoints])

test('what the comparison shows is the leaderboard after the change, for everybody', async () => {
  expect(await standings()).toEqual([
    ['bob', 55],
    ['ada', 10],
  ])
  const compared = await whatIf('?projects=10&quality=0&streak=0')
  expect(compared).toMatchObject({
    inForce: { version: '0', changedBy: null, before: null },
    other: { weights: projectsOnly, isSame: false },
    moved: { total: 2, up: 1, down: 1 },
    podium: {
      now: [{ id: bob.id }, { id: ada.id }],
      after: [{ id: ada.id, pointsAfter: 20 }, { id: bob.id }],
    },
  })
  // Nothing has changed for anybody.
  expect((await board()).scoring).toBe(undefined)
  await apply()
  const shown = await board()
  expect(shown.scoring).toMatchObject({ weights: projectsOnly, normalised: false })
  expect(await standings()).toEqual(
    compared.top.map(({ id, pointsAfter }) => [id === ada.id ? 'ada' : 'bob', pointsAfter]),
  )
  expect((await whatIf()).inForce).toMatchObject({ weights: projectsOnly, reason: 'fairer' })
  const { json } = await product.ask({ method: 'GET', path: '/api/leaderboard/showcase' })
  expect(json).toMatchObject({
    rows: [
      { id: ada.id, totalPoints: 20 },
      { id: bob.id, totalPoints: 10 },
    ],
  })
})

test('points are explained with the scoring in force, and add up to the total', async () => {
  await apply()
  const { points, scoring } = await send<PointsResponse>(ada, 'GET', `/api/leaderboard/${ada.id}/points`)
  expect(points.map(({ change }) => change)).toEqual([10, 10])
  expect(scoring?.weights).toEqual(projectsOnly)
})

test('a leaderboard of the past keeps the scoring that was in force there', async () => {
  const { position } = await board()
  await apply()
  await submitProject(product, bob, 2)
  expect(await standings(ada, `?at=${position}`)).toEqual([
    ['bob', 55],
    ['ada', 10],
  ])
  const now = await board()
  expect(await standings(ada, `?at=${now.position}`)).toEqual([
    ['ada', 20],
    ['bob', 20],
  ])
})

test('an undo brings the earlier scoring back, and so does a restore of the automatic backup', async () => {
  const { version, backupId } = await apply()
  await send(admin, 'POST', '/api/admin/scoring/undo', { version, reason: 'a mistake' })
  expect(await standings()).toEqual([
    ['bob', 55],
    ['ada', 10],
  ])
  await apply()
  const preview = await send<RestorePreview>(admin, 'GET', `/api/admin/backups/${backupId}/preview`)
  expect(preview).toMatchObject({
    now: { averagePoints: 15 },
    after: { averagePoints: 32.5 },
    moved: { total: 2 },
  })
  await send(admin, 'POST', `/api/admin/restore-backup/${backupId}`)
  await vi.waitFor(
    async () =>
      expect(await standings()).toEqual([
        ['bob', 55],
        ['ada', 10],
      ]),
    { timeout: 20_000 },
  )
})

test('a reset begins with the default scoring', async () => {
  await apply()
  await send(admin, 'POST', '/api/admin/reset-with-backup')
  await vi.waitFor(async () => expect((await board()).scoring).toBe(undefined), { timeout: 20_000 })
})

test('an exported backup keeps its scoring in a file, and an import brings it back', async () => {
  await apply({ excluded: [bob.id] })
  const { backupId } = await send<{ backupId: string }>(admin, 'POST', '/api/admin/backups', {
    name: 'Scored',
  })
  const path = `/api/admin/backups/${backupId}/export`
  const { bytes } = await product.ask({ method: 'GET', path, token: admin.token })
  await send(admin, 'DELETE', `/api/admin/backups/${backupId}`)
  const imported = await product.ask({
    method: 'POST',
    path: '/api/admin/backups/import',
    body: bytes,
    headers: { 'content-type': 'application/gzip' },
    token: admin.token,
  })
  expect(imported.status).toBe(200)
  const id = (imported.json as { backup: { _id: string } }).backup._id
  await send(admin, 'POST', '/api/admin/reset-with-backup')
  await send(admin, 'POST', `/api/admin/restore-backup/${id}`)
  await vi.waitFor(async () => expect(await standings()).toEqual([['ada', 20]]), { timeout: 20_000 })
})

test('an excluded participant keeps the projects, learns why there is no rank, and nobody else does', async () => {
  await apply({ weights: { projects: 3, quality: 0.5, streak: 2 }, excluded: [bob.id] })
  const own = await board(bob)
  expect([own.excluded, own.you, own.stats.yourRank]).toEqual([true, null, null])
  const seen = await product.ask({ method: 'GET', path: '/api/leaderboard/leaderboard', token: ada.token })
  expect(seen.text).not.toContain('excluded')
  expect(seen.text).not.toContain(bob.id)
  expect(await send(bob, 'GET', `/api/projects/user/${bob.id}`)).toMatchObject({ projects: [{ day: 1 }] })
  expect(await standings()).toEqual([['ada', 10]])
})

test('normalised ratings count as the comparison says, and the ledger names what they count', async () => {
  await rate(other, `r1-d1-${ada.id}`, 1)
  await rate(other, `r1-d2-${ada.id}`, 2)
  const compared = await whatIf('?normalise=on')
  expect(compared.other).toMatchObject({ normalised: true, reviewers: 2 })
  await apply({ weights: compared.other.weights, normalise: 'on', position: compared.position })
  const expected = compared.top.map(({ id, pointsAfter }) => [id === ada.id ? 'ada' : 'bob', pointsAfter])
  expect(await standings()).toEqual(expected)
  expect(expected).not.toEqual([
    ['bob', 55],
    ['ada', 25],
  ])
  const { points } = await send<PointsResponse>(ada, 'GET', `/api/leaderboard/${ada.id}/points`)
  expect(points.map(({ reason }) => reason)).toContainEqual(
    expect.stringMatching(/^Day 1 rated 1\.0, counted as \d\.\d$/),
  )
  expect(points.at(-1)?.total).toBe(expected.find(([name]) => name === 'ada')?.[1])
})

test('a frozen leaderboard keeps its scoring for everybody but admins until the reveal', async () => {
  await send(admin, 'POST', '/api/admin/challenge/start', {})
  await freeze(product, admin)
  await apply({ excluded: [bob.id] })
  await vi.waitFor(async () => expect((await board(admin)).scoring).toBeDefined(), { timeout: 20_000 })
  expect(await standings()).toEqual([
    ['bob', 55],
    ['ada', 10],
  ])
  const own = await board(bob)
  expect([own.excluded, own.scoring, own.you?.rank]).toEqual([undefined, undefined, 1])
  await send(admin, 'POST', '/api/admin/challenge/reveal', {})
  await vi.waitFor(async () => expect(await standings()).toEqual([['ada', 20]]), { timeout: 20_000 })
})

test('submissions while the scoring changes are all in the run, with the new scoring', async () => {
  const days = [3, 4, 5, 6, 7, 8]
  await Promise.all([...days.map((day) => submitProject(product, ada, day)), apply()])
  await vi.waitFor(
    async () =>
      expect(await standings()).toEqual([
        ['ada', 80],
        ['bob', 10],
      ]),
    { timeout: 20_000 },
  )
})

test('the audit has who changed the scoring, from what, and to what', async () => {
  await apply({ excluded: [bob.id] })
  const { entries } = await send<AuditResponse>(admin, 'GET', '/api/admin/audit?action=scoring-changed')
  expect(entries).toMatchObject([
    {
      before: { projects: 3, quality: 0.5, streak: 2, excluded: null, normalised: false },
      after: { ...projectsOnly, normalised: false },
    },
  ])
  expect(entries[0]?.summary).toMatch(/ changed the scoring: fairer$/)
  expect(entries[0]?.after['excluded']).toEqual(expect.any(String))
})
