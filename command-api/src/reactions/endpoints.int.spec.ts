import { reactionEndpoints } from '@thirty/contracts/community/reactions-api.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { commandApp, refusal } from '@thirty/command-api/testing/test-app.ts'
import { admin, ben, cleo } from '@thirty/command-api/testing/people.ts'
import { commandResponse } from '@thirty/contracts/endpoints/responses.ts'
import { legacyViewStream, viewsStream } from '@thirty/contracts/events/stream-names.ts'

const app = appForEach(commandApp)

const send = (method: string, suffix: string) => (by: string, id: string, body?: unknown) =>
  app.send(method, `/api/projects/${id}/${suffix}`, body, { by })
const [like, unlike, view] = [send('PUT', 'like'), send('DELETE', 'like'), send('POST', 'view')]
const comment = (by: string, id: string, text: string) => send('POST', 'comments')(by, id, { text })
const remove = (by: string, id: string, number: string) => send('DELETE', `comments/${number}`)(by, id)
const eventsIn = (id: string) => app.eventsOf(`project-${id}`)

test('a comment is trimmed, stored and returned', async () => {
  const id = await app.createProject()
  const { status, body } = await comment(ben, id, '  Neat\nidea  ')
  expect(status).toBe(201)
  expect(reactionEndpoints.postComment.response.parse(body)).toMatchObject({
    comment: { id: 'c1', text: 'Neat\nidea', createdAt: new Date(app.time.now).toISOString() },
    comments: 1,
  })
  expect((await eventsIn(id)).at(-1)).toMatchObject({
    type: 'CommentPosted',
    data: { comment: 'c1', by: ben, text: 'Neat\nidea' },
    metadata: { actor: ben, run: 1 },
  })
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '"}],"mine":true',
  'ünï 👩‍👩‍👧 日本 &lt;b&gt;',
  '{{constructor.constructor("return 1")()}}',
])('the comment %j is stored unchanged', async (text) => {
  const id = await app.createProject()
  const { headers, body } = await comment(ben, id, text)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(reactionEndpoints.postComment.response.parse(body).comment.text).toBe(text)
  expect((await eventsIn(id)).at(-1)?.data).toEqual({ comment: 'c1', by: ben, text })
})

test('a comment is removed by its author, and is not one of another project', async () => {
  const [id, other] = [await app.createProject(), await app.createProject()]
  for (const author of [ben, cleo]) await comment(author, id, 'Neat')
  expect(await remove(ben, id, 'c2')).toMatchObject(refusal(403, 'not-allowed'))
  for (const number of ['c2', '__proto__', '%00', 'c1e9'])
    expect(await remove(cleo, other, number)).toMatchObject(refusal(404, 'comment-not-found'))
  expect(await remove(cleo, id, 'c2')).toMatchObject({ status: 200, body: { comments: 1 } })
  const removed = { type: 'CommentRemoved', data: { comment: 'c2', by: cleo } }
  expect((await eventsIn(id)).at(-1)).toMatchObject(removed)
})

const viewsOf = async (id: string, by: string) =>
  (await app.eventsOf(viewsStream(by))).filter(({ data }) => (data as { project: string }).project === id)

test('the first view of a user is recorded, also for admins', async () => {
  const id = await app.createProject()
  commandResponse.parse((await view(ben, id)).body)
  expect((await view(admin, id)).status).toBe(200)
  expect(await viewsOf(id, ben)).toMatchObject([
    { type: 'ProjectViewed', data: { project: id, by: ben }, metadata: { actor: ben, run: 1 } },
  ])
  expect(await viewsOf(id, admin)).toHaveLength(1)
})

test('a view that an earlier release recorded in a separate stream is not counted again', async () => {
  const id = await app.createProject()
  await app.append(legacyViewStream(id, ben), 'ProjectViewed', { project: id, by: ben }, 1)
  expect((await view(ben, id)).status).toBe(200)
  expect(await viewsOf(id, ben)).toEqual([])
})

const backup = '0198c0de-0000-7000-8000-00000000000b'

test('refuses reactions to projects from before a reset', async () => {
  const id = await app.createProject()
  await app.append('challenge', 'ChallengeReset', { run: 2, backup })
  const reactions = [
    like(ben, id),
    unlike(ben, id),
    comment(ben, id, 'Neat'),
    remove(ben, id, 'c1'),
    view(ben, id),
  ]
  for (const response of await Promise.all(reactions))
    expect(response).toMatchObject(refusal(409, 'challenge-was-reset'))
  expect(await eventsIn(id)).toHaveLength(1)
})

test('after a restore, projects and reactions from after the backup do not count', async () => {
  const id = await app.createProject()
  await comment(ben, id, 'Neat')
  const upTo = (await eventsIn(id)).at(-1)?.position.toString()
  await like(ben, id)
  await comment(ben, id, 'Very')
  await view(ben, id)
  const later = await app.createProject()
  await app.append('challenge', 'BackupRestored', { run: 2, backup, parent: { run: 1, upTo } })
  expect((await comment(ben, id, 'Again')).body).toMatchObject({ comment: { id: 'c2' }, comments: 2 })
  expect((await like(ben, id)).body).toMatchObject({ likes: 1, likedByMe: true })
  expect((await view(ben, id)).status).toBe(200)
  expect(await view(ben, later)).toMatchObject(refusal(404, 'project-not-found'))
  const runsOf = (events: Awaited<ReturnType<typeof eventsIn>>) => events.map(({ metadata }) => metadata.run)
  expect(runsOf(await eventsIn(id))).toEqual([1, 1, 1, 1, 2, 2])
  expect(runsOf(await app.eventsOf(viewsStream(ben)))).toEqual([1, 2])
})
