import { rooms } from '@thirty/contracts/live.ts'
import { StoreUnavailable, type ViewKey, type ViewStore } from '@thirty/infra/views/views.ts'
import { expect, test } from 'vitest'
import type { Announcement } from '../gather.ts'
import type { Change } from '../projection.ts'
import {
  documentsAfter,
  idOf,
  person,
  pictureOf,
  projectOf,
  recorded,
  stars,
  storeAfter,
  type Told,
} from '../story.ts'
import { heartbeats, leaderboardNews } from './live.ts'
import type { Participant } from './participant.ts'
import { standings } from './standings.ts'
import { leaderboardView } from './view.ts'

const view = leaderboardView(1)
const clock = () => Date.parse('2026-01-05T18:00:00.000Z')
const story: Told[] = [
  person('Ada').registered(),
  person('Bob').registered(),
  person('Cleo').registered(),
  projectOf('Ada', 1).submitted(),
]

/** A board on which things go on happening; each step answers the news of its change. */
async function liveBoard(before: Told[], isHeard = (_room: string) => true) {
  let told = before
  let store = await storeAfter([view], told)
  const delegate = new Proxy({} as ViewStore, {
    // The board keeps the store it was given; the spec exchanges what is in it.
    get: (_, name: keyof ViewStore) => store[name],
  })
  const board = standings({ store: delegate, view, clock })
  const announce = leaderboardNews(board, isHeard)
  return {
    board,
    happens: async (next: Told): Promise<readonly Announcement[]> => {
      const earlier = documentsAfter(view, told)
      told = [...told, next]
      store = await storeAfter([view], told)
      const [event] = recorded([next], told.length - 1)
      if (!event) return []
      const later = documentsAfter(view, told)
      return view
        .documents(event)
        .map((id): Change<Participant> => ({ event, id, before: earlier.get(id), after: later.get(id) }))
        .flatMap(announce)
    },
  }
}
const payload = async (news: readonly Announcement[], room: string) => {
  const one = news.find((each) => each.room === room)
  return one && 'build' in one ? one.build() : undefined
}

test('the board hears the rows that changed, and only those', async () => {
  const { happens } = await liveBoard(story)
  await payload(await happens(projectOf('Bob', 1).submitted()), rooms.leaderboard)
  const frame = await payload(await happens(projectOf('Bob', 1).rated('Root', stars(4))), rooms.leaderboard)
  expect(frame).toMatchObject({
    rows: [
      { id: idOf('Bob'), rank: 1, totalPoints: 45 },
      { id: idOf('Ada'), rank: 2, totalPoints: 5 },
    ],
    left: [],
    totals: { totalUsers: 3, totalPoints: 50 },
  })
})

test('the board hears who left it', async () => {
  const { happens } = await liveBoard(story)
  await payload(await happens(projectOf('Bob', 1).submitted()), rooms.leaderboard)
  const frame = await payload(await happens(person('Bob').status('inactive')), rooms.leaderboard)
  expect(frame).toMatchObject({ left: [idOf('Bob')], totals: { totalUsers: 2 } })
})

test('what changes no row and no total is not told', async () => {
  const { happens } = await liveBoard(story)
  await payload(await happens(projectOf('Bob', 1).submitted()), rooms.leaderboard)
  const bio = person('Bob').told({ type: 'ProfileChanged', data: { bio: 'Hello' } })
  expect(await payload(await happens(bio), rooms.leaderboard)).toBeUndefined()
})

test('the landing page hears the whole first six, without usernames', async () => {
  const { happens } = await liveBoard(story)
  const frame = await payload(await happens(projectOf('Bob', 1).submitted()), rooms.showcase)
  expect(frame).toMatchObject({ rows: [{ name: 'Ada' }, { name: 'Bob' }, { name: 'Cleo' }] })
  expect(JSON.stringify(frame)).not.toContain('username')
})

test('whoever moves hears the own rank, and how far the neighbours are', async () => {
  const { happens } = await liveBoard(story)
  const news = await happens(projectOf('Bob', 1).submitted())
  expect(await payload(news, rooms.user(idOf('Bob')))).toEqual({
    rank: 2,
    totalPoints: 5,
    behind: { name: 'Ada', points: 0 },
    ahead: { name: 'Cleo', points: 5 },
  })
})

test('the leader has nobody to catch up with', async () => {
  const { happens } = await liveBoard(story)
  const news = await happens(projectOf('Ada', 2).submitted())
  expect(await payload(news, rooms.user(idOf('Ada')))).toEqual({
    rank: 1,
    totalPoints: 10,
    ahead: { name: 'Bob', points: 10 },
  })
})

test('the last has nobody at the heels', async () => {
  const { happens } = await liveBoard(story)
  const news = await happens(person('Dan').registered())
  expect(await payload(news, rooms.user(idOf('Dan')))).toEqual({
    rank: 4,
    totalPoints: 0,
    behind: { name: 'Cleo', points: 0 },
  })
})

test('who is not there is told no rank', async () => {
  const { happens } = await liveBoard(story, (room) => room !== rooms.user(idOf('Ada')))
  await payload(await happens(projectOf('Bob', 1).submitted()), rooms.leaderboard)
  const heard = (await happens(projectOf('Bob', 1).rated('Root', stars(4)))).map(({ room }) => room)
  expect(heard).toEqual([
    rooms.leaderboard,
    rooms.showcase,
    ...['Bob', 'Cleo'].map((name) => rooms.user(idOf(name))),
  ])
})

