import { postCommentResponse, removeCommentResponse } from '@thirty/contracts/api/projects/reactions.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { countStatuses } from '@thirty/command-api/testing/test-app.ts'
import { admin, ana, ben, personId } from '@thirty/command-api/testing/people.ts'
import { reactionsApp } from '@thirty/command-api/testing/reactions-app.ts'

const app = appForFile(reactionsApp)

const commentsIn = async (id: string) =>
  (await app.eventsIn(id)).filter(({ type }) => type === 'CommentPosted').map(({ data }) => data)

test('a comment is trimmed, stored and returned', async () => {
  const id = await app.createProject()
  const { status, body } = await app.comment(ben, id, '  Neat\nidea  ')
  expect(status).toBe(201)
  expect(postCommentResponse.parse(body)).toMatchObject({
    comment: { id: 'c1', text: 'Neat\nidea', createdAt: new Date(app.time.now).toISOString() },
    comments: 1,
  })
  expect((await app.eventsIn(id)).at(-1)).toMatchObject({
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
  const { headers, body } = await app.comment(ben, id, text)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(postCommentResponse.parse(body).comment.text).toBe(text)
  expect(await commentsIn(id)).toEqual([{ comment: 'c1', by: ben, text }])
})

test.each(['', '   \n', '\u200b\u200b', '\u0000', '\u3164', '\ufe0f \u2800', 'x'.repeat(2001)])(
  'refuses an empty, invisible or too long comment: %#',
  async (text) => {
    const id = await app.createProject()
    expect(await app.comment(ben, id, text)).toMatchObject({
      status: 422,
      body: { code: 'invalid-fields', errors: { text: expect.any(String) as unknown } },
    })
    expect(await commentsIn(id)).toEqual([])
  },
)

test('accepts a comment of one visible character', async () => {
  const id = await app.createProject()
  for (const text of ['👍', '!', '日', '7', '👩‍👩‍👧', 'ﷺ'])
    expect((await app.comment(ben, id, text)).status).toBe(201)
})

test('accepts a comment of two thousand characters', async () => {
  expect((await app.comment(ben, await app.createProject(), 'x'.repeat(2000))).status).toBe(201)
})

test.each([null, 7, ['Neat'], { toString: 'Neat' }])('refuses %j as a text', async (text) => {
  expect([400, 422]).toContain((await app.comment(ben, await app.createProject(), text)).status)
})

test('refuses comments in the name of another user, and comments by visitors', async () => {
  const path = `/api/projects/${await app.createProject()}/comments`
  const body = { text: 'Neat', by: ana, comment: 'c9' }
  expect((await app.http.call('POST', path, body, { token: app.tokenOf(ben) })).status).toBe(400)
  expect((await app.http.call('POST', path, { text: 'Neat' })).status).toBe(401)
})

test('a double click with one key posts one comment and gets one response', async () => {
  const id = await app.createProject()
  const [first, second] = await Promise.all([
    app.comment(ben, id, 'Neat', { key: 'click' }),
    app.comment(ben, id, 'Neat', { key: 'click' }),
  ])
  await app.comment(ana, id, 'Thanks')
  const later = await app.comment(ben, id, 'Neat', { key: 'click' })
  expect([second.body, later.body]).toEqual([first.body, first.body])
  expect(await commentsIn(id)).toHaveLength(2)
  expect((await app.comment(ben, id, 'Other', { key: 'click' })).body['code']).toBe('key-reused')
})

test('sixty concurrent comments get different ids', async () => {
  const id = await app.createProject()
  const responses = await Promise.all(
    Array.from({ length: 60 }, (_, index) => app.comment(personId(100 + index), id, 'Neat')),
  )
  expect(countStatuses(responses)).toEqual({ 201: 60 })
  const ids = responses.map(({ body }) => postCommentResponse.parse(body).comment.id)
  expect(new Set(ids).size).toBe(60)
})

test('the author removes a comment; removing it again changes nothing', async () => {
  const id = await app.createProject()
  await app.comment(ben, id, 'Neat')
  await app.comment(ana, id, 'Thanks')
  const responses = await Promise.all(Array.from({ length: 20 }, () => app.remove(ben, id, 'c1')))
  expect(countStatuses(responses)).toEqual({ 200: 20 })
  for (const { body } of responses) expect(removeCommentResponse.parse(body).comments).toBe(1)
  expect(await app.eventsIn(id)).toHaveLength(4)
})

test('admins remove comments of others, participants do not', async () => {
  const id = await app.createProject()
  await app.comment(ben, id, 'Neat')
  for (const by of [ana, personId(9)])
    expect(await app.remove(by, id, 'c1')).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
  expect((await app.remove(admin, id, 'c1', { isAdmin: true })).status).toBe(200)
  expect((await app.eventsIn(id)).at(-1)).toMatchObject({ data: { comment: 'c1', by: admin } })
})

test('a comment of another project or with an invalid id is not found', async () => {
  const [id, other] = [await app.createProject(), await app.createProject()]
  await app.comment(ben, id, 'Neat')
  for (const comment of ['c1', '__proto__', '%00', 'c1e9'])
    expect(await app.remove(ben, other, comment)).toMatchObject({
      status: 404,
      body: { code: 'comment-not-found' },
    })
})

test('a rejected project accepts no new comments, but its comments can be removed', async () => {
  const id = await app.createProject()
  await app.comment(ben, id, 'Neat')
  await app.append(id, 'ProjectRejected')
  expect(await app.comment(ben, id, 'Hm')).toMatchObject({ status: 409, body: { code: 'project-rejected' } })
  expect((await app.remove(ben, id, 'c1')).status).toBe(200)
})

test('a withdrawn project is not found', async () => {
  const id = await app.createProject('ProjectWithdrawn')
  expect((await app.comment(ben, id, 'Neat')).status).toBe(404)
  expect((await app.remove(ben, id, 'c1')).status).toBe(404)
})

test('limits comments to twenty per minute', async () => {
  await using limited = Object.assign(await reactionsApp({ areLimitsOn: true }), {
    [Symbol.asyncDispose]: () => limited.close(),
  })
  const id = await limited.createProject()
  const responses = []
  for (let index = 0; index < 21; index += 1) responses.push(await limited.comment(ben, id, 'Neat'))
  expect(countStatuses(responses)).toEqual({ 201: 20, 429: 1 })
})
