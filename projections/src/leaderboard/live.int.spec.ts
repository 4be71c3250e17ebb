import { standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { StoreUnavailable, type ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import { expect, test, vi } from 'vitest'
import type { AnyLiveUpdate } from '../registered-projection.ts'
import {
  userIdOf,
  personEvents,
  imageName,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { documentChanges } from '@thirty/projections/testing/fold-events.ts'
import { movingStore } from '@thirty/projections/testing/moving-board.ts'
import { createHeartbeat, leaderboardUpdates } from './live.ts'
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
  const { store, state: log, add } = await movingStore(projection, given)
  const board = standings({ store, readModel: projection, clock, timeZone: 'UTC' })
  const liveUpdates = leaderboardUpdates(board)
  const addEvent = async (next: GivenEvent): Promise<readonly AnyLiveUpdate[]> => {
    const changes = documentChanges(projection, given, [next])
    given = [...given, next]
    await add(next)
    return changes.flatMap(liveUpdates)
  }
  /** Returns what a room is sent after one more event. */
  const sent = async (next: GivenEvent, room: string) => buildPayload(await addEvent(next), room)
  /** Returns what everybody on the leaderboard, and on the landing page, is sent after one more event. */
  const sentToBoth = async (next: GivenEvent) => {
    const updates = await addEvent(next)
    return Promise.all([rooms.leaderboard, rooms.showcase].map((room) => buildPayload(updates, room)))
  }
  /** Adds an event that nobody hears of. */
  const addUnheard = async (next: GivenEvent) => {
    for (const { unheard } of await addEvent(next)) await unheard?.()
  }
  return { board, log, addEvent, addUnheard, sent, sentToBoth }
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

test('sends the leaderboard room the changed rows and who left, and nothing when no row and no total changed', async () => {
  const { sent } = await boardWithBob()
  const rated = projectEvents('Bob', 1).rated('Root', equalCriteria(4))
  expect(await sent(rated, rooms.leaderboard)).toMatchObject({
    rows: [
      { id: userIdOf('Bob'), rank: 1, totalPoints: 45 },
      { id: userIdOf('Ada'), rank: 2, totalPoints: 5 },
    ],
    left: [],
    totals: { totalUsers: 3, totalPoints: 50 },
  })
  const bio = personEvents('Bob').event('ProfileChanged', { bio: 'Hello' })
  await sent(bio, rooms.showcase)
  for (const room of [rooms.leaderboard, rooms.showcase]) expect(await sent(bio, room)).toBeUndefined()
  const left = await sent(personEvents('Bob').status('inactive'), rooms.leaderboard)
  expect(left).toMatchObject({ left: [userIdOf('Bob')], totals: { totalUsers: 2 } })
})

test.each(['the log was put back', 'nobody listened'])(
  'after %s, the leaderboard gets all rows and the landing page the first six, because clients may have loaded any state since',
  async (cause) => {
    const others = ['Dan', 'Eve', 'Fay', 'Gus'].map((name) => personEvents(name).registered())
    const { addUnheard, board, log, sentToBoth } = await liveBoard([...givenEvents, ...others])
    await sentToBoth(projectEvents('Bob', 1).submitted())
    const list = vi.spyOn(board, 'list')
    const gus = projectEvents('Gus', 1)
    if (cause === 'the log was put back') log.epoch = 'e2'
    else for (const event of [gus.submitted(), gus.withdrawn()]) await addUnheard(event)
    // Reads no documents while nobody listens.
    expect(list).not.toHaveBeenCalled()
    const sent = await sentToBoth(personEvents('Bob').event('ProfileChanged', { bio: 'Hello' }))
    const rows = ['Ada', 'Bob', 'Cleo', 'Dan', 'Eve', 'Fay', 'Gus'].map((name) => ({ name }))
    expect(sent).toMatchObject([{ rows }, { rows: rows.slice(0, 6) }])
    expect(JSON.stringify(sent[1])).not.toContain('username')
  },
)

test.each([
  'a process has started',
  'nobody listened',
  'the entries could not be read',
  'the log was put back',
])(
  'the first message after %s has all rows, and names who left the leaderboard with the change, and nobody who was not on it',
  async (cause) => {
    const { addEvent, addUnheard, board, log, sent } = await liveBoard([
      ...givenEvents,
      personEvents('Dan').registered(),
      personEvents('Dan').status('inactive'),
    ])
    const dan = personEvents('Dan')
    const heard = [projectEvents('Bob', 1).submitted(), dan.status('active'), dan.status('inactive')]
    if (cause !== 'a process has started') for (const event of heard) await sent(event, rooms.leaderboard)
    if (cause === 'the entries could not be read')
      board.store.entries = () => Promise.reject(new StoreUnavailable('away'))
    if (cause === 'nobody listened' || cause === 'the entries could not be read')
      await Promise.allSettled([addUnheard(projectEvents('Ada', 2).submitted())])
    if (cause === 'the log was put back') log.epoch = 'e2'
    await addEvent(personEvents('Dan').status('pending'))
    const payload = await sent(personEvents('Cleo').status('inactive'), rooms.leaderboard)
    const rows = ['Ada', 'Bob'].map((name) => ({ name }))
    expect(payload).toMatchObject({ rows, left: [userIdOf('Cleo')], totals: { totalUsers: 2 } })
  },
)

test('who is pushed out of the first hundred is named, also if the log was put back and nobody listened before', async () => {
  const others = Array.from({ length: 98 }, (_, index) => personEvents(`P${index}`).registered())
  const { addUnheard, log, sent } = await liveBoard([...givenEvents, ...others])
  await sent(projectEvents('Bob', 1).submitted(), rooms.leaderboard)
  log.epoch = 'e2'
  await addUnheard(projectEvents('Ada', 2).submitted())
  const payload = await sent(projectEvents('P97', 1).submitted(), rooms.leaderboard)
  expect(payload).toMatchObject({ left: [userIdOf('P96')] })
})

test('a neighbour is told of the first change after nobody listened', async () => {
  const { addUnheard, sent } = await liveBoard(givenEvents)
  await addUnheard(projectEvents('Bob', 1).submitted())
  const payload = await sent(projectEvents('Bob', 2).submitted(), rooms.user(userIdOf('Ada')))
  expect(payload).toMatchObject({ rank: 2, behind: { name: 'Bob' } })
})

const renamed = personEvents('Ada').event('ProfileChanged', { fullName: 'Ada Lovelace' })
const [ada2, ada3] = [projectEvents('Ada', 2).submitted(), projectEvents('Ada', 3).submitted()]
const away = (name: string, points: number) => ({ name, points })

test.each<[string, GivenEvent, Record<string, object | undefined>, GivenEvent[]?]>([
  [
    'who moves up, who is overtaken and who has a new neighbour',
    projectEvents('Bob', 2).submitted(),
    {
      Bob: { rank: 1, totalPoints: 10, ahead: away('Ada', 5) },
      Ada: { rank: 2, totalPoints: 5, behind: away('Bob', 5), ahead: away('Cleo', 5) },
      Cleo: { rank: 3, totalPoints: 0, behind: away('Ada', 5), ahead: away('Dan', 0) },
    },
    [personEvents('Dan').registered()],
  ],
  [
    'the neighbours of a leader who gets points',
    ada3,
    {
      Ada: { rank: 1, totalPoints: 15, ahead: away('Bob', 10) },
      Bob: { rank: 2, totalPoints: 5, behind: away('Ada', 10), ahead: away('Cleo', 5) },
    },
    [ada2],
  ],
  [
    'the rows beside a participant who gets points and stays between them',
    projectEvents('Bob', 1).rated('Root', equalCriteria(1)),
    {
      Bob: { rank: 2, totalPoints: 15, behind: away('Ada', 0), ahead: away('Cleo', 15) },
      Ada: { rank: 1, totalPoints: 15, ahead: away('Bob', 0) },
      Cleo: { rank: 3, totalPoints: 0, behind: away('Bob', 15) },
    },
    [ada2, ada3],
  ],
  [
    'who joins as the last',
    personEvents('Dan').registered(),
    {
      Dan: { rank: 4, totalPoints: 0, behind: away('Cleo', 0) },
      Cleo: { rank: 3, totalPoints: 0, behind: away('Bob', 5), ahead: away('Dan', 0) },
    },
  ],
  [
    'the rows below a participant who is no longer ranked',
    personEvents('Ada').status('inactive'),
    {
      Ada: undefined,
      Bob: { rank: 1, totalPoints: 5, ahead: away('Cleo', 5) },
      Cleo: { rank: 2, totalPoints: 0, behind: away('Bob', 5) },
    },
  ],
  [
    'the neighbours of somebody with a new name',
    renamed,
    {
      Ada: { rank: 1, totalPoints: 5, ahead: away('Bob', 0) },
      Bob: { rank: 2, totalPoints: 5, behind: away('Ada Lovelace', 0), ahead: away('Cleo', 5) },
    },
  ],
  [
    'the neighbours of a deleted account',
    personEvents('Ada').deleted(),
    {
      Ada: { rank: 1, totalPoints: 5, ahead: away('Bob', 0) },
      Bob: {
        rank: 2,
        totalPoints: 5,
        behind: { ...standIn('deletedPerson', 'name'), points: 0 },
        ahead: away('Cleo', 5),
      },
    },
  ],
  ['nobody of a new image', personEvents('Ada').event('ProfileImageChanged', { image: imageName(2) }), {}],
])(
  'tells %s the own rank and the distance to each neighbour, and nobody else',
  async (_, next, told, more = []) => {
    const { addEvent } = await boardWithBob([...givenEvents, ...more])
    const updates = await addEvent(next)
    const found: Record<string, object | undefined> = {}
    for (const name of ['Ada', 'Bob', 'Cleo', 'Dan']) {
      const room = rooms.user(userIdOf(name))
      if (updates.some((update) => update.room === room)) found[name] = await buildPayload(updates, room)
    }
    expect(found).toEqual(told)
  },
)

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
  const totals = { totalUsers: 103, totalPoints: 515 }
  expect(await buildPayload(updates, rooms.leaderboard)).toMatchObject({ rows: [], left: [], totals })
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
