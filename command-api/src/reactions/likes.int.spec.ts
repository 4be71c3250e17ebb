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

test('a project can be liked and unliked repeatedly', async () => {
  const id = await app.createProject()
  const responses = []
  for (const send of [app.like, app.like, app.unlike, app.unlike, app.like])
    responses.push(likeResponse.parse((await send(ben, id)).body))
  expect(responses.map(({ likes, likedByMe }) => [likes, likedByMe])).toEqual([
    [1, true],
    [1, true],
    [0, false],
    [0, false],
    [1, true],
  ])
  expect(await app.eventsIn(id)).toHaveLength(4)
})

test('fifty concurrent likes of one person count once', async () => {
  const id = await app.createProject()
  const responses = await Promise.all(Array.from({ length: 50 }, () => app.like(ben, id)))
  expect(countStatuses(responses)).toEqual({ 200: 50 })
  expect(responses.every(({ body }) => body['likes'] === 1)).toBe(true)
  expect(await app.eventsIn(id)).toHaveLength(2)
})

test('all of a hundred concurrent likes count', async () => {
  const id = await app.createProject()
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, index) => app.like(personId(100 + index), id)),
  )
  expect(countStatuses(responses)).toEqual({ 200: 100 })
  expect(Math.max(...responses.map(({ body }) => likeResponse.parse(body).likes))).toBe(100)
})

test('a retry does not restore a like that was removed since', async () => {
  const id = await app.createProject()
  const first = await app.like(ben, id, { key: 'click' })
  await app.unlike(ben, id, { key: 'click' })
  const later = await app.like(ben, id, { key: 'click' })
  expect(later.body).toEqual(first.body)
  expect(await app.eventsIn(id)).toHaveLength(3)
  const other = await app.createProject()
  expect(await app.like(ben, other, { key: 'click' })).toMatchObject({
    status: 422,
    body: { code: 'key-reused' },
  })
})

test('a retried unlike that changed nothing does not remove a later like', async () => {
  const id = await app.createProject()
  const first = await app.unlike(ben, id, { key: 'idle' })
  expect(first).toMatchObject({ status: 200, body: { likes: 0, likedByMe: false } })
  await app.like(ben, id)
  expect((await app.unlike(ben, id, { key: 'idle' })).body).toEqual(first.body)
  expect((await app.eventsIn(id)).at(-1)?.type).toBe('ProjectLiked')
})

test('participants may like their own project', async () => {
  expect((await app.like(ana, await app.createProject())).status).toBe(200)
})

test('refuses likes of a rejected project, but lets users remove their like', async () => {
  const id = await app.createProject()
  await app.like(ben, id)
  await app.append(id, 'ProjectRejected')
  expect(await app.like(personId(9), id)).toMatchObject({
    status: 409,
    body: {
      code: 'project-rejected',
      message: "Rejected projects can't be liked or commented on.",
    },
  })
  expect(await app.unlike(ben, id)).toMatchObject({ status: 200, body: { likes: 0 } })
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

test('refuses likes by visitors', async () => {
  const id = await app.createProject()
  expect((await app.http.call('PUT', `/api/projects/${id}/like`)).status).toBe(401)
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
