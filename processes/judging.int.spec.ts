import {
  judgedProjectsResponse,
  judgingResponse,
  normalisedStandingsResponse,
} from '@thirty/contracts/api/admin/judging.ts'
import type { ResetResponse } from '@thirty/contracts/api/admin/backups.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestProduct, type Person, type TestProduct } from './testing/product.ts'
import { submitProject } from './testing/scenario.ts'

// The tests start a whole product.
vi.setConfig({ testTimeout: 60_000 })

let product: TestProduct
let [ines, samuel, ana] = [] as Person[] as [Person, Person, Person]
let project = ''

beforeAll(async () => {
  product = await startTestProduct()
  ;[ines, samuel, ana] = [await product.admin(), await product.admin(), await product.participant()]
  project = await submitProject(product, ana, 1)
})
afterAll(() => product.close())

const send = (by: Person | undefined, method: string, path: string, body?: unknown) =>
  product.ask({ method, path, token: by?.token, body })
const rate = (by: Person, stars: number) => {
  const criteria = {
    functionality: stars,
    design: stars,
    innovation: stars,
    codeQuality: stars,
    completeness: stars,
  }
  return send(by, 'POST', '/api/ratings/submit', { projectId: project, criteria })
}
const judging = async () => judgingResponse.parse((await send(ines, 'GET', '/api/admin/judging')).json)
const ratingsByReviewer = async () =>
  Object.fromEntries((await judging()).reviewers.map(({ reviewer, ratings }) => [reviewer._id, ratings]))

test('participants and visitors see nothing of the judging', async () => {
  const paths = ['', '/projects', '/standings', '/mine'].map((end) => `/api/admin/judging${end}`)
  for (const path of paths) {
    expect((await send(ana, 'GET', path)).status).toBe(403)
    expect((await send(undefined, 'GET', path)).status).toBe(401)
    expect((await send(ines, 'GET', path)).status).toBe(200)
  }
})

test('ratings count once, also when they are replaced, and after a reset and a restore', async () => {
  await rate(ines, 5)
  await rate(samuel, 4)
  await rate(samuel, 2)
  const both = { [ines.id]: 1, [samuel.id]: 1 }
  expect(await ratingsByReviewer()).toEqual(both)
  expect((await judging()).disagreements).toMatchObject({
    count: 1,
    projects: [{ projectId: project, spread: 3 }],
  })
  await send(ines, 'PUT', `/api/admin/judging/calibration/${project}`)
  await send(ines, 'POST', '/api/admin/judging/conflicts', { participant: ana.id, admin: samuel.id })

  const reset = await send(ines, 'POST', '/api/admin/reset-with-backup')
  // The schema of the response defines this type; other specs check it.
  const { backupId } = reset.json as ResetResponse
  await expect.poll(ratingsByReviewer, { timeout: 15_000 }).toEqual({})
  const afterReset = await judging()
  expect(afterReset.calibration.projects).toEqual([])
  // People stay friends.
  expect(afterReset.conflicts).toMatchObject([{ admin: { _id: samuel.id }, participant: { _id: ana.id } }])

  await send(ines, 'POST', `/api/admin/restore-backup/${backupId}`)
  await expect.poll(ratingsByReviewer, { timeout: 15_000 }).toEqual({ [ines.id]: 1 })
  expect((await rate(samuel, 3)).json).toMatchObject({ code: 'conflict-of-interest' })
  await send(samuel, 'DELETE', '/api/admin/judging/conflicts', { participant: ana.id })
  expect(await ratingsByReviewer()).toEqual(both)
  expect((await judging()).calibration.projects).toMatchObject([{ projectId: project, median: 3.5 }])
})

test('the pages of projects and standings match their schemas, with the names of people and projects', async () => {
  const { json } = await send(ines, 'GET', '/api/admin/judging/projects?limit=5')
  const { projects } = judgedProjectsResponse.parse(json)
  expect(projects).toMatchObject([{ projectId: project, participant: { _id: ana.id } }])
  expect(projects[0]?.projectName).not.toBe('')
  const standings = normalisedStandingsResponse.parse(
    (await send(ines, 'GET', '/api/admin/judging/standings')).json,
  )
  expect(standings).toMatchObject({ compared: 1, moved: 0, standings: [{ rank: 1, normalisedRank: 1 }] })
})

test('the leaderboard stays as it is when normalised scores are switched on', async () => {
  const board = async () => (await send(ana, 'GET', '/api/leaderboard/leaderboard')).json
  const points = async () =>
    ((await board()) as { data: { totalPoints: number }[] }).data.map((row) => row.totalPoints)
  const before = await points()
  await send(ines, 'PUT', '/api/admin/challenge/options', { normalisedScores: true })
  expect(await points()).toEqual(before)
  expect((await judging()).normalisedScores).toBe(true)
})
