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

const needsTwoFactor = { ...privilegesFor('owner'), needsTwoFactor: true } as const
test.each([
  ['a demoted admin leaves the room of the admins', privilegesFor(null), [0, 1, 1, 1, 1]],
  [
    'an admin who has to set up two-factor sign-in leaves the rooms that need it',
    needsTwoFactor,
    [0, 0, 0, 1, 1],
  ],
])('%s', async (_title, privileges, expected) => {
  const { time, sessions, gateway, connect } = await startTestGateway()
  const socket = await connect({ user: root })
  const watched = [rooms.community, projectRoom, rooms.showcase]
  for (const room of watched) expect(await emitWithAck(socket, 'watch', { room })).toEqual({ ok: true })
  const counts = () => [rooms.admins, ...watched, rooms.user(root)].map((room) => gateway.countSockets(room))
  await expect.poll(counts).toEqual([1, 1, 1, 1, 1])
  sessions.set(root, { version: 1, status: 'active', privileges })
  await time.advance(10_000)
  expect([socket.connected, counts()]).toEqual([true, expected])
})

test.each([
  undefined,
  null,
  'admins',
  ['admins'],
  {},
  ...[['admins'], { room: 'admins' }, 7, '', 'x'.repeat(200)].map((room) => ({ room })),
])('answers the malformed request %j as malformed', async (request) => {
  const socket = await (await startTestGateway()).connect({ user: ada })
  for (const event of ['watch', 'unwatch'])
    expect(await emitWithAck(socket, event, request)).toEqual({ ok: false, code: 'malformed' })
})

test('a socket can watch fifty rooms, and another one after leaving one', async () => {
  const socket = await (await startTestGateway()).connect({ user: ada })
  const numbered = Array.from({ length: 50 }, (_, number) =>
    rooms.project(`r1-d4-0198c0de-0000-7000-8000-${String(number).padStart(12, '0')}`),
  )
  const another = numbered.pop()
  const answer = (room: string | undefined, event = 'watch') => emitWithAck(socket, event, { room })
  for (const room of [rooms.community, ...numbered]) expect(await answer(room)).toEqual({ ok: true })
  expect(await answer(another)).toEqual({ ok: false, code: 'too-many' })
  for (const room of [rooms.community, rooms.leaderboard]) expect(await answer(room)).toEqual({ ok: true })
  expect(await answer(rooms.community, 'unwatch')).toEqual({ ok: true })
  expect(await answer(another)).toEqual({ ok: true })
  expect(await answer(rooms.community)).toEqual({ ok: false, code: 'too-many' })
})
