import { isDiscussionId } from '@thirty/contracts/rules/streams/stream-names.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestContext, serveEndpoints, countStatuses } from '@thirty/command-api/testing/test-app.ts'
import { admin, ana, ben } from '@thirty/command-api/testing/people.ts'
import { discussionHandlers } from './endpoints.ts'

const content = { title: 'How do you test drag and drop?', text: 'My board works by hand.' }
const path = '/api/community/discussions'

let app: Awaited<ReturnType<typeof createTestContext>>
let http: Awaited<ReturnType<typeof serveEndpoints>>
let tokens: Record<'ana' | 'ben' | 'admin', string>
beforeAll(async () => {
  app = await createTestContext()
  http = await serveEndpoints(app, discussionHandlers(app))
  tokens = { ana: app.tokenOf(ana), ben: app.tokenOf(ben), admin: app.tokenOf(admin, { isAdmin: true }) }
})
afterAll(async () => {
  await http.close()
  await app.close()
})

type User = keyof typeof tokens
const send = (user: User, method: string, at: string, body?: unknown, key?: string) =>
  http.call(method, at, body, { token: tokens[user], ...(key !== undefined && { key }) })
const idIn = (body: Record<string, unknown>, of: 'discussion' | 'reply') =>
  // The type follows from the schema of the response.
  (body[of] as { id: string }).id

async function startDiscussion(user: User = 'ana') {
  const { body } = await send(user, 'POST', path, content)
  const id = idIn(body, 'discussion')
  return { id, at: `${path}/${id}`, replies: `${path}/${id}/replies` }
}
const typesOf = async (id: string) => (await app.eventsOf(`discussion-${id}`)).map(({ type }) => type)

test('a discussion is started, replied to, changed and removed', async () => {
  const opened = await send('ana', 'POST', path, { title: `  ${content.title} `, text: content.text })
  expect(opened).toMatchObject({ status: 201, body: { success: true, position: expect.any(String) } })
  const id = idIn(opened.body, 'discussion')
  expect(isDiscussionId(id)).toBe(true)
  const at = `${path}/${id}`
  const replied = await send('ben', 'POST', `${at}/replies`, { text: 'With a keyboard.' })
  expect(replied).toMatchObject({ status: 201, body: { success: true } })
  const reply = `${at}/replies/${idIn(replied.body, 'reply')}`
  expect((await send('ben', 'PUT', reply, { text: 'By keyboard.' })).status).toBe(200)
  expect((await send('ben', 'DELETE', reply)).status).toBe(200)
  expect((await send('ana', 'PUT', at, { ...content, title: 'Drag and drop' })).status).toBe(200)
  expect((await send('ana', 'DELETE', at)).status).toBe(200)
  expect(await typesOf(id)).toEqual([
    'DiscussionOpened',
    'ReplyPosted',
    'ReplyRevised',
    'ReplyRemoved',
    'DiscussionRevised',
    'DiscussionRemoved',
  ])
})

test('events identify users by id, and belong to no run', async () => {
  const { id, replies } = await startDiscussion()
  await send('ben', 'POST', replies, { text: 'With a keyboard.' })
  const events = await app.eventsOf(`discussion-${id}`)
  expect(events.map(({ data }) => data)).toMatchObject([{ ...content, by: ana }, { by: ben }])
  expect(events.map(({ metadata }) => metadata.actor)).toEqual([ana, ben])
  expect(events.every(({ metadata }) => metadata.run === undefined)).toBe(true)
})

test('a retry creates no second discussion and no second reply', async () => {
  const responses = await Promise.all([
    send('ana', 'POST', path, content, 'once'),
    send('ana', 'POST', path, content, 'once'),
  ])
  responses.push(await send('ana', 'POST', path, content, 'once'))
  const ids = responses.map(({ body }) => idIn(body, 'discussion'))
  expect(new Set(ids).size).toBe(1)
  const replies = `${path}/${ids[0]}/replies`
  const first = await send('ben', 'POST', replies, { text: 'Me too.' }, 'r')
  const second = await send('ben', 'POST', replies, { text: 'Me too.' }, 'r')
  expect(second.body).toEqual(first.body)
  expect(await typesOf(String(ids[0]))).toEqual(['DiscussionOpened', 'ReplyPosted'])
  expect(await send('ben', 'POST', replies, { text: 'Not me.' }, 'r')).toMatchObject({
    status: 422,
    body: { code: 'key-reused' },
  })
})

