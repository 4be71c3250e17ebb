import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as projectModule from '@thirty/contracts/events/project.ts'
import { startSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestProduct, type Person } from './testing/product.ts'
import { projectFields, submitProject } from './testing/scenario.ts'

// A release in which ProjectSubmitted has its second version: in the first one, `projectName` was called `title`.
vi.mock('@thirty/contracts/events/project.ts', async (original) => {
  const { projectEvents, ...others } = await original<typeof projectModule>()
  const upcast = ({ title, ...content }: Record<string, unknown>) => ({ ...content, projectName: title })
  return {
    ...others,
    projectEvents: {
      ...projectEvents,
      ProjectSubmitted: { ...projectEvents.ProjectSubmitted, version: 2, upcasters: { 1: upcast } },
    },
  }
})

/** The event that the previous release stored when this participant submitted a project, and its stream. */
function submittedInVersion1(person: Person, day: number) {
  const { projectName, imageUrl, ...content } = projectFields(person)
  return {
    stream: `project-r1-d${day}-${person.id}`,
    event: {
      id: randomUUID(),
      type: 'ProjectSubmitted',
      version: 1,
      at: new Date().toISOString(),
      data: { ...content, title: projectName, image: imageUrl.replace('/uploads/', '') },
      metadata: { actor: person.id, run: 1, correlation: randomUUID() },
    },
  }
}

test('every projection and every decision reads the first version of an event as its second', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'thirty-versions-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const before = await startTestProduct({ DATA_DIR: folder })
  const [older, newer, admin] = [await before.participant(), await before.participant(), await before.admin()]
  await before.close()

  const { log, verified } = await startSqliteLog({
    folder,
    onFailure: (error) => expect.unreachable(String(error)),
  })
  await verified
  for (const day of [1, 2]) {
    const { stream, event } = submittedInVersion1(older, day)
    await log.append(stream, [event], 'none')
  }
  await log.close()

  const product = await startTestProduct({ DATA_DIR: folder })
  onTestFinished(product.close)
  const newId = await submitProject(product, newer, 1)
  const oldId = `r1-d1-${older.id}`
  const ask = async (by: Person, method: string, path: string, body?: unknown) => {
    const { status, json, text } = await product.ask({ method, path, body, token: by.token })
    expect([method, path, status, text.slice(0, 200)]).toEqual([
      method,
      path,
      status < 300 ? status : 200,
      text.slice(0, 200),
    ])
    return json
  }
  const withName = (count: number) =>
    expect.toSatisfy((json: unknown) => JSON.stringify(json).split('"Tomato clock"').length - 1 >= count)

  // Each query reads another projection, or the log itself.
  expect(await ask(older, 'GET', '/api/leaderboard/leaderboard')).toEqual(withName(3))
  expect(await ask(older, 'GET', '/api/projects/my-projects')).toEqual(withName(2))
  expect(await ask(admin, 'GET', '/api/projects/all')).toEqual(withName(3))
  expect(await ask(admin, 'GET', `/api/projects/user/${older.id}`)).toEqual(withName(2))
  expect(await ask(admin, 'GET', '/api/admin/search?q=tomato')).toEqual(withName(3))
  expect(await ask(older, 'GET', '/api/community/feed')).toEqual(withName(3))
  expect(await ask(older, 'GET', `/api/leaderboard/${older.id}/points`)).toMatchObject({
    points: expect.arrayContaining([expect.objectContaining({ change: expect.any(Number) })]),
  })
  for (const id of [oldId, newId])
    expect(await ask(older, 'GET', `/api/projects/${id}`)).toMatchObject({
      project: { projectName: 'Tomato clock', day: 1 },
    })

  // Each command folds the stream of the project.
  const criteria = { functionality: 5, design: 4, innovation: 3, codeQuality: 4, completeness: 4 }
  for (const [id, owner, other] of [
    [oldId, older, newer],
    [newId, newer, older],
  ] as const) {
    await ask(owner, 'PUT', `/api/projects/${id}`, { ...projectFields(owner), projectName: 'Tomato watch' })
    await ask(other, 'POST', '/api/ratings/submit', { projectId: id, criteria, feedback: 'Neat.' })
    await ask(other, 'PUT', `/api/projects/${id}/like`)
    await ask(other, 'POST', `/api/projects/${id}/comments`, { text: 'Neat.' })
    await ask(other, 'POST', `/api/projects/${id}/view`)
    await ask(admin, 'PUT', `/api/projects/${id}`, { status: 'approved' })
    expect(await ask(older, 'GET', `/api/ratings/project/${id}`)).toMatchObject({ ratings: [{ average: 4 }] })
  }
  expect(await ask(older, 'GET', '/api/notifications')).toEqual(
    expect.toSatisfy((json: unknown) => JSON.stringify(json).includes('Tomato watch')),
  )
  await ask(older, 'DELETE', `/api/projects/r1-d2-${older.id}`)
})
