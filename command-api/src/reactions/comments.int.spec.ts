import { postCommentResponse, removeCommentResponse } from '@thirty/contracts/api/projects/reactions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countStatuses } from '@thirty/command-api/testing/test-app.ts'
import { admin, ana, ben, personId } from '@thirty/command-api/testing/people.ts'
import { reactionsApp } from '@thirty/command-api/testing/reactions-app.ts'

let app: Awaited<ReturnType<typeof reactionsApp>>
beforeAll(async () => {
  app = await reactionsApp()
})
afterAll(() => app.close())

const commentsIn = async (id: string) =>
  (await app.eventsIn(id)).filter(({ type }) => type === 'CommentPosted').map(({ data }) => data)

test('a comment is kept without the spaces around it, and answered', async () => {
  const id = await app.project()
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
])('%j stays the text that it is', async (text) => {
  const id = await app.project()
  const { headers, body } = await app.comment(ben, id, text)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(postCommentResponse.parse(body).comment.text).toBe(text)
  expect(await commentsIn(id)).toEqual([{ comment: 'c1', by: ben, text }])
})

test.each(['', '   \n', '\u200b\u200b', '\u0000', '\u3164', '\ufe0f \u2800', 'x'.repeat(2001)])(
  'there is nothing to say, or too much: %#',
  async (text) => {
    const id = await app.project()
    expect(await app.comment(ben, id, text)).toMatchObject({
      status: 422,
      body: { code: 'invalid-fields', errors: { text: expect.any(String) as unknown } },
    })
    expect(await commentsIn(id)).toEqual([])
  },
)

test('one sign that is seen is enough to say', async () => {
  const id = await app.project()
  for (const text of ['👍', '!', '日', '7', '👩‍👩‍👧', 'ﷺ'])
    expect((await app.comment(ben, id, text)).status).toBe(201)
})

test('two thousand characters are not too much', async () => {
  expect((await app.comment(ben, await app.project(), 'x'.repeat(2000))).status).toBe(201)
})

test.each([null, 7, ['Neat'], { toString: 'Neat' }])('%j is no text', async (text) => {
  expect([400, 422]).toContain((await app.comment(ben, await app.project(), text)).status)
})

test('nobody says something in the name of another', async () => {
  const path = `/api/projects/${await app.project()}/comments`
  const body = { text: 'Neat', by: ana, comment: 'c9' }
  expect((await app.http.call('POST', path, body, { token: app.tokenOf(ben) })).status).toBe(400)
  expect((await app.http.call('POST', path, { text: 'Neat' })).status).toBe(401)
})

test('a double click with one key is one comment and one answer', async () => {
  const id = await app.project()
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

test('a crowd comments at once, and every comment has a number of its own', async () => {
  const id = await app.project()
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => app.comment(personId(100 + index), id, 'Neat')),
  )
  expect(countStatuses(answers)).toEqual({ 201: 60 })
  const ids = answers.map(({ body }) => postCommentResponse.parse(body).comment.id)
  expect(new Set(ids).size).toBe(60)
})

test('who wrote a comment removes it, once', async () => {
  const id = await app.project()
  await app.comment(ben, id, 'Neat')
  await app.comment(ana, id, 'Thanks')
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.remove(ben, id, 'c1')))
  expect(countStatuses(answers)).toEqual({ 200: 20 })
  for (const { body } of answers) expect(removeCommentResponse.parse(body).comments).toBe(1)
  expect(await app.eventsIn(id)).toHaveLength(4)
})

test('of others, only admins remove comments', async () => {
  const id = await app.project()
  await app.comment(ben, id, 'Neat')
  for (const by of [ana, personId(9)])
    expect(await app.remove(by, id, 'c1')).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
  expect((await app.remove(admin, id, 'c1', { isAdmin: true })).status).toBe(200)
  expect((await app.eventsIn(id)).at(-1)).toMatchObject({ data: { comment: 'c1', by: admin } })
})

test('a comment of another project, or none at all, is not found', async () => {
  const [id, other] = [await app.project(), await app.project()]
  await app.comment(ben, id, 'Neat')
  for (const comment of ['c1', '__proto__', '%00', 'c1e9'])
    expect(await app.remove(ben, other, comment)).toMatchObject({
      status: 404,
      body: { code: 'comment-not-found' },
    })
})

test('a rejected project takes no comments, and keeps what may be removed', async () => {
  const id = await app.project()
  await app.comment(ben, id, 'Neat')
  await app.append(id, 'ProjectRejected')
  expect(await app.comment(ben, id, 'Hm')).toMatchObject({ status: 409, body: { code: 'project-rejected' } })
  expect((await app.remove(ben, id, 'c1')).status).toBe(200)
})

test('a project that is gone takes no comments', async () => {
  const id = await app.project('ProjectWithdrawn')
  expect((await app.comment(ben, id, 'Neat')).status).toBe(404)
  expect((await app.remove(ben, id, 'c1')).status).toBe(404)
})

test('the twenty-first comment within a minute is one too many', async () => {
  await using limited = Object.assign(await reactionsApp({ areLimitsOn: true }), {
    [Symbol.asyncDispose]: () => limited.close(),
  })
  const id = await limited.project()
  const answers = []
  for (let index = 0; index < 21; index += 1) answers.push(await limited.comment(ben, id, 'Neat'))
  expect(countStatuses(answers)).toEqual({ 201: 20, 429: 1 })
})