test('two users may start the same discussion with the same key', async () => {
  const [first, second] = await Promise.all([
    send('ana', 'POST', path, content, 'same'),
    send('ben', 'POST', path, content, 'same'),
  ])
  expect(idIn(first.body, 'discussion')).not.toBe(idIn(second.body, 'discussion'))
})

test('all of twenty concurrent replies are stored', async () => {
  const { id, replies } = await startDiscussion()
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => send('ben', 'POST', replies, { text: `Reply ${index}` })),
  )
  expect(countStatuses(responses)).toEqual({ 201: 20 })
  expect(await typesOf(id)).toHaveLength(21)
})

test('only authors change texts; authors and admins remove them', async () => {
  const { at, replies } = await startDiscussion()
  const reply = `${replies}/${idIn((await send('ben', 'POST', replies, { text: 'Hm.' })).body, 'reply')}`
  const refused = { status: 403, body: { success: false, code: 'not-allowed' } }
  for (const user of ['ben', 'admin'] as const)
    expect(await send(user, 'PUT', at, { ...content, text: 'No.' })).toMatchObject(refused)
  for (const user of ['ana', 'admin'] as const)
    expect(await send(user, 'PUT', reply, { text: 'No.' })).toMatchObject(refused)
  expect(await send('ana', 'DELETE', reply)).toMatchObject(refused)
  expect(await send('ben', 'DELETE', at)).toMatchObject(refused)
  expect((await send('admin', 'DELETE', reply)).status).toBe(200)
  expect((await send('admin', 'DELETE', at)).status).toBe(200)
})

test.each([
  [{ ...content, title: 'Hm' }, 'title'],
  [{ ...content, title: '   ' }, 'title'],
  [{ ...content, title: 'x'.repeat(121) }, 'title'],
  [{ ...content, title: 'Two\nlines' }, 'title'],
  [{ ...content, title: '\u3164\u3164\u3164' }, 'title'],
  [{ ...content, text: ' \n ' }, 'text'],
  [{ ...content, text: '\u200b\u200b' }, 'text'],
  [{ ...content, text: '\ufe0f \u2800\u3164' }, 'text'],
  [{ ...content, text: 'x'.repeat(5_001) }, 'text'],
  [{ title: content.title }, 'text'],
])('refuses a discussion without a valid title and text: %#', async (body, field) => {
  const response = await send('ana', 'POST', path, body)
  expect(response).toMatchObject({ status: 422, body: { code: 'invalid-fields' } })
  expect(Object.keys(response.body['errors'] ?? {})).toEqual([field])
})

test('refuses requests that name an author, and replies without a valid text', async () => {
  expect((await send('ana', 'POST', path, { ...content, by: ben })).status).toBe(400)
  const { replies } = await startDiscussion()
  expect((await send('ana', 'POST', replies, { text: 'Hm.', by: ben })).status).toBe(400)
  expect((await send('ana', 'POST', replies, { text: 5 })).status).toBe(400)
  expect((await send('ana', 'POST', replies, {})).status).toBe(422)
})

test('an invalid discussion or reply id is not found', async () => {
  const { at, id } = await startDiscussion()
  const unknown = '0198c0de-0000-7000-8000-0000000000ff'
  for (const invalid of [unknown, id.toUpperCase(), 'nonsense', '..%2Fuser-1', '$all'])
    expect(await send('ana', 'POST', `${path}/${invalid}/replies`, { text: 'Hm.' })).toMatchObject({
      status: 404,
      body: { code: 'discussion-not-found' },
    })
  expect(await send('ana', 'DELETE', `${at}/replies/${unknown}`)).toMatchObject({
    status: 404,
    body: { code: 'reply-not-found' },
  })
})

test('refuses visitors', async () => {
  const { at, replies } = await startDiscussion()
  const responses = await Promise.all([
    http.call('POST', path, content),
    http.call('PUT', at, content),
    http.call('DELETE', at),
    http.call('POST', replies, { text: 'Hm.' }),
    http.call('PUT', `${replies}/${ana}`, { text: 'Hm.' }),
    http.call('DELETE', `${replies}/${ana}`),
  ])
  expect(countStatuses(responses)).toEqual({ 401: 6 })
})
