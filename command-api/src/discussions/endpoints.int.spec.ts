import { isDiscussionId } from '@thirty/contracts/rules/streams/stream-names.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestContext, serveEndpoints, countStatuses } from '@thirty/command-api/testing/test-app.ts'
import { discussionHandlers } from './endpoints.ts'

const ana = '0198c0de-0000-7000-8000-00000000000a'
const ben = '0198c0de-0000-7000-8000-00000000000b'
const admin = '0198c0de-0000-7000-8000-0000000000ad'
const words = { title: 'How do you test drag and drop?', text: 'My board works by hand.' }
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

type Who = keyof typeof tokens
const ask = (who: Who, method: string, at: string, body?: unknown, key?: string) =>
  http.call(method, at, body, { token: tokens[who], ...(key !== undefined && { key }) })
const idIn = (body: Record<string, unknown>, of: 'discussion' | 'reply') =>
  // As the schema of the answer says.
  (body[of] as { id: string }).id

async function discussion(who: Who = 'ana') {
  const { body } = await ask(who, 'POST', path, words)
  const id = idIn(body, 'discussion')
  return { id, at: `${path}/${id}`, replies: `${path}/${id}/replies` }
}
const typesOf = async (id: string) => (await app.eventsOf(`discussion-${id}`)).map(({ type }) => type)

test('a discussion is started, replied to, changed and removed', async () => {
  const opened = await ask('ana', 'POST', path, { title: `  ${words.title} `, text: words.text })
  expect(opened).toMatchObject({ status: 201, body: { success: true, position: expect.any(String) } })
  const id = idIn(opened.body, 'discussion')
  expect(isDiscussionId(id)).toBe(true)
  const at = `${path}/${id}`
  const replied = await ask('ben', 'POST', `${at}/replies`, { text: 'With a keyboard.' })
  expect(replied).toMatchObject({ status: 201, body: { success: true } })
  const reply = `${at}/replies/${idIn(replied.body, 'reply')}`
  expect((await ask('ben', 'PUT', reply, { text: 'By keyboard.' })).status).toBe(200)
  expect((await ask('ben', 'DELETE', reply)).status).toBe(200)
  expect((await ask('ana', 'PUT', at, { ...words, title: 'Drag and drop' })).status).toBe(200)
  expect((await ask('ana', 'DELETE', at)).status).toBe(200)
  expect(await typesOf(id)).toEqual([
    'DiscussionOpened',
    'ReplyPosted',
    'ReplyRevised',
    'ReplyRemoved',
    'DiscussionRevised',
    'DiscussionRemoved',
  ])
})

test('events know people by id, and belong to no run', async () => {
  const { id, replies } = await discussion()
  await ask('ben', 'POST', replies, { text: 'With a keyboard.' })
  const events = await app.eventsOf(`discussion-${id}`)
  expect(events.map(({ data }) => data)).toMatchObject([{ ...words, by: ana }, { by: ben }])
  expect(events.map(({ metadata }) => metadata.actor)).toEqual([ana, ben])
  expect(events.every(({ metadata }) => metadata.run === undefined)).toBe(true)
})

test('the same request again is the same discussion and the same reply', async () => {
  const tries = await Promise.all([
    ask('ana', 'POST', path, words, 'once'),
    ask('ana', 'POST', path, words, 'once'),
  ])
  tries.push(await ask('ana', 'POST', path, words, 'once'))
  const ids = tries.map(({ body }) => idIn(body, 'discussion'))
  expect(new Set(ids).size).toBe(1)
  const replies = `${path}/${ids[0]}/replies`
  const first = await ask('ben', 'POST', replies, { text: 'Me too.' }, 'r')
  const second = await ask('ben', 'POST', replies, { text: 'Me too.' }, 'r')
  expect(second.body).toEqual(first.body)
  expect(await typesOf(String(ids[0]))).toEqual(['DiscussionOpened', 'ReplyPosted'])
  expect(await ask('ben', 'POST', replies, { text: 'Not me.' }, 'r')).toMatchObject({
    status: 422,
    body: { code: 'key-reused' },
  })
})

