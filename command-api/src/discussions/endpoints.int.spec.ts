import { isDiscussionId } from '@thirty/contracts/events/stream-names.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { commandApp } from '@thirty/command-api/testing/test-app.ts'
import { admin, ana, ben } from '@thirty/command-api/testing/people.ts'

const content = { title: 'How do you test drag and drop?', text: 'My board works by hand.' }
const path = '/api/community/discussions'

const app = appForFile(commandApp)
const people = { ana, ben, admin }

type User = keyof typeof people
const send = (user: User, method: string, at: string, body?: unknown, key?: string) =>
  app.send(method, at, body, { by: people[user], key })
const idIn = (body: Record<string, unknown>, of: 'discussion' | 'reply') =>
  // The type follows from the schema of the response.
  (body[of] as { id: string }).id

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
  expect(await app.typesOf(`discussion-${id}`)).toEqual([
    'DiscussionOpened',
    'ReplyPosted',
    'ReplyRevised',
    'ReplyRemoved',
    'DiscussionRevised',
    'DiscussionRemoved',
  ])
})

test.each([
  [{ ...content, title: 'Hm' }, 'title'],
  [{ ...content, title: 'x'.repeat(121) }, 'title'],
  [{ ...content, title: 'Two\nlines' }, 'title'],
  [{ ...content, text: 'x'.repeat(5_001) }, 'text'],
  [{ title: content.title }, 'text'],
])('refuses a discussion without a valid title and text: %#', async (body, field) => {
  const response = await send('ana', 'POST', path, body)
  expect(response).toMatchObject({ status: 422, body: { code: 'invalid-fields' } })
  expect(Object.keys(response.body['errors'] ?? {})).toEqual([field])
})
