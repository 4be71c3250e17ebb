import { privilegesFor } from '@thirty/contracts/endpoints/access.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { expect, test } from 'vitest'
import {
  ada,
  emitWithAck,
  startTestGateway,
  projectRoom,
  root,
} from '@thirty/infra/testing/live/test-gateway.ts'

test('a demoted admin leaves the room of the admins', async () => {
  const { time, sessions, gateway, tokenOf, connect } = await startTestGateway()
  const socket = await connect({ token: tokenOf(root) })
  await expect.poll(() => gateway.countSockets(rooms.admins)).toBe(1)
  expect(await emitWithAck(socket, 'watch', { room: rooms.community })).toEqual({ ok: true })
  sessions.set(root, { version: 1, status: 'active', privileges: privilegesFor(null) })
  await time.advance(10_000)
  expect(gateway.countSockets(rooms.admins)).toBe(0)
  const kept = [rooms.user(root), rooms.community].map((room) => gateway.countSockets(room))
  expect([socket.connected, kept]).toEqual([true, [1, 1]])
})

test('an admin who has to set up two-factor sign-in leaves the watched rooms that need it', async () => {
  const { time, sessions, gateway, tokenOf, connect } = await startTestGateway()
  const socket = await connect({ token: tokenOf(root) })
  const watched = [rooms.community, projectRoom, rooms.showcase]
  for (const room of watched) expect(await emitWithAck(socket, 'watch', { room })).toEqual({ ok: true })
  const privileges = { ...privilegesFor('owner'), needsTwoFactor: true } as const
  sessions.set(root, { version: 1, status: 'active', privileges })
  await time.advance(10_000)
  const rest = [...watched, rooms.user(root)].map((room) => gateway.countSockets(room))
  expect([socket.connected, rest]).toEqual([true, [0, 0, 1, 1]])
})

test.each([
  undefined,
  null,
  'admins',
  ['admins'],
  {},
  ...[['admins'], { room: 'admins' }, 7, '', 'x'.repeat(200)].map((room) => ({ room })),
])('answers the malformed request %j as malformed', async (request) => {
  const { tokenOf, connect } = await startTestGateway()
  const socket = await connect({ token: tokenOf(ada) })
  for (const event of ['watch', 'unwatch'])
    expect(await emitWithAck(socket, event, request)).toEqual({ ok: false, code: 'malformed' })
})

test('a socket can watch fifty rooms, and another one after leaving one', async () => {
  const { tokenOf, connect } = await startTestGateway()
  const socket = await connect({ token: tokenOf(ada) })
  const numberedProjectRoom = (number: number) =>
    rooms.project(`r1-d4-0198c0de-0000-7000-8000-${String(number).padStart(12, '0')}`)
  const fifty = [rooms.community, ...Array.from({ length: 49 }, (_, index) => numberedProjectRoom(index))]
  for (const room of fifty) expect(await emitWithAck(socket, 'watch', { room })).toEqual({ ok: true })
  const another = { room: numberedProjectRoom(49) }
  expect(await emitWithAck(socket, 'watch', another)).toEqual({ ok: false, code: 'too-many' })
  for (const room of [rooms.community, rooms.leaderboard])
    expect(await emitWithAck(socket, 'watch', { room })).toEqual({ ok: true })
  expect(await emitWithAck(socket, 'unwatch', { room: rooms.community })).toEqual({ ok: true })
  expect(await emitWithAck(socket, 'watch', another)).toEqual({ ok: true })
  expect(await emitWithAck(socket, 'watch', { room: rooms.community })).toEqual({
    ok: false,
    code: 'too-many',
  })
})
