import { setTimeout as pause } from 'node:timers/promises'
import { expectPlaces } from '@thirty/command-api/testing/challenge-model/compare-places.ts'
import { expectedState } from '@thirty/command-api/testing/challenge-model/folded-contest.ts'
import type { httpDriver } from '@thirty/command-api/testing/challenge-model/http-driver.ts'
import { leaderboardOf } from '@thirty/command-api/testing/challenge-model/standings.ts'
import type { Contest, World } from '@thirty/command-api/testing/challenge-model/world.ts'
import type { HistoryStatus, RestorePreview } from '@thirty/contracts/api/admin/backups.ts'
import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import type { ProjectsResponse } from '@thirty/contracts/api/projects/projects.ts'
import { expect } from 'vitest'
import { idOf, type Installation } from './installation.ts'

type Driver = ReturnType<typeof httpDriver>

/** Expects that an installation shows what the model has, in its queries, its read models, its log and after a rebuild. */
export async function expectSame(installation: Installation, driver: Driver, world: World): Promise<void> {
  await untilShown(installation)
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

/** Resolves when the current run is shown, up to the end of the log. */
export async function untilShown({ ask, product: { core } }: Installation): Promise<void> {
  const end = performance.now() + 30_000
  for (;;) {
    const { json } = await ask('a0', 'GET', '/api/admin/history')
    // Safe: the schema of the response defines this type; other specs check it.
    const status = json as HistoryStatus
    const isShown = status.shownRun === status.run && status.state === 'shown'
    if (isShown && !('pending' in (await core.waitForProjections(await core.log.head())))) return
    if (performance.now() > end) throw new Error(`The current run is not shown: ${JSON.stringify(status)}`)
    await pause(20)
  }
}

async function expectQueries({ ask }: Installation, driver: Driver, { contest }: World): Promise<void> {
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

  const { json: board } = await ask('p0', 'GET', '/api/leaderboard/leaderboard')
  // Safe: as above.
  const { data } = board as BoardResponse
  const rows = data
    .filter(({ projectsSubmitted }) => projectsSubmitted > 0)
    .map(({ id, totalPoints: points, projectsSubmitted, projectQuality, streak }) => ({
      id,
      points,
      projects: projectsSubmitted,
      quality: projectQuality,
      streak,
    }))
  expect(rows).toEqual(leaderboardOf(contest).map(({ actor, ...row }) => ({ id: idOf(actor), ...row })))
}

/** Every read model that is shown has exactly the documents and the index entries of a fold of the whole log. */
async function expectFoldOfLog({ product: { core } }: Installation): Promise<void> {
  const checked = (await core.selfCheck?.check({ heals: false })) ?? []
  expect(checked.map(({ readModel }) => readModel.name).toSorted()).toEqual(
    core.models
      .shownProjections()
      .map(({ projection }) => projection.name)
      .toSorted(),
  )
  for (const { readModel, differences } of checked)
    expect([readModel.name, differences]).toEqual([readModel.name, []])
}

/** Rebuilds every read model beside the live one and switches over. */
async function rebuild({ product: { core } }: Installation): Promise<void> {
  const started = core.operations?.start('replay')
  if (!started) throw new Error('This process builds no read models.')
  for (;;) {
    const operation = core.operations?.find(started.id)
    if (operation?.state === 'done') {
      expect(operation.readModels.filter(({ isRebuilt }) => isRebuilt !== true)).toEqual([])
      return
    }
    if (operation?.state !== 'running')
      throw new Error(`The rebuild has failed: ${JSON.stringify(operation)}`)
    await pause(10)
  }
}
