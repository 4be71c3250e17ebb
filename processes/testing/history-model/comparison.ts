import { setTimeout as pause } from 'node:timers/promises'
import { expectedState, expectPlaces } from '@thirty/command-api/testing/challenge-model/compare-places.ts'
import type { httpDriver } from '@thirty/command-api/testing/challenge-model/http-driver.ts'
import { leaderboardOf } from '@thirty/command-api/testing/challenge-model/standings.ts'
import type { Contest, World } from '@thirty/command-api/testing/challenge-model/world.ts'
import type { RestorePreview } from '@thirty/contracts/backups/api.ts'
import type { BoardResponse, PointsResponse } from '@thirty/contracts/leaderboard/api.ts'
import type { ProjectsResponse } from '@thirty/contracts/projects/api.ts'
import { expect } from 'vitest'
import { idOf, type Installation } from './installation.ts'

type Driver = ReturnType<typeof httpDriver>

/** Expects that an installation shows what the model has, in its queries, its read models, its log and after a rebuild. */
export async function expectSame(installation: Installation, driver: Driver, world: World): Promise<void> {
  await installation.untilShown()
  await expectQueries(installation, driver, world)
  await expectPlaces(installation.commands, driver, world)
  await expectFoldOfLog(installation)
  await rebuild(installation)
  await expectQueries(installation, driver, world)
  await expectFoldOfLog(installation)
}

/** Expects that the preview of a restore shows the leaderboard of the backup. */
export async function expectPreview(
  { ask }: Installation,
  id: string | undefined,
  contest: Contest,
): Promise<void> {
  const { status, json } = await ask('a0', 'GET', `/api/admin/backups/${id}/preview`)
  expect(status).toBe(200)
  // Safe: the schema of the response defines this type; other specs check it.
  const { after } = json as RestorePreview
  const rows = leaderboardOf(contest)
  const points = rows.reduce((sum, row) => sum + Math.round(row.points * 10), 0)
  expect(after).toMatchObject({
    totalParticipants: rows.length,
    totalProjects: rows.reduce((sum, { projects }) => sum + projects, 0),
    averagePoints: rows.length === 0 ? 0 : Math.floor((2 * points + rows.length) / (2 * rows.length)) / 10,
  })
}

/** Expects that projects, leaderboard, past leaderboard, scoring and points equal the model. */
export async function expectQueries(
  { ask }: Pick<Installation, 'ask'>,
  driver: Driver,
  { contest }: World,
): Promise<void> {
  const { json: list } = await ask('a0', 'GET', '/api/projects/all?limit=200')
  // Safe: the schemas of the responses define these types; other specs check them.
  const { projects } = list as ProjectsResponse
  const shown = projects.map(({ _id, status, projectName: name, likes, comments, ...ratings }) => {
    const { averageRating, ratingCount } = ratings
    return [_id, { status, name, likes, comments, averageRating, ratingCount }] as const
  })
  const expected = [...contest.projects].flatMap(([key, project]) =>
    project.status === 'withdrawn' ? [] : [[driver.idOfProject(key), expectedState(project)] as const],
  )
  expect(new Map(shown)).toEqual(new Map(expected))

  const board = async (query = '') => {
    const { json } = await ask('p0', 'GET', `/api/leaderboard/leaderboard${query}`)
    // Safe: as above.
    return json as BoardResponse
  }
  const live = await board()
  const expectedRows = leaderboardOf(contest).map(({ actor, ...row }) => ({ id: idOf(actor), ...row }))
  expect(rowsOf(live)).toEqual(expectedRows)
  expect(rowsOf(await board(`?at=${live.position}`))).toEqual(expectedRows)
  const [inForce] = driver.expectedScorings(contest).slice(-1)
  const shownScoring = live.scoring && { weights: live.scoring.weights, normalised: live.scoring.normalised }
  expect(shownScoring).toEqual(
    inForce && { weights: inForce.weights, normalised: inForce.scales !== undefined },
  )
  for (const { id, points } of expectedRows) {
    const { json } = await ask('p0', 'GET', `/api/leaderboard/${id}/points`)
    // Safe: as above.
    expect([id, (json as PointsResponse).points.at(-1)?.total ?? 0]).toEqual([id, points])
  }
}

const rowsOf = ({ data }: BoardResponse) =>
  data
    .filter(({ projectsSubmitted }) => projectsSubmitted > 0)
    .map(({ id, totalPoints: points, projectsSubmitted, projectQuality, streak }) => ({
      id,
      points,
      projects: projectsSubmitted,
      quality: projectQuality,
      streak,
    }))

/** Every read model that is shown has exactly the documents and the index entries of a fold of the whole log. */
async function expectFoldOfLog({ product: { core } }: Installation): Promise<void> {
  const checked = (await core.selfCheck?.check({ heals: false })) ?? []
  const shown = core.models.shownProjections().map(({ projection }) => projection.name)
  expect(checked.map(({ readModel }) => readModel.name).toSorted()).toEqual(shown.toSorted())
  for (const { readModel, differences } of checked)
    expect([readModel.name, differences]).toEqual([readModel.name, []])
}

/** Rebuilds every read model beside the live one and switches over. */
async function rebuild({ product: { core } }: Installation): Promise<void> {
  const { id = '' } = core.operations?.start('replay') ?? {}
  while (core.operations?.find(id)?.state === 'running') await pause(10)
  const operation = core.operations?.find(id)
  const left = operation?.readModels.filter(({ isRebuilt }) => isRebuilt !== true)
  expect({ state: operation?.state, left }).toEqual({ state: 'done', left: [] })
}
