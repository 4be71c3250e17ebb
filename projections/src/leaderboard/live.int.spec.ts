import { standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import {
  StoreUnavailable,
  type ReadModelKey,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { expect, test, vi } from 'vitest'
import type { AnyLiveUpdate } from '../live-update.ts'
import type { DocumentChange } from '../registered-projection.ts'
import {
  userIdOf,
  personEvents,
  imageName,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { documentsAfter, recordedEvents, storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { createHeartbeat, leaderboardUpdates } from './live.ts'
import { boardEvents } from './evolve.ts'
import type { Participant } from './participant.ts'
import { standings } from './standings.ts'
import { leaderboardProjection } from './projection.ts'

const projection = leaderboardProjection(firstHistory)
const clock = () => Date.parse('2026-01-05T18:00:00.000Z')
const givenEvents: GivenEvent[] = [
  personEvents('Ada').registered(),
  personEvents('Bob').registered(),
  personEvents('Cleo').registered(),
  projectEvents('Ada', 1).submitted(),
]

/** A leaderboard to which events can be added. `addEvent` returns the live updates of its change. */
async function liveBoard(before: GivenEvent[]) {
  let given = before
  let store = await storeAfter([projection], given)
  const log = { epoch: 'e1' }
  const liveBuild = async (readModel: ReadModelKey) => {
    const live = await store.liveBuild(readModel)
    return live && { ...live, epoch: log.epoch }
  }
  const delegate = new Proxy({ liveBuild } as ReadModelStore, {
    // The board keeps its store; the spec replaces the contents.
    get: (own, name: keyof ReadModelStore) => (Object.hasOwn(own, name) ? own : store)[name],
  })
  const board = standings({ store: delegate, readModel: projection, clock, timeZone: 'UTC' })
  const liveUpdates = leaderboardUpdates(board)
  const addEvent = async (next: GivenEvent): Promise<readonly AnyLiveUpdate[]> => {
    const earlier = documentsAfter(projection, given)
    given = [...given, next]
    store = await storeAfter([projection], given)
    const [event] = recordedEvents([next], given.length - 1)
    if (!event || !isEventOf(boardEvents, event)) return []
    const later = documentsAfter(projection, given)
    const changeOf = (id: string): DocumentChange<Participant> => {
      return { event, id, before: earlier.get(id), after: later.get(id) }
    }
    return projection.documentIds(event).map(changeOf).flatMap(liveUpdates)
  }
  /** Returns what a room is sent after one more event. */
  const sent = async (next: GivenEvent, room: string) => buildPayload(await addEvent(next), room)
  return { board, log, addEvent, sent }
}
/** A leaderboard on which Bob follows Ada, as its room knows. */
async function boardWithBob(before = givenEvents) {
  const live = await liveBoard(before)
  await live.sent(projectEvents('Bob', 1).submitted(), rooms.leaderboard)
  return live
}
const buildPayload = async (updates: readonly AnyLiveUpdate[], room: string) => {
  const update = updates.find((one) => one.room === room)
  return update?.build?.([], 0)
}

test('sends only the changed rows to the leaderboard room', async () => {
  const { sent } = await boardWithBob()
  const payload = await sent(projectEvents('Bob', 1).rated('Root', equalCriteria(4)), rooms.leaderboard)
  expect(payload).toMatchObject({
    rows: [
      { id: userIdOf('Bob'), rank: 1, totalPoints: 45 },
      { id: userIdOf('Ada'), rank: 2, totalPoints: 5 },
    ],
    left: [],
    totals: { totalUsers: 3, totalPoints: 50 },
  })
})

test('sends the ids of participants who left the leaderboard', async () => {
  const { sent } = await boardWithBob()
  const payload = await sent(personEvents('Bob').status('inactive'), rooms.leaderboard)
  expect(payload).toMatchObject({ left: [userIdOf('Bob')], totals: { totalUsers: 2 } })
})

test('sends nothing when no row and no total changed', async () => {
  const { sent } = await boardWithBob()
  const bio = personEvents('Bob').event('ProfileChanged', { bio: 'Hello' })
  expect(await sent(bio, rooms.leaderboard)).toBeUndefined()
})

test('sends the first six rows without usernames to the landing page', async () => {
  const others = ['Dan', 'Eve', 'Fay', 'Gus'].map((name) => personEvents(name).registered())
  const { sent } = await liveBoard([...givenEvents, ...others])
  const payload = await sent(projectEvents('Bob', 1).submitted(), rooms.showcase)
  const names = ['Ada', 'Bob', 'Cleo', 'Dan', 'Eve', 'Fay'].map((name) => ({ name }))
  expect(payload).toMatchObject({ rows: names })
  expect(JSON.stringify(payload)).not.toContain('username')
})

test('sends all rows after the log was put back, because clients may have loaded any state since', async () => {
  const { addEvent, log } = await liveBoard(givenEvents)
  const submitted = await addEvent(projectEvents('Bob', 1).submitted())
  await Promise.all([rooms.leaderboard, rooms.showcase].map((room) => buildPayload(submitted, room)))
  log.epoch = 'e2'
  const bio = personEvents('Bob').event('ProfileChanged', { bio: 'Hello' })
  const updates = await addEvent(bio)
  const all = ['Ada', 'Bob', 'Cleo'].map((name) => ({ id: userIdOf(name) }))
  expect(await buildPayload(updates, rooms.leaderboard)).toMatchObject({ rows: all })
  expect(await buildPayload(updates, rooms.showcase)).toMatchObject({ rows: all })
})

test('reads no documents while nobody listens, and then sends all rows, because clients may have loaded any state since', async () => {
  const { addEvent, board } = await liveBoard(givenEvents)
  const roomsOfAll = [rooms.leaderboard, rooms.showcase]
  const buildBoth = async (next: GivenEvent) => {
    const updates = await addEvent(next)
    return Promise.all(roomsOfAll.map((room) => buildPayload(updates, room)))
  }
  await buildBoth(projectEvents('Bob', 1).submitted())
  const list = vi.spyOn(board, 'list')
  for (const next of [projectEvents('Cleo', 1).submitted(), projectEvents('Cleo', 1).withdrawn()])
    for (const { unheard } of await addEvent(next)) await unheard?.()
  expect(list).not.toHaveBeenCalled()
  const bio = personEvents('Bob').event('ProfileChanged', { bio: 'Hello' })
  const all = { rows: ['Ada', 'Bob', 'Cleo'].map((name) => ({ id: userIdOf(name) })) }
  expect(await buildBoth(bio)).toMatchObject([all, all])
})

test('names who left the leaderboard after a change that nobody heard', async () => {
  const { addEvent } = await liveBoard(givenEvents)
  for (const { unheard } of await addEvent(projectEvents('Bob', 1).submitted())) await unheard?.()
  const updates = await addEvent(personEvents('Bob').status('inactive'))
  expect(await buildPayload(updates, rooms.leaderboard)).toMatchObject({
    rows: ['Ada', 'Cleo'].map((name) => ({ id: userIdOf(name) })),
    left: [userIdOf('Bob')],
  })
})

test.each(['a process has started', 'the entries could not be read', 'the log was put back'])(
  'the first message after %s names who left the leaderboard with the change, and nobody who was not on it',
  async (cause) => {
    const { addEvent, board, log, sent } = await liveBoard([
      ...givenEvents,
      personEvents('Dan').registered(),
      personEvents('Dan').status('inactive'),
    ])
    if (cause !== 'a process has started') await sent(projectEvents('Bob', 1).submitted(), rooms.leaderboard)
    if (cause === 'the entries could not be read') {
      const [update] = await addEvent(projectEvents('Bob', 2).submitted())
      board.store.entries = () => Promise.reject(new StoreUnavailable('away'))
      await Promise.allSettled([update?.unheard?.()])
    }
    if (cause === 'the log was put back') log.epoch = 'e2'
    await addEvent(personEvents('Dan').status('pending'))
    const updates = await addEvent(personEvents('Cleo').status('inactive'))
    const payload = await buildPayload(updates, rooms.leaderboard)
    expect(payload).toMatchObject({ left: [userIdOf('Cleo')], totals: { totalUsers: 2 } })
  },
)

test('a neighbour is told of the first change after nobody listened', async () => {
  const { addEvent } = await liveBoard(givenEvents)
  for (const { unheard } of await addEvent(projectEvents('Bob', 1).submitted())) await unheard?.()
  const updates = await addEvent(projectEvents('Bob', 2).submitted())
  expect(await buildPayload(updates, rooms.user(userIdOf('Ada')))).toMatchObject({
    rank: 2,
    behind: { name: 'Bob' },
  })
})

test.each([
  [
    'who moved',
    projectEvents('Bob', 1).submitted(),
    'Bob',
    { rank: 2, totalPoints: 5, behind: { name: 'Ada', points: 0 }, ahead: { name: 'Cleo', points: 5 } },
  ],
  [
    'who leads',
    projectEvents('Ada', 2).submitted(),
    'Ada',
    { rank: 1, totalPoints: 10, ahead: { name: 'Bob', points: 10 } },
  ],
  [
    'who is last',
    personEvents('Dan').registered(),
    'Dan',
    { rank: 4, totalPoints: 0, behind: { name: 'Cleo', points: 0 } },
  ],
  ['who is no longer ranked', personEvents('Ada').status('inactive'), 'Ada', undefined],
] as const)(
  'sends a participant %s the rank and the distance to each neighbour',
  async (_, next, name, told) => {
    const { sent } = await liveBoard(givenEvents)
    expect(await sent(next, rooms.user(userIdOf(name)))).toEqual(told)
  },
)

test('sends the rank to participants who were overtaken or have a new neighbour, and to no others', async () => {
  const { addEvent } = await boardWithBob([...givenEvents, personEvents('Dan').registered()])
  const updates = await addEvent(projectEvents('Bob', 2).submitted())
  expect(await buildPayload(updates, rooms.user(userIdOf('Ada')))).toEqual({
    rank: 2,
    totalPoints: 5,
    behind: { name: 'Bob', points: 5 },
    ahead: { name: 'Cleo', points: 5 },
  })
  expect(await buildPayload(updates, rooms.user(userIdOf('Cleo')))).toMatchObject({
    behind: { name: 'Ada', points: 5 },
  })
  expect(updates.map(({ room }) => room)).not.toContain(rooms.user(userIdOf('Dan')))
})

test('sends new distances to the neighbours when points change without a change of rank', async () => {
  const { addEvent } = await boardWithBob([...givenEvents, projectEvents('Ada', 2).submitted()])
  const leader = await addEvent(projectEvents('Ada', 3).submitted())
  expect(await buildPayload(leader, rooms.user(userIdOf('Bob')))).toMatchObject({
    behind: { name: 'Ada', points: 10 },
  })
  expect(leader.map(({ room }) => room)).not.toContain(rooms.user(userIdOf('Cleo')))
  const second = await addEvent(projectEvents('Bob', 1).rated('Root', equalCriteria(1)))
  expect(await buildPayload(second, rooms.user(userIdOf('Ada')))).toMatchObject({
    ahead: { name: 'Bob', points: 0 },
  })
})

test('sends the next one above the new distance of a participant who stays below', async () => {
  const ada = [2, 3, 4, 5].map((day) => projectEvents('Ada', day).submitted())
  const { addEvent } = await boardWithBob([...givenEvents, ...ada])
  const updates = await addEvent(projectEvents('Bob', 2).submitted())
  expect(await buildPayload(updates, rooms.user(userIdOf('Ada')))).toMatchObject({
    rank: 1,
    ahead: { name: 'Bob', points: 15 },
  })
})

test('sends neighbours the new name of a renamed participant, and removes the name of a deleted account', async () => {
  const { addEvent, sent } = await boardWithBob()
  const behindOf = async (next: GivenEvent) => {
    const payload = await sent(next, rooms.user(userIdOf('Bob')))
    return payload && 'behind' in payload ? payload.behind : payload
  }
  const renamed = personEvents('Ada').event('ProfileChanged', { fullName: 'Ada Lovelace' })
  expect(await behindOf(renamed)).toMatchObject({ name: 'Ada Lovelace' })
  expect(await behindOf(personEvents('Ada').deleted())).toMatchObject(standIn('deletedPerson', 'name'))
  const other = personEvents('Cleo').event('ProfileImageChanged', { image: imageName(2) })
  expect((await addEvent(other)).map(({ room }) => room)).not.toContain(rooms.user(userIdOf('Bob')))
})

test('sends changes below the first hundred only to the participant who moved', async () => {
  const others = Array.from({ length: 100 }, (_, index) => [
    personEvents(`P${index}`).registered(),
    projectEvents(`P${index}`, 1).submitted(),
  ])
  const { addEvent } = await boardWithBob([...others.flat(), ...givenEvents])
  const updates = await addEvent(projectEvents('Cleo', 1).submitted())
  expect(updates.map(({ room }) => room)).toEqual([
    rooms.leaderboard,
    rooms.showcase,
    rooms.user(userIdOf('Cleo')),
  ])
})

const stamp = { position: '40', epoch: 'e1', at: '2026-01-05T18:00:00.000Z' }

test('while the leaderboard is unavailable, the heartbeat repeats the last position as behind', async () => {
  const { board } = await liveBoard(givenEvents)
  let now = clock()
  let failure: Error | undefined
  const liveBuild = (readModel: ReadModelKey) =>
    failure ? Promise.reject(failure) : board.store.liveBuild(readModel)
  const heartbeat = createHeartbeat({ ...board, store: { ...board.store, liveBuild }, clock: () => now })
  failure = new StoreUnavailable('away')
  await expect(heartbeat(1)).rejects.toThrow(StoreUnavailable)
  failure = undefined
  await heartbeat(1)
  now += 15_000
  failure = new StoreUnavailable('away')
  expect(await heartbeat(2)).toEqual({ ...stamp, online: 2, behind: true })
  failure = undefined
  expect(await heartbeat(3)).toEqual({ ...stamp, at: '2026-01-05T18:00:15.000Z', online: 3 })
  now += 15_000
  const disconnected = await heartbeat(4, false)
  expect(disconnected).toEqual({ ...stamp, at: '2026-01-05T18:00:15.000Z', online: 4, behind: true })
})