test('whoever is overtaken hears it, and who has another neighbour now, and nobody else', async () => {
  const { happens } = await liveBoard([...story, person('Dan').registered()])
  await payload(await happens(projectOf('Bob', 1).submitted()), rooms.leaderboard)
  const news = await happens(projectOf('Bob', 2).submitted())
  expect(await payload(news, rooms.user(idOf('Ada')))).toEqual({
    rank: 2,
    totalPoints: 5,
    behind: { name: 'Bob', points: 5 },
    ahead: { name: 'Cleo', points: 5 },
  })
  expect(await payload(news, rooms.user(idOf('Cleo')))).toMatchObject({ behind: { name: 'Ada', points: 5 } })
  expect(news.map(({ room }) => room)).not.toContain(rooms.user(idOf('Dan')))
})

test('whoever has somebody right above or below hears how far away they are now, though nobody passed', async () => {
  const { happens } = await liveBoard([...story, projectOf('Ada', 2).submitted()])
  await payload(await happens(projectOf('Bob', 1).submitted()), rooms.leaderboard)
  const leader = await happens(projectOf('Ada', 3).submitted())
  expect(await payload(leader, rooms.user(idOf('Bob')))).toMatchObject({
    behind: { name: 'Ada', points: 10 },
  })
  expect(leader.map(({ room }) => room)).not.toContain(rooms.user(idOf('Cleo')))
  const second = await happens(projectOf('Bob', 1).rated('Root', stars(1)))
  expect(await payload(second, rooms.user(idOf('Ada')))).toMatchObject({ ahead: { name: 'Bob', points: 0 } })
})

test('whoever has somebody new right below hears it, also at the end of the board', async () => {
  const far = [2, 3, 4].map((day) => projectOf('Ada', day).submitted())
  const { happens } = await liveBoard([...story, ...far])
  await payload(await happens(projectOf('Bob', 1).submitted()), rooms.leaderboard)
  const second = await happens(projectOf('Bob', 1).rated('Root', stars(1)))
  expect(await payload(second, rooms.user(idOf('Ada')))).toMatchObject({ ahead: { name: 'Bob', points: 5 } })
  await payload(second, rooms.leaderboard)
  const newest = await happens(person('Dan').registered())
  expect(await payload(newest, rooms.user(idOf('Cleo')))).toMatchObject({ ahead: { name: 'Dan', points: 0 } })
  expect(newest.map(({ room }) => room)).not.toContain(rooms.user(idOf('Bob')))
})

test('whoever stands next to somebody who is called otherwise, or is gone, does not keep the name', async () => {
  const { happens } = await liveBoard(story)
  await payload(await happens(projectOf('Bob', 1).submitted()), rooms.leaderboard)
  const behindOf = async (next: Told) => {
    const frame = await payload(await happens(next), rooms.user(idOf('Bob')))
    return frame && 'behind' in frame ? frame.behind : frame
  }
  const renamed = person('Ada').told({ type: 'ProfileChanged', data: { fullName: 'Ada Lovelace' } })
  expect(await behindOf(renamed)).toMatchObject({ name: 'Ada Lovelace' })
  expect(await behindOf(person('Ada').deleted())).toMatchObject({ name: 'Deleted participant' })
  const other = person('Cleo').told({ type: 'ProfileImageChanged', data: { image: pictureOf(2) } })
  expect((await happens(other)).map(({ room }) => room)).not.toContain(rooms.user(idOf('Bob')))
})

test('behind the first hundred nobody but the mover hears of a place', async () => {
  const crowd = Array.from({ length: 100 }, (_, at) => [
    person(`P${at}`).registered(),
    projectOf(`P${at}`, 1).submitted(),
  ])
  const { happens } = await liveBoard([...crowd.flat(), ...story])
  await payload(await happens(projectOf('Bob', 1).submitted()), rooms.leaderboard)
  const news = await happens(projectOf('Cleo', 1).submitted())
  expect(news.map(({ room }) => room)).toEqual([rooms.leaderboard, rooms.showcase, rooms.user(idOf('Cleo'))])
})

test('who is no longer ranked hears nothing', async () => {
  const { happens } = await liveBoard(story)
  const news = await happens(person('Ada').status('inactive'))
  expect(await payload(news, rooms.user(idOf('Ada')))).toBeUndefined()
})

test('an idle board is told where the log stands and how many are there', async () => {
  const { board } = await liveBoard(story)
  const beat = heartbeats(board)
  expect(await beat(41)).toEqual({ position: '40', at: '2026-01-05T18:00:00.000Z', online: 41 })
})

test('while the board cannot be read, its sockets are told since when', async () => {
  const { board } = await liveBoard(story)
  let now = clock()
  let failure: Error | undefined
  const checkpoint = (view: ViewKey & { build?: string }) =>
    failure ? Promise.reject(failure) : board.store.checkpoint(view)
  const beat = heartbeats({ ...board, store: { ...board.store, checkpoint }, clock: () => now })
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
