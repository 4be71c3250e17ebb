import type { BoardResponse } from '@thirty/contracts/leaderboard/api.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { productForEach } from './testing/product.ts'

const product = productForEach()
const admin = appForEach(() => product.admin())
/** Ada has two projects, Bob one with five stars: 55 points of Bob beside 10 of Ada. */
const ada = appForEach(() => product.participant())
const bob = appForEach(() => product.participant())
beforeEach(async () => {
  for (const day of [1, 2]) await product.submitProject(ada, day)
  await product.rate(admin, await product.submitProject(bob, 1), 5)
})

const projectsOnly = { projects: 10, quality: 0, streak: 0 }
const apply = async (excluded: string[] = [], weights = projectsOnly) =>
  product.send(admin, 'POST /api/admin/scoring', await product.scoringChange(admin, weights, excluded))
const board = (by = ada, query = '') =>
  product.send<BoardResponse>(by, `GET /api/leaderboard/leaderboard${query}`)
/** The points of everybody on a leaderboard, the best first. */
const standings = async (query = '') =>
  (await board(ada, query)).data
    .filter(({ projectsSubmitted }) => projectsSubmitted > 0)
    .map(({ id, totalPoints }) => `${id === ada.id ? 'ada' : 'bob'} ${totalPoints}`)

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
  await apply([bob.id])
  const backupId = await product.createBackup(admin)
  const { bytes } = await product.exportBackup(admin, backupId)
  await product.send(admin, `DELETE /api/admin/backups/${backupId}`)
  const { json } = await product.importBackup(admin, bytes)
  const { _id } = (json as { backup: { _id: string } }).backup
  await product.send(admin, 'POST /api/admin/reset-with-backup')
  await product.send(admin, `POST /api/admin/restore-backup/${_id}`)
  await vi.waitFor(async () => expect(await standings()).toEqual(['ada 20']), { timeout: 20_000 })
})

test('an excluded participant keeps the projects, learns why there is no rank, and nobody else does', async () => {
  await apply([bob.id], { projects: 3, quality: 0.5, streak: 2 })
  const own = await board(bob)
  expect([own.excluded, own.you, own.stats.yourRank]).toEqual([true, null, null])
  expect(JSON.stringify(await board())).not.toMatch(new RegExp(`excluded|${bob.id}`))
  const projects = [{ day: 1 }]
  expect(await product.send(bob, `GET /api/projects/user/${bob.id}`)).toMatchObject({ projects })
  expect(await standings()).toEqual(['ada 10'])
})