test('two may start discussions with the same key and the same words', async () => {
  const [one, other] = await Promise.all([
    ask('ana', 'POST', path, words, 'same'),
    ask('ben', 'POST', path, words, 'same'),
  ])
  expect(idIn(one.body, 'discussion')).not.toBe(idIn(other.body, 'discussion'))
})

test('a crowd replies at the same moment, and every reply is there', async () => {
  const { id, replies } = await discussion()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => ask('ben', 'POST', replies, { text: `Reply ${at}` })),
  )
  expect(countStatuses(answers)).toEqual({ 201: 20 })
  expect(await typesOf(id)).toHaveLength(21)
})

test('words of others are theirs; admins remove but do not change', async () => {
  const { at, replies } = await discussion()
  const reply = `${replies}/${idIn((await ask('ben', 'POST', replies, { text: 'Hm.' })).body, 'reply')}`
  const refused = { status: 403, body: { success: false, code: 'not-allowed' } }
  for (const who of ['ben', 'admin'] as const)
    expect(await ask(who, 'PUT', at, { ...words, text: 'No.' })).toMatchObject(refused)
  for (const who of ['ana', 'admin'] as const)
    expect(await ask(who, 'PUT', reply, { text: 'No.' })).toMatchObject(refused)
  expect(await ask('ana', 'DELETE', reply)).toMatchObject(refused)
  expect(await ask('ben', 'DELETE', at)).toMatchObject(refused)
  expect((await ask('admin', 'DELETE', reply)).status).toBe(200)
  expect((await ask('admin', 'DELETE', at)).status).toBe(200)
})

test.each([
  [{ ...words, title: 'Hm' }, 'title'],
  [{ ...words, title: '   ' }, 'title'],
  [{ ...words, title: 'x'.repeat(121) }, 'title'],
  [{ ...words, title: 'Two\nlines' }, 'title'],
  [{ ...words, title: '\u3164\u3164\u3164' }, 'title'],
  [{ ...words, text: ' \n ' }, 'text'],
  [{ ...words, text: '\u200b\u200b' }, 'text'],
  [{ ...words, text: '\ufe0f \u2800\u3164' }, 'text'],
  [{ ...words, text: 'x'.repeat(5_001) }, 'text'],
  [{ title: words.title }, 'text'],
])('a discussion needs a title and a text within bounds: %#', async (body, field) => {
  const answer = await ask('ana', 'POST', path, body)
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid-fields' } })
  expect(Object.keys(answer.body['errors'] ?? {})).toEqual([field])
})

test('who it was is not asked of the one who writes', async () => {
  expect((await ask('ana', 'POST', path, { ...words, by: ben })).status).toBe(400)
  const { replies } = await discussion()
  expect((await ask('ana', 'POST', replies, { text: 'Hm.', by: ben })).status).toBe(400)
  expect((await ask('ana', 'POST', replies, { text: 5 })).status).toBe(400)
  expect((await ask('ana', 'POST', replies, {})).status).toBe(422)
})

test('an invalid discussion or reply id is not found', async () => {
  const { at, id } = await discussion()
  const unknown = '0198c0de-0000-7000-8000-0000000000ff'
  for (const other of [unknown, id.toUpperCase(), 'nonsense', '..%2Fuser-1', '$all'])
    expect(await ask('ana', 'POST', `${path}/${other}/replies`, { text: 'Hm.' })).toMatchObject({
      status: 404,
      body: { code: 'discussion-not-found' },
    })
  expect(await ask('ana', 'DELETE', `${at}/replies/${unknown}`)).toMatchObject({
    status: 404,
    body: { code: 'reply-not-found' },
  })
})

test('refuses visitors', async () => {
  const { at, replies } = await discussion()
  const answers = await Promise.all([
    http.call('POST', path, words),
    http.call('PUT', at, words),
    http.call('DELETE', at),
    http.call('POST', replies, { text: 'Hm.' }),
    http.call('PUT', `${replies}/${ana}`, { text: 'Hm.' }),
    http.call('DELETE', `${replies}/${ana}`),
  ])
  expect(countStatuses(answers)).toEqual({ 401: 6 })
})
