import { rooms } from '@thirty/contracts/live.ts'
import { expect, test } from 'vitest'
import { ada, ask, heard, openGateway, project, root } from './spec-gateway.ts'

test('a visitor hears the showcase and nothing else', async () => {
  const { gateway, live, connected } = await openGateway()
  const visitor = await connected()
  const messages = heard(visitor)
  await expect.poll(() => gateway.count(rooms.showcase)).toBe(1)
  for (const room of [rooms.leaderboard, rooms.community, rooms.admins, rooms.user(ada)])
    live.publish(room, 'no', 1)
  live.publish(rooms.showcase, 'showcase.changed', { rows: [] })
  await expect.poll(() => messages).toEqual([['showcase.changed', { rows: [] }]])
})

test('a participant hears the board, the community and what is their own', async () => {
  const { gateway, live, tokenOf, connected } = await openGateway()
  const messages = heard(await connected({ token: tokenOf(ada) }))
  await expect.poll(() => gateway.count(rooms.user(ada))).toBe(1)
  live.publish(rooms.user(root), 'other', 1)
  live.publish(rooms.admins, 'admins', 1)
  for (const room of [rooms.leaderboard, rooms.community, rooms.user(ada)]) live.publish(room, room, 1)
  await expect.poll(() => messages.length).toBe(3)
  expect(messages).toEqual([
    ['leaderboard', 1],
    ['community', 1],
    ['user:ada', 1],
  ])
})

test('a visitor who stops watching the showcase hears it all the same, as every visitor does', async () => {
  const { gateway, connected } = await openGateway()
  const visitor = await connected()
  expect(await ask(visitor, 'unwatch', { room: rooms.showcase })).toEqual({ ok: true })
  expect(gateway.count(rooms.showcase)).toBe(1)
})

test('the showcase is heard by whoever asks for it', async () => {
  const { gateway, live, tokenOf, connected } = await openGateway()
  const socket = await connected({ token: tokenOf(ada) })
  const messages = heard(socket)
  await expect.poll(() => gateway.count(rooms.user(ada))).toBe(1)
  expect(gateway.count(rooms.showcase)).toBe(0)
  expect(await ask(socket, 'watch', { room: rooms.showcase })).toEqual({ ok: true })
  live.publish(rooms.showcase, 'showcase.changed', { rows: [] })
  await expect.poll(() => messages).toEqual([['showcase.changed', { rows: [] }]])
})

test('admins hear what is for admins', async () => {
  const { gateway, live, tokenOf, connected } = await openGateway()
  const messages = heard(await connected({ token: tokenOf(root) }))
  await expect.poll(() => gateway.count(rooms.admins)).toBe(1)
  live.publish(rooms.admins, 'statistics.changed', 1)
  await expect.poll(() => messages).toEqual([['statistics.changed', 1]])
})

test('somebody who is no admin any more leaves the room of the admins', async () => {
  const { time, sessions, gateway, tokenOf, connected } = await openGateway()
  const socket = await connected({ token: tokenOf(root) })
  await expect.poll(() => gateway.count(rooms.admins)).toBe(1)
  sessions.set(root, { version: 1, status: 'active', isAdmin: false })
  await time.pass(10_000)
  expect(gateway.count(rooms.admins)).toBe(0)
  expect([socket.connected, gateway.count(rooms.user(root))]).toEqual([true, 1])
})

test('a participant may watch a project, and stop', async () => {
  const { gateway, live, tokenOf, connected } = await openGateway()
  const socket = await connected({ token: tokenOf(ada) })
  const messages = heard(socket)
  expect(await ask(socket, 'watch', { room: project })).toEqual({ ok: true })
  live.publish(project, 'project.rated', 1)
  await expect.poll(() => messages).toEqual([['project.rated', 1]])
  expect(await ask(socket, 'unwatch', { room: project })).toEqual({ ok: true })
  expect(gateway.count(project)).toBe(0)
})

test.each([rooms.admins, rooms.user(root), 'project:../admins', 'project:', 'anything'])(
  'a participant may not watch %s',
  async (room) => {
    const { gateway, tokenOf, connected } = await openGateway()
    const socket = await connected({ token: tokenOf(ada) })
    expect(await ask(socket, 'watch', { room })).toEqual({ ok: false, code: 'not-allowed' })
    expect(gateway.count(room)).toBe(0)
  },
)

test('a visitor may watch nothing', async () => {
  const { connected } = await openGateway()
  expect(await ask(await connected(), 'watch', { room: project })).toEqual({ ok: false, code: 'not-allowed' })
})

test('rooms that one is in by right can be watched but not left', async () => {
  const { gateway, tokenOf, connected } = await openGateway()
  const socket = await connected({ token: tokenOf(ada) })
  expect(await ask(socket, 'watch', { room: rooms.leaderboard })).toEqual({ ok: true })
  expect(await ask(socket, 'unwatch', { room: rooms.leaderboard })).toEqual({
    ok: false,
    code: 'not-allowed',
  })
  expect(gateway.count(rooms.leaderboard)).toBe(1)
})

test.each([undefined, null, 'admins', ['admins'], {}, { room: ['admins'] }, { room: 'x'.repeat(200) }])(
  'a malformed wish (%j) is answered as such',
  async (request) => {
    const { tokenOf, connected } = await openGateway()
    const socket = await connected({ token: tokenOf(ada) })
    expect(await ask(socket, 'watch', request)).toEqual({ ok: false, code: 'malformed' })
  },
)

test('a socket can watch only so many projects', async () => {
  const { tokenOf, connected } = await openGateway()
  const socket = await connected({ token: tokenOf(ada) })
  const watch = (at: number) => {
    const number = String(at).padStart(12, '0')
    return ask(socket, 'watch', { room: rooms.project(`r1-d4-0198c0de-0000-7000-8000-${number}`) })
  }
  const answers = []
  for (let at = 0; at < 51; at++) answers.push(await watch(at))
  expect(answers.filter((answer) => JSON.stringify(answer) === '{"ok":true}')).toHaveLength(50)
  expect(answers[50]).toEqual({ ok: false, code: 'too-many' })
})
