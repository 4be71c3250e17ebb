import { commandResponse } from '@thirty/contracts/api/responses.ts'
import { projectId } from '@thirty/contracts/rules/streams/project-id.ts'
import { legacyViewStream, viewsStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { countStatuses } from '@thirty/command-api/testing/test-app.ts'
import { admin, ana, ben, cleo } from '@thirty/command-api/testing/people.ts'
import { reactionsApp } from '@thirty/command-api/testing/reactions-app.ts'

const app = appForFile(reactionsApp)

const viewsOf = async (id: string, by: string) =>
  (await app.eventsOf(viewsStream(by))).filter(({ data }) => (data as { project: string }).project === id)

test('the first view of a user is recorded, also for admins', async () => {
  const id = await app.createProject()
  commandResponse.parse((await app.view(ben, id)).body)
  expect((await app.view(admin, id, { isAdmin: true })).status).toBe(200)
  expect(await viewsOf(id, ben)).toMatchObject([
    { type: 'ProjectViewed', data: { project: id, by: ben }, metadata: { actor: ben, run: 1 } },
  ])
  expect(await viewsOf(id, admin)).toHaveLength(1)
})

test('fifty concurrent views by one person count once, with and without a key', async () => {
  const id = await app.createProject()
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, index) => app.view(ben, id, index % 2 ? { key: `view-${index}` } : {})),
  )
  expect(countStatuses(responses)).toEqual({ 200: 50 })
  expect(await viewsOf(id, ben)).toHaveLength(1)
})

test('views do not lengthen the stream of a project', async () => {
  const id = await app.createProject()
  await app.view(ben, id)
  expect(await app.eventsIn(id)).toHaveLength(1)
})

test('a view that an earlier release recorded in a stream of its own is not counted again', async () => {
  const id = await app.createProject()
  const earlier = app.newEvent('ProjectViewed', { project: id, by: ben }, 1)
  await app.log.append(legacyViewStream(id, ben), [earlier], 'none')
  expect((await app.view(ben, id)).status).toBe(200)
  expect(await viewsOf(id, ben)).toEqual([])
})

test('all views of a user are in one stream', async () => {
  const [one, other] = [await app.createProject(), await app.createProject()]
  for (const id of [one, other, one]) await app.view(cleo, id)
  expect((await app.eventsOf(viewsStream(cleo))).map(({ data }) => data)).toEqual([
    { project: one, by: cleo },
    { project: other, by: cleo },
  ])
})

test('views by the owner are not counted', async () => {
  const id = await app.createProject()
  const { status, body } = await app.view(ana, id)
  expect([status, commandResponse.parse(body).pending]).toEqual([200, undefined])
  expect(await viewsOf(id, ana)).toEqual([])
})

test('records views of a rejected project, but not of a withdrawn or unknown project', async () => {
  expect((await app.view(ben, await app.createProject('ProjectRejected'))).status).toBe(200)
  const unknown = projectId({ run: 1, day: 30, user: ana })
  for (const id of [await app.createProject('ProjectWithdrawn'), unknown, 'nonsense', '__proto__'])
    expect((await app.view(ben, id)).status).toBe(404)
  expect(await viewsOf(unknown, ben)).toEqual([])
})

test('refuses views by visitors', async () => {
  const id = await app.createProject()
  expect((await app.http.call('POST', `/api/projects/${id}/view`)).status).toBe(401)
})
