import { rooms } from '@thirty/contracts/live.ts'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { findLeak } from './testing/response-checks.ts'
import { submitProject, type Role } from './testing/scenario.ts'
import { buildRequest, endpointUses } from './testing/endpoint-uses.ts'
import { createPeopleByRole, type PeopleByRole } from './testing/people-by-role.ts'
import { startTestProduct, type TestProduct } from './testing/product.ts'

// A whole product, with everything embedded, is started here.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let product: TestProduct
let cast: PeopleByRole
let projectId: string
beforeAll(async () => {
  product = await startTestProduct()
  cast = await createPeopleByRole(product)
  projectId = await submitProject(product, await product.participant())
})
afterAll(() => product.close())

type Seat = Awaited<ReturnType<typeof openSocket>>
const open: Seat[] = []
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.disconnect()
})

/** A socket of a role, from a page of ours. */
async function letIn(role: Role): Promise<Seat> {
  const seat = await openSocket(product.address, cast.senders[role]?.token, 'http://thirty.test')
  open.push(seat)
  // Rooms are entered just after the answer has left, so a question behind it finds them entered.
  await seat.socket.emitWithAck('unwatch', { room: rooms.showcase })
  return seat
}

const everyRoom = (own: string, other: string) => [
  rooms.showcase,
  rooms.leaderboard,
  rooms.community,
  rooms.admins,
  rooms.user(own),
  rooms.user(other),
  rooms.project(projectId),
]

/** What each role hears without asking, and what else when it asks. */
const rights = {
  V: { byRight: ['showcase'], asked: [] },
  U: { byRight: ['leaderboard', 'own'], asked: ['community', 'project', 'showcase'] },
  A: { byRight: ['admins', 'leaderboard', 'own'], asked: ['community', 'project', 'showcase'] },
} as const satisfies Partial<Record<Role, { byRight: readonly string[]; asked: readonly string[] }>>

test.each(['V', 'U', 'A'] as const)(
  '%s receives the rooms of the role, optional ones after watching them, and no others',
  async (role) => {
    const { socket, heard } = await letIn(role)
    const [own, other] = [cast.senders[role]?.id ?? 'nobody', cast.senders.X?.id ?? '']
    const kinds: Record<string, string> = {
      [rooms.user(own)]: role === 'V' ? 'nobody' : 'own',
      [rooms.user(other)]: 'other',
      [rooms.project(projectId)]: 'project',
    }
    const kindOf = (room: string) => kinds[room] ?? room
    const byRight = new Set<string>(rights[role].byRight)
    const asked = new Set<string>(rights[role].asked)
    /** The kinds of room of which something is heard just now. */
    const hears = async () => {
      heard.length = 0
      for (const room of everyRoom(own, other)) product.core.live.publish(room, 'probe', room)
      product.core.live.publish(role === 'V' ? rooms.showcase : rooms.leaderboard, 'last', null)
      await expect.poll(() => heard.some(({ message }) => message === 'last')).toBe(true)
      return heard
        .flatMap(({ message, payload }) => (message === 'probe' ? [kindOf(String(payload))] : []))
        .toSorted()
    }
    const refusal = { ok: false, code: 'not-allowed' }
    const answers = (event: string, isGranted: (kind: string) => boolean) =>
      Promise.all(
        everyRoom(own, other).map(async (room) => {
          const answer: unknown = await socket.emitWithAck(event, { room })
          expect([event, room, answer]).toEqual([
            event,
            room,
            isGranted(kindOf(room)) ? { ok: true } : refusal,
          ])
        }),
      )

    expect(await hears()).toEqual([...byRight].toSorted())
    await answers('watch', (kind) => byRight.has(kind) || asked.has(kind))
    expect(await hears()).toEqual([...byRight, ...asked].toSorted())
    // The showcase can be asked for, so a visitor's wish to leave it is no fault; it is heard all the same.
    await answers('unwatch', (kind) => asked.has(kind) || kind === 'showcase')
    expect(await hears()).toEqual([...byRight].toSorted())
  },
)

