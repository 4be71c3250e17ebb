import { postCommentResponse } from '@thirty/contracts/community/reactions-api.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { refusal } from '@thirty/command-api/testing/test-app.ts'
import { ben } from '@thirty/command-api/testing/people.ts'
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

test('a comment of another project or with an invalid id is not found', async () => {
  const [id, other] = [await app.createProject(), await app.createProject()]
  await app.comment(ben, id, 'Neat')
  for (const comment of ['c1', '__proto__', '%00', 'c1e9'])
    expect(await app.remove(ben, other, comment)).toMatchObject(refusal(404, 'comment-not-found'))
})
