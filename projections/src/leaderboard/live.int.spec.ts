import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { rooms } from '@thirty/contracts/live.ts'
import {
  StoreUnavailable,
  type ReadModelKey,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import type { AnyLiveUpdate } from '../live-update.ts'
import type { DocumentChange } from '../registered-projection.ts'
import {
  documentsAfter,
  userIdOf,
  personEvents,
  imageName,
  projectEvents,
  recordedEvents,
  equalCriteria,
  storeAfter,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { createHeartbeat, leaderboardUpdates } from './live.ts'
import { boardEvents } from './evolve.ts'
import type { Participant } from './participant.ts'
import { standings } from './standings.ts'
import { leaderboardProjection } from './projection.ts'

const view = leaderboardProjection(1)
const clock = () => Date.parse('2026-01-05T18:00:00.000Z')
const story: GivenEvent[] = [
  personEvents('Ada').registered(),
  personEvents('Bob').registered(),
  personEvents('Cleo').registered(),
  projectEvents('Ada', 1).submitted(),
]

/** A board on which things go on happening; each step answers the news of its change. */
async function liveBoard(before: GivenEvent[], isHeard = (_room: string) => true) {
  let told = before
  let store = await storeAfter([view], told)
  const delegate = new Proxy({} as ReadModelStore, {
    // The board keeps the store it was given; the spec exchanges what is in it.
    get: (_, name: keyof ReadModelStore) => store[name],
  })
  const board = standings({ store: delegate, readModel: view, clock })
  const announce = leaderboardUpdates(board, isHeard)
  return {
    board,
    happens: async (next: GivenEvent): Promise<readonly AnyLiveUpdate[]> => {
      const earlier = documentsAfter(view, told)
      told = [...told, next]
      store = await storeAfter([view], told)
      const [event] = recordedEvents([next], told.length - 1)
      if (!event || !isEventOf(boardEvents, event)) return []
      const later = documentsAfter(view, told)
      return view
        .documentIds(event)
        .map((id): DocumentChange<Participant> => ({
          event,
          id,
          before: earlier.get(id),
          after: later.get(id),
        }))
        .flatMap(announce)
    },
  }
}
const payload = async (news: readonly AnyLiveUpdate[], room: string) => {
  const one = news.find((each) => each.room === room)
  return one && 'build' in one ? one.build() : undefined
}

test('the board hears the rows that changed, and only those', async () => {
  const { happens } = await liveBoard(story)
  await payload(await happens(projectEvents('Bob', 1).submitted()), rooms.leaderboard)
  const frame = await payload(
    await happens(projectEvents('Bob', 1).rated('Root', equalCriteria(4))),
    rooms.leaderboard,
  )
  expect(frame).toMatchObject({
    rows: [
      { id: userIdOf('Bob'), rank: 1, totalPoints: 45 },
      { id: userIdOf('Ada'), rank: 2, totalPoints: 5 },
    ],
    left: [],
    totals: { totalUsers: 3, totalPoints: 50 },
  })
})

test('the board hears who left it', async () => {
  const { happens } = await liveBoard(story)
  await payload(await happens(projectEvents('Bob', 1).submitted()), rooms.leaderboard)
  const frame = await payload(await happens(personEvents('Bob').status('inactive')), rooms.leaderboard)
  expect(frame).toMatchObject({ left: [userIdOf('Bob')], totals: { totalUsers: 2 } })
})

test('what changes no row and no total is not told', async () => {
  const { happens } = await liveBoard(story)
  await payload(await happens(projectEvents('Bob', 1).submitted()), rooms.leaderboard)
  const bio = personEvents('Bob').event({ type: 'ProfileChanged', data: { bio: 'Hello' } })
  expect(await payload(await happens(bio), rooms.leaderboard)).toBeUndefined()
})

test('the landing page hears the whole first six, without usernames', async () => {
  const { happens } = await liveBoard(story)
  const frame = await payload(await happens(projectEvents('Bob', 1).submitted()), rooms.showcase)
  expect(frame).toMatchObject({ rows: [{ name: 'Ada' }, { name: 'Bob' }, { name: 'Cleo' }] })
  expect(JSON.stringify(frame)).not.toContain('username')
})

test('whoever moves hears the own rank, and how far the neighbours are', async () => {
  const { happens } = await liveBoard(story)
  const news = await happens(projectEvents('Bob', 1).submitted())
  expect(await payload(news, rooms.user(userIdOf('Bob')))).toEqual({
    rank: 2,
    totalPoints: 5,
    behind: { name: 'Ada', points: 0 },
    ahead: { name: 'Cleo', points: 5 },
  })
})

test('the leader has nobody to catch up with', async () => {
  const { happens } = await liveBoard(story)
  const news = await happens(projectEvents('Ada', 2).submitted())
  expect(await payload(news, rooms.user(userIdOf('Ada')))).toEqual({
    rank: 1,
    totalPoints: 10,
    ahead: { name: 'Bob', points: 10 },
  })
})

test('the last has nobody at the heels', async () => {
  const { happens } = await liveBoard(story)
  const news = await happens(personEvents('Dan').registered())
  expect(await payload(news, rooms.user(userIdOf('Dan')))).toEqual({
    rank: 4,
    totalPoints: 0,
    behind: { name: 'Cleo', points: 0 },
  })
})

test('who is not there is told no rank', async () => {
  const { happens } = await liveBoard(story, (room) => room !== rooms.user(userIdOf('Ada')))
  await payload(await happens(projectEvents('Bob', 1).submitted()), rooms.leaderboard)
  const heard = (await happens(projectEvents('Bob', 1).rated('Root', equalCriteria(4)))).map(
    ({ room }) => room,
  )
  expect(heard).toEqual([
    rooms.leaderboard,
    rooms.showcase,
    ...['Bob', 'Cleo'].map((name) => rooms.user(userIdOf(name))),
  ])
})

test('whoever is overtaken hears it, and who has another neighbour now, and nobody else', async () => {
  const { happens } = await liveBoard([...story, personEvents('Dan').registered()])
  await payload(await happens(projectEvents('Bob', 1).submitted()), rooms.leaderboard)
  const news = await happens(projectEvents('Bob', 2).submitted())
  expect(await payload(news, rooms.user(userIdOf('Ada')))).toEqual({
    rank: 2,
    totalPoints: 5,
    behind: { name: 'Bob', points: 5 },
    ahead: { name: 'Cleo', points: 5 },
  })
  expect(await payload(news, rooms.user(userIdOf('Cleo')))).toMatchObject({
    behind: { name: 'Ada', points: 5 },
  })
  expect(news.map(({ room }) => room)).not.toContain(rooms.user(userIdOf('Dan')))
})

test('whoever has somebody right above or below hears how far away they are now, though nobody passed', async () => {
  const { happens } = await liveBoard([...story, projectEvents('Ada', 2).submitted()])
  await payload(await happens(projectEvents('Bob', 1).submitted()), rooms.leaderboard)
  const leader = await happens(projectEvents('Ada', 3).submitted())
  expect(await payload(leader, rooms.user(userIdOf('Bob')))).toMatchObject({
    behind: { name: 'Ada', points: 10 },
  })
  expect(leader.map(({ room }) => room)).not.toContain(rooms.user(userIdOf('Cleo')))
  const second = await happens(projectEvents('Bob', 1).rated('Root', equalCriteria(1)))
  expect(await payload(second, rooms.user(userIdOf('Ada')))).toMatchObject({
    ahead: { name: 'Bob', points: 0 },
  })
})

test('whoever has somebody new right below hears it, also at the end of the board', async () => {
  const far = [2, 3, 4].map((day) => projectEvents('Ada', day).submitted())
  const { happens } = await liveBoard([...story, ...far])
  await payload(await happens(projectEvents('Bob', 1).submitted()), rooms.leaderboard)
  const second = await happens(projectEvents('Bob', 1).rated('Root', equalCriteria(1)))
  expect(await payload(second, rooms.user(userIdOf('Ada')))).toMatchObject({
    ahead: { name: 'Bob', points: 5 },
  })
  await payload(second, rooms.leaderboard)
  const newest = await happens(personEvents('Dan').registered())
  expect(await payload(newest, rooms.user(userIdOf('Cleo')))).toMatchObject({
    ahead: { name: 'Dan', points: 0 },
  })
  expect(newest.map(({ room }) => room)).not.toContain(rooms.user(userIdOf('Bob')))
})

test('whoever stands next to somebody who is called otherwise, or is gone, does not keep the name', async () => {
  const { happens } = await liveBoard(story)
  await payload(await happens(projectEvents('Bob', 1).submitted()), rooms.leaderboard)
  const behindOf = async (next: GivenEvent) => {
    const frame = await payload(await happens(next), rooms.user(userIdOf('Bob')))
    return frame && 'behind' in frame ? frame.behind : frame
  }
  const renamed = personEvents('Ada').event({ type: 'ProfileChanged', data: { fullName: 'Ada Lovelace' } })
  expect(await behindOf(renamed)).toMatchObject({ name: 'Ada Lovelace' })
  expect(await behindOf(personEvents('Ada').deleted())).toMatchObject({ name: 'Deleted participant' })
  const other = personEvents('Cleo').event({ type: 'ProfileImageChanged', data: { image: imageName(2) } })
  expect((await happens(other)).map(({ room }) => room)).not.toContain(rooms.user(userIdOf('Bob')))
})

test('behind the first hundred nobody but the mover hears of a place', async () => {
  const crowd = Array.from({ length: 100 }, (_, at) => [
    personEvents(`P${at}`).registered(),
    projectEvents(`P${at}`, 1).submitted(),
  ])
  const { happens } = await liveBoard([...crowd.flat(), ...story])
  await payload(await happens(projectEvents('Bob', 1).submitted()), rooms.leaderboard)
  const news = await happens(projectEvents('Cleo', 1).submitted())
  expect(news.map(({ room }) => room)).toEqual([
    rooms.leaderboard,
    rooms.showcase,
    rooms.user(userIdOf('Cleo')),
  ])
})

test('who is no longer ranked hears nothing', async () => {
  const { happens } = await liveBoard(story)
  const news = await happens(personEvents('Ada').status('inactive'))
  expect(await payload(news, rooms.user(userIdOf('Ada')))).toBeUndefined()
})

test('an idle board is told where the log stands and how many are there', async () => {
  const { board } = await liveBoard(story)
  const beat = createHeartbeat(board)
  expect(await beat(41)).toEqual({ position: '40', at: '2026-01-05T18:00:00.000Z', online: 41 })
})

test('while the board cannot be read, its sockets are told since when', async () => {
  const { board } = await liveBoard(story)
  let now = clock()
  let failure: Error | undefined
  const checkpoint = (view: ReadModelKey & { build?: string }) =>
    failure ? Promise.reject(failure) : board.store.checkpoint(view)
  const beat = createHeartbeat({ ...board, store: { ...board.store, checkpoint }, clock: () => now })
  failure = new StoreUnavailable('away')
  await expect(beat(1)).rejects.toThrow(StoreUnavailable)
  failure = undefined
  await beat(1)
  now += 15_000
  failure = new StoreUnavailable('away')
  expect(await beat(2)).toEqual({ position: '40', at: '2026-01-05T18:00:00.000Z', online: 2, behind: true })
  failure = undefined
  expect(await beat(3)).toEqual({ position: '40', at: '2026-01-05T18:00:15.000Z', online: 3 })
  now += 15_000
  const deaf = await beat(4, false)
  expect(deaf).toEqual({ position: '40', at: '2026-01-05T18:00:15.000Z', online: 4, behind: true })
})