test.each([
  ['I', 'account-inactive'],
  ['broken', 'not-signed-in'],
  ['expired', 'not-signed-in'],
  ['older', 'not-signed-in'],
] as const)('%s is not let in', async (role, code) => {
  await expect(letIn(role)).rejects.toMatchObject({ data: { code } })
})

test.each([
  ['no room', {}],
  ['no request', undefined],
  ['null', null],
  ['a name by itself', rooms.admins],
  ['a list of names', { room: [rooms.admins] }],
  ['an object', { room: { room: rooms.admins } }],
  ['a list', [rooms.admins]],
  ['a number', { room: 7 }],
  ['an empty name', { room: '' }],
  ['a name without end', { room: `project:${'r'.repeat(500)}` }],
])('%s is no room', async (_words, request) => {
  const { socket } = await letIn('U')
  for (const event of ['watch', 'unwatch'])
    expect(await socket.emitWithAck(event, request)).toEqual({ ok: false, code: 'malformed' })
})

test('no other name opens a room: not of an admin, a socket, or an object property', async () => {
  const [{ socket, heard }, admin] = [await letIn('U'), await letIn('A')]
  const names = [
    'admin',
    'Admins',
    ' admins',
    'admins ',
    'user:',
    'user:*',
    'project:',
    'project:*',
    'project:r1-d31-x',
  ]
  const inherited = [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'project:__proto__',
  ]
  for (const room of [...names, ...inherited, admin.socket.id ?? '', rooms.user(cast.admin.id)])
    expect([room, await socket.emitWithAck('watch', { room })]).toEqual([
      room,
      { ok: false, code: 'not-allowed' },
    ])
  for (const event of ['join', 'subscribe', 'room', 'enter'])
    for (const name of [rooms.admins, [rooms.admins], { room: rooms.admins }]) socket.emit(event, name)
  await socket.emitWithAck('unwatch', { room: rooms.showcase })
  for (let count = 0; count < 1_000; count += 1) product.core.live.publish(rooms.admins, 'probe', count)
  product.core.live.publish(rooms.leaderboard, 'last', null)
  await expect.poll(() => heard.some(({ message }) => message === 'last')).toBe(true)
  expect(heard.filter(({ message }) => message === 'probe')).toEqual([])
  await expect.poll(() => admin.heard.filter(({ message }) => message === 'probe').length).toBe(1_000)
})

test('no live message reveals admin data to visitors or other participants', async () => {
  const bystanders = [await letIn('V'), await letIn('X')]
  for (const room of [rooms.project(projectId), rooms.community])
    expect(await bystanders[1]?.socket.emitWithAck('watch', { room })).toEqual({ ok: true })
  for (const use of endpointUses.filter(
    ({ scenario: arrangement, isAlias }) => !isAlias && !arrangement.needsOwnProduct,
  )) {
    const owner = await product.participant()
    const other = await product.participant()
    for (const [whose, sender] of [
      [owner, owner],
      [other, await product.admin()],
    ] as const) {
      const request = await buildRequest(use, { product, owner: whose, sender, admin: cast.admin })
      await product.ask({ ...request, token: sender.token })
    }
  }
  // There was something to look through in the room that only the second of them may watch.
  for (const name of ['activity', 'discussion.changed'])
    await expect.poll(() => bystanders[1]?.heard.some(({ message }) => message === name)).toBe(true)
  for (const [at, reader] of [undefined, cast.senders.X].entries()) {
    const heard = bystanders[at]?.heard ?? []
    expect(heard.length).toBeGreaterThan(0)
    for (const frame of heard) {
      const text = JSON.stringify(frame)
      expect([text, findLeak({ text, status: 200, json: frame }, reader)]).toEqual([text, undefined])
    }
  }
})
