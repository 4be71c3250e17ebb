import type { WhatIfResponse } from '@thirty/contracts/leaderboard/scoring-api.ts'
import type { BoardResponse } from '@thirty/contracts/leaderboard/api.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { createBackup, exportBackup, importBackup, rate, submitProject } from './testing/scenario.ts'
import { productForEach, type Person } from './testing/product.ts'

const product = productForEach()
let [ada, bob, admin]: Person[] = []

/** Ada has two projects, Bob one with five stars: 55 points of Bob beside 10 of Ada. */
beforeEach(async () => {
  const people = [await product.participant(), await product.participant(), await product.admin()] as const
  ;[ada, bob, admin] = people
  await submitProject(product, people[0], 1)
  await submitProject(product, people[0], 2)
  await rate(product, people[2], await submitProject(product, people[1], 1), 5)
})

const projectsOnly = { projects: 10, quality: 0, streak: 0 }
const apply = async (excluded: (Person | undefined)[] = [], weights = projectsOnly) => {
  const { inForce, position } = await product.send<WhatIfResponse>(admin, 'GET /api/admin/what-if')
  const change = { weights, excluded: excluded.map((person) => person?.id), position, reason: 'fairer' }
  await product.send(admin, 'POST /api/admin/scoring', { ...change, version: inForce.version })
}
const board = (by = ada, query = '') =>
  product.send<BoardResponse>(by, `GET /api/leaderboard/leaderboard${query}`)
const nameOf = (id: string) => (id === ada?.id ? 'ada' : 'bob')
/** The points of everybody on a leaderboard, the best first. */
const standings = async (query = '') =>
  (await board(ada, query)).data
    .filter(({ projectsSubmitted }) => projectsSubmitted > 0)
    .map(({ id, totalPoints }) => `${nameOf(id)} ${totalPoints}`)

test('a leaderboard of the past keeps the scoring that was in force there', async () => {
  const { position, scoring } = await board()
  expect(scoring).toBeUndefined()
  await apply()
  expect((await board()).scoring).toMatchObject({ weights: projectsOnly, normalised: false })
  expect((await board(ada, `?at=${position}`)).scoring).toBeUndefined()
  expect(await standings(`?at=${position}`)).toEqual(['bob 55', 'ada 10'])
  expect(await standings(`?at=${(await board()).position}`)).toEqual(['ada 20', 'bob 10'])
})

test('an exported backup keeps its scoring in a file, and an import brings it back', async () => {
  await apply([bob])
  if (!admin) throw new Error('There is an admin.')
  const backupId = await createBackup(product, admin)
  const { bytes } = await exportBackup(product, admin, backupId)
  await product.send(admin, `DELETE /api/admin/backups/${backupId}`)
  const { json } = await importBackup(product, admin, bytes)
  const { _id } = (json as { backup: { _id: string } }).backup
  await product.send(admin, 'POST /api/admin/reset-with-backup')
  await product.send(admin, `POST /api/admin/restore-backup/${_id}`)
  await vi.waitFor(async () => expect(await standings()).toEqual(['ada 20']), { timeout: 20_000 })
})

test('an excluded participant keeps the projects, learns why there is no rank, and nobody else does', async () => {
  await apply([bob], { projects: 3, quality: 0.5, streak: 2 })
  const own = await board(bob)
  expect([own.excluded, own.you, own.stats.yourRank]).toEqual([true, null, null])
  expect(JSON.stringify(await board())).not.toMatch(new RegExp(`excluded|${bob?.id}`))
  expect(await product.send(bob, `GET /api/projects/user/${bob?.id}`)).toMatchObject({
    projects: [{ day: 1 }],
  })
  expect(await standings()).toEqual(['ada 10'])
})
