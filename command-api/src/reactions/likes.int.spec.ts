import { likeResponse } from '@thirty/contracts/api/projects/reactions.ts'
import { projectId } from '@thirty/contracts/rules/streams/project-id.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { countStatuses } from '@thirty/command-api/testing/test-app.ts'
import { admin, ana, ben, personId } from '@thirty/command-api/testing/people.ts'
import { reactionsApp } from '@thirty/command-api/testing/reactions-app.ts'

const app = appForFile(reactionsApp)

test('a like returns the new number of likes, and belongs to the current run', async () => {
  const id = await app.createProject()
  await app.like(admin, id, { isAdmin: true })
  const { status, body } = await app.like(ben, id)
  expect(status).toBe(200)
  expect(likeResponse.parse(body)).toMatchObject({ likes: 2, likedByMe: true })
  expect((await app.eventsIn(id)).at(-1)).toMatchObject({
    type: 'ProjectLiked',
    data: { by: ben },
    metadata: { actor: ben, run: 1 },
  })
})

test('a withdrawn, unknown or invalid project is not found', async () => {
  const unknown = projectId({ run: 1, day: 30, user: ana })
  for (const id of [
    await app.createProject('ProjectWithdrawn'),
    unknown,
    '$all',
    '__proto__',
    'x'.repeat(90),
  ])
    for (const send of [app.like, app.unlike])
      expect(await send(ben, id)).toMatchObject({ status: 404, body: { message: 'Project Not Found' } })
  expect((await app.like(ben, 'x'.repeat(101))).status).toBe(400)
})

test('limits likes to sixty per minute and user', async () => {
  await using limited = Object.assign(await reactionsApp({ areLimitsOn: true }), {
    [Symbol.asyncDispose]: () => limited.close(),
  })
  const id = await limited.createProject()
  const responses = []
  for (let index = 0; index < 61; index += 1)
    responses.push(await (index % 2 === 0 ? limited.like : limited.unlike)(ben, id))
  expect(countStatuses(responses)).toEqual({ 200: 60, 429: 1 })
  expect((await limited.like(personId(9), id)).status).toBe(200)
})
