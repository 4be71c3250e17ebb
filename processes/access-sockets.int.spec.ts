import type { BoardResponse } from '@thirty/contracts/leaderboard/api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { type Role } from './testing/scenario.ts'
import { createPeopleByRole } from './testing/people-by-role.ts'
import { productForFile } from './testing/product.ts'

const product = productForFile()
const people = appForFile(async () => ({
  ...(await createPeopleByRole(product)),
  projectId: await product.submitProject(await product.participant()),
}))

/** Connects a socket of a role. */
async function connect(role: Role) {
  const opened = await product.openSocket(people.senders[role])
  // The server joins rooms just after it has accepted the connection, and before it acknowledges a message.
  await opened.socket.emitWithAck('unwatch', { room: rooms.showcase })
  return opened
}

/** All kinds of rooms, for a person and another one. */
const roomsFor = (own: string, other: string) =>
  Object.entries({
    showcase: rooms.showcase,
    leaderboard: rooms.leaderboard,
    community: rooms.community,
    admins: rooms.admins,
    webhooks: rooms.webhooks,
    own: rooms.user(own),
    other: rooms.user(other),
    project: rooms.project(people.projectId),
    profile: rooms.profile(other),
  })

const refusal = { ok: false, code: 'not-allowed' }
const watchable = ['community', 'profile', 'project', 'showcase'] as const
const adminAccess = { defaults: ['admins', 'leaderboard', 'own'], watchable } as const
const webhookAccess = { defaults: ['admins', 'leaderboard', 'own', 'webhooks'], watchable } as const
/** The rooms that each role joins by default, and the rooms that it may watch. */
const access = {
  V: { defaults: ['showcase'], watchable: [] },
  U: { defaults: ['leaderboard', 'own'], watchable },
  A: webhookAccess,
  OR: webhookAccess,
  RE: adminAccess,
  VI: adminAccess,
  P: { defaults: ['leaderboard', 'own'], watchable },
  PA: { defaults: ['leaderboard', 'own'], watchable },
} as const satisfies Partial<Record<Role, { defaults: readonly string[]; watchable: readonly string[] }>>

test.each(['V', 'U', 'A', 'OR', 'RE', 'VI', 'P', 'PA'] as const)(
  '%s receives the rooms of the role, optional ones after watching them, and no others',
  async (role) => {
    const { socket, heard, names } = await connect(role)
    const { defaults, watchable } = access[role]
    const all = roomsFor(people.senders[role]?.id ?? 'nobody', people.senders.X?.id ?? '')
    /** Publishes to every room, and returns the kinds of room whose message the socket received. */
    const receivedKinds = async () => {
      heard.length = 0
      for (const [kind, room] of all) product.core.live.publish(room, 'probe', kind)
      product.core.live.publish(role === 'V' ? rooms.showcase : rooms.leaderboard, 'last', null)
      await expect.poll(names).toContain('last')
      return heard
        .flatMap(({ message, payload }) => (message === 'probe' ? [String(payload)] : []))
        .toSorted()
    }
    const expectGranted = async (event: string, granted: readonly string[]) => {
      for (const [kind, room] of all) {
        const response: unknown = await socket.emitWithAck(event, { room })
        const expected = granted.includes(kind) ? { ok: true } : refusal
        expect([event, kind, response]).toMatchObject([event, kind, expected])
      }
    }

    expect(await receivedKinds()).toEqual(defaults)
    await expectGranted('watch', [...defaults, ...watchable])
    expect(await receivedKinds()).toEqual([...defaults, ...watchable].toSorted())
    // A visitor may unwatch the showcase, because other roles watch it, but stays in it as a default room.
    await expectGranted('unwatch', [...watchable, 'showcase'])
    expect(await receivedKinds()).toEqual(defaults)
  },
)

test.each([
  ['I', 'account-inactive'],
  ['broken', 'not-signed-in'],
  ['expired', 'not-signed-in'],
  ['older', 'not-signed-in'],
] as const)('a socket of the role %s is refused', async (role, code) => {
  await expect(connect(role)).rejects.toMatchObject({ data: { code } })
})

test('a client that watches a room learns up to which position it may have missed messages; a visitor does not', async () => {
  const [{ socket }, visitor] = [await connect('U'), await connect('V')]
  for (const room of [rooms.leaderboard, rooms.community]) {
    const { position, epoch } = await product.send<BoardResponse>(
      people.admin,
      'GET /api/leaderboard/leaderboard',
    )
    expect(await socket.emitWithAck('watch', { room })).toEqual({ ok: true, position, epoch })
  }
  expect(await visitor.socket.emitWithAck('watch', { room: rooms.showcase })).toEqual({ ok: true })
})

test('no other room name is accepted: not an admin’s, a socket id or an object property', async () => {
  const [{ socket, names }, admin] = [await connect('U'), await connect('A')]
  const unknown =
    'admin Admins user: user:* project: project:* project:r1-d31-x profile: profile:* profile:somebody'
  const inherited = '__proto__ constructor prototype toString hasOwnProperty project:__proto__'
  const others = [' admins', 'admins ', admin.socket.id ?? '', rooms.user(people.admin.id)]
  for (const room of [...unknown.split(' '), ...inherited.split(' '), ...others])
    expect([room, await socket.emitWithAck('watch', { room })]).toEqual([room, refusal])
  for (const event of ['join', 'subscribe', 'room', 'enter'])
    for (const name of [rooms.admins, [rooms.admins], { room: rooms.admins }]) socket.emit(event, name)
  await socket.emitWithAck('unwatch', { room: rooms.showcase })
  for (let count = 0; count < 1_000; count += 1) product.core.live.publish(rooms.admins, 'probe', count)
  product.core.live.publish(rooms.leaderboard, 'last', null)
  await expect.poll(names).toContain('last')
  expect(names()).not.toContain('probe')
  await expect.poll(() => admin.names().filter((name) => name === 'probe').length).toBe(1_000)
})
