import type { DiscussionResponse } from '@thirty/contracts/api/community/discussions.ts'
import type { FeedResponse, MembersResponse } from '@thirty/contracts/api/community/community.ts'
import { rooms } from '@thirty/contracts/live.ts'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { projectFields } from './testing/scenario.ts'
import { password, startTestProduct, type Person, type TestProduct } from './testing/product.ts'

const discussions = '/api/community/discussions'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.close())

const open: Socket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})

const ask = async <Body = unknown>(by: Person, method: string, path: string, body?: unknown) => {
  const { status, json } = await product.ask({ method, path, token: by.token, body })
  // The schema of the response defines this type; other specs check it.
  return { status, json: json as Body }
}

/** Opens a socket that watches the community. Returns a function that resolves with the first item that matches. */
async function watchCommunity(person: Person) {
  const socket = io(product.address, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { origin: 'http://thirty.test' },
    auth: { token: person.token },
  })
  open.push(socket)
  const received: { message: string; payload: Record<string, unknown> }[] = []
  const listeners = new Set<() => void>()
  socket.onAny((message: string, payload: Record<string, unknown>) => {
    received.push({ message, payload })
    for (const listener of listeners) listener()
  })
  await new Promise((resolve, reject) =>
    socket.once('connect', () => resolve(0)).once('connect_error', reject),
  )
  expect(await socket.emitWithAck('watch', { room: rooms.community })).toEqual({ ok: true })
  return (message: string, matches: (item: Record<string, unknown>) => boolean) =>
    new Promise<Record<string, unknown>>((resolve) => {
      const check = () => {
        const items = received
          .filter((one) => one.message === message)
          .flatMap(({ payload }) => payload['items'])
        const found = (items as Record<string, unknown>[]).find(matches)
        if (found === undefined) return
        listeners.delete(check)
        resolve(found)
      }
      listeners.add(check)
      check()
    })
}

test('two browsers that show a discussion receive each reply immediately, with its text unchanged', async () => {
  const [ana, ben] = [await product.participant(), await product.participant()]
  const [anas, bens] = [await watchCommunity(ana), await watchCommunity(ben)]
  const opened = await ask<{ discussion: { id: string } }>(ana, 'POST', discussions, {
    title: 'Drag and drop?',
    text: 'Does it <b>work</b>?',
  })
  const discussionId = opened.json.discussion.id
  const isChange = (what: string) => (item: Record<string, unknown>) =>
    item['discussionId'] === discussionId && item['what'] === what
  expect(await bens('discussion.changed', isChange('opened'))).toMatchObject({ replies: 0 })
  expect(await bens('activity', ({ what }) => what === 'discussed')).toMatchObject({
    person: { id: ana.id, name: 'Somebody' },
    discussion: { id: discussionId, title: 'Drag and drop?', excerpt: 'Does it <b>work</b>?' },
  })
  await ask(ben, 'POST', `${discussions}/${discussionId}/replies`, { text: '<script>alert(1)</script>' })
  expect(await anas('discussion.changed', isChange('replied'))).toMatchObject({ replies: 1 })
  const read = await ask<DiscussionResponse>(ana, 'GET', `${discussions}/${discussionId}`)
  expect(read.json.replies).toMatchObject([{ text: '<script>alert(1)</script>', author: { id: ben.id } }])
  await ask(ana, 'DELETE', `${discussions}/${discussionId}`)
  await bens('discussion.changed', isChange('removed'))
  expect((await ask(ben, 'GET', `${discussions}/${discussionId}`)).status).toBe(404)
})

test('authors find their new discussion in the lists', async () => {
  const ana = await product.participant()
  const { json } = await ask<{ discussion: { id: string } }>(ana, 'POST', discussions, {
    title: 'First things first',
    text: 'Where do you begin?',
  })
  const list = await ask<{ discussions: { id: string }[] }>(ana, 'GET', discussions)
  expect(list.json.discussions[0]).toMatchObject({ id: json.discussion.id, replies: 0 })
  const feed = await ask<FeedResponse>(ana, 'GET', '/api/community/feed?limit=2')
  expect(feed.json.items).toMatchObject([
    { what: 'discussed', discussion: { id: json.discussion.id } },
    { what: 'joined', person: { id: ana.id } },
  ])
})

test('a submission reaches the community, and leaves the feed when it is withdrawn', async () => {
  const [ana, ben] = [await product.participant(), await product.participant()]
  const bens = await watchCommunity(ben)
  const submitted = await ask<{ project: { _id: string } }>(ana, 'POST', '/api/projects', {
    ...projectFields(ana),
    day: 3,
  })
  const id = submitted.json.project._id
  expect(await bens('activity', ({ what }) => what === 'submitted')).toMatchObject({
    person: { id: ana.id, name: 'Somebody', username: ana.username },
    project: { id, title: 'Tomato clock', day: 3, likes: 0, comments: 0 },
  })
  await ask(ana, 'DELETE', `/api/projects/${id}`)
  const { json } = await ask<FeedResponse>(ben, 'GET', '/api/community/feed')
  expect(JSON.stringify(json)).not.toContain(id)
})

test('discussions of a deleted account stay without a name', async () => {
  const [ana, ben] = [await product.participant(), await product.participant()]
  const { json } = await ask<{ discussion: { id: string } }>(ana, 'POST', discussions, {
    title: 'Before I go',
    text: 'Who takes my plants?',
  })
  expect((await ask(ana, 'DELETE', '/api/auth/account', { password })).status).toBe(200)
  const read = await ask<DiscussionResponse>(ben, 'GET', `${discussions}/${json.discussion.id}`)
  expect(read.json.discussion).toMatchObject({
    text: 'Who takes my plants?',
    author: { id: ana.id, name: 'Deleted participant', username: null, avatar: null },
  })
  const members = await ask<MembersResponse>(ben, 'GET', '/api/community/members')
  expect(members.json.members.map(({ id }) => id)).not.toContain(ana.id)
  const feed = await ask<FeedResponse>(ben, 'GET', '/api/community/feed')
  expect(feed.json.items.filter(({ person }) => person.id === ana.id)).toMatchObject([
    { what: 'discussed', person: { name: 'Deleted participant' } },
  ])
  expect((await ask(ana, 'POST', discussions, { title: 'Back', text: 'Again' })).status).toBe(401)
})
