import { commandResponse } from '@thirty/contracts/endpoints/responses.ts'
import { legacyViewStream, viewsStream } from '@thirty/contracts/events/stream-names.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { admin, ben, cleo } from '@thirty/command-api/testing/people.ts'
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

test('a view that an earlier release recorded in a stream of its own is not counted again', async () => {
  const id = await app.createProject()
  await app.append(legacyViewStream(id, ben), 'ProjectViewed', { project: id, by: ben }, 1)
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
