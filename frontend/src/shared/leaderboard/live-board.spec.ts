// @vitest-environment happy-dom
import type { BoardRow } from '@thirty/contracts/leaderboard/api.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { errorResponse, mockServer, type ReceivedRequest } from '../../../testing/mock-server.ts'
import {
  boardEntry,
  boardResponse,
  boardRows,
  leaderboardUpdate,
} from '../../../testing/participant-fixtures.ts'
import { defaultFilter, type BoardFilter } from './board.ts'
import { liveBoard } from './live-board.ts'

const total = 10_000

/** A server with ten thousand participants, whose first 60 ranks the last participant can enter. */
function startBoard() {
  let order = Array.from({ length: total }, (_, index) => index)
  let position = 100
  let ownRank = 4
  let isDown = false
  let held: Promise<void> | undefined
  let differences: object = {}
  const rowOf = (rank: number): BoardRow => ({ ...boardRows.kenji, id: `p${order[rank - 1]}`, rank })
  const requests = mockServer({
    'GET /api/leaderboard/leaderboard': async ({ query }) => {
      await held
      if (isDown) return errorResponse(503, 'unavailable', 'Try again later.')
      const start = Number(query.get('offset') ?? query.get('cursor') ?? 0)
      const end = Math.min(total, start + Number(query.get('limit')))
      const rows = Array.from({ length: end - start }, (_, index) => rowOf(start + index + 1))
      return {
        ...boardResponse(rows),
        you: { ...boardEntry(boardRows.maya), rank: ownRank },
        next: { name: `Rank ${ownRank - 1}`, totalPoints: 12 },
        position: String(position),
        nextCursor: end < total ? String(end) : null,
        ...differences,
      }
    },
  })
  return {
    requests,
    setDown: (value: boolean) => void (isDown = value),
    /** Lets responses differ from now on. */
    differ: (values: object) => void (differences = values),
    /** Holds back responses until the returned function is called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    /** A change below the first hundred gives the user this rank. Returns the live message, which has no rows. */
    moveUser: (rank: number) => {
      ownRank = rank
      position += 1
      return leaderboardUpdate([], String(position))
    },
    /** The last participant takes rank 60. Returns the live message, which has the first hundred rows only. */
    change: () => {
      const last = order.at(-1) ?? 0
      order = [...order.slice(0, 59), last, ...order.slice(59, -1)]
      position += 1
      const rows = Array.from({ length: 41 }, (_, index) => rowOf(60 + index))
      return { ...leaderboardUpdate(rows, String(position)), left: [`p${order[100]}`] }
    },
  }
}

/** A store that has loaded its first rows, and its server. */
async function loaded(filter: BoardFilter = defaultFilter, server = startBoard()) {
  vi.useFakeTimers()
  const store = liveBoard({ pageSize: 100 })
  const entry = store.at(filter)
  const unfollow = entry.subscribe(() => undefined)
  onTestFinished(() => {
    unfollow()
    vi.useRealTimers()
  })
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(0)
  const board = () => {
    const { data } = entry.getState()
    if (data === undefined) throw new Error('The board is not loaded.')
    return data
  }
  return { ...server, store, entry, board }
}

/** A store that has loaded all rows, and its server. */
async function fullyLoaded(filter: BoardFilter = defaultFilter) {
  const { entry, board, store, ...server } = await loaded(filter)
  while (board().nextCursor !== null) {
    entry.getState().loadMore()
    await vi.advanceTimersByTimeAsync(0)
  }
  await vi.advanceTimersByTimeAsync(20_000)
  const rowsAt = (first: number, end: number) =>
    board()
      .rows.slice(first, end)
      .map(({ id }) => id)
  server.requests.length = 0
  const setVisibleRows = (first: number, end: number) => store.setVisibleRows(filter, first, end)
  return { ...server, store, setVisibleRows, board, rowsAt }
}

/** The number of rows that were requested. */
const rowCount = (requests: readonly ReceivedRequest[]) =>
  requests.reduce((sum, { query }) => sum + Number(query.get('limit')), 0)

test('a change of ten thousand rows loads a few hundred again, and the others when they are scrolled to', async () => {
  const { setVisibleRows, board, rowsAt, requests, change } = await fullyLoaded()
  setVisibleRows(4_990, 5_030)
  await vi.advanceTimersByTimeAsync(1_000)
  requests.length = 0

  await emitFromServer('leaderboard.changed', change())
  await vi.advanceTimersByTimeAsync(10_000)
  expect(rowCount(requests)).toBe(300)
  expect(rowsAt(58, 61)).toEqual(['p58', 'p9999', 'p59'])
  expect(rowsAt(4_999, 5_002)).toEqual(['p4998', 'p4999', 'p5000'])

  requests.length = 0
  setVisibleRows(7_000, 7_040)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(requests.map(({ query }) => query.get('offset'))).toEqual(['7000'])
  expect(rowsAt(7_000, 7_002)).toEqual(['p6999', 'p7000'])
  expect(board().rows.every(({ rank }, index) => rank === index + 1)).toBe(true)
})

test('pages that are only scrolled past are not loaded', async () => {
  const { setVisibleRows, requests, change } = await fullyLoaded()
  await emitFromServer('leaderboard.changed', change())
  await vi.advanceTimersByTimeAsync(10_000)
  requests.length = 0
  for (let row = 0; row < 9_000; row += 50) {
    setVisibleRows(row, row + 40)
    await vi.advanceTimersByTimeAsync(16)
  }
  await vi.advanceTimersByTimeAsync(1_000)
  expect(requests.map(({ query }) => query.get('offset'))).toEqual(['8900'])
})

test('a page is loaded again once, and only after a change', async () => {
  const { setVisibleRows, requests, change, hold } = await fullyLoaded()
  setVisibleRows(3_000, 3_040)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(requests).toEqual([])
  setVisibleRows(0, 40)
  await emitFromServer('leaderboard.changed', change())
  await vi.advanceTimersByTimeAsync(10_000)
  requests.length = 0
  const respond = hold()
  for (const row of [3_000, 3_010]) {
    setVisibleRows(row, row + 40)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  respond()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(requests.map(({ query }) => query.get('offset'))).toEqual(['3000'])
})

test('only the first page of a list around the user asks for it', async () => {
  const { entry, requests } = await loaded({ ...defaultFilter, around: 'me' })
  entry.getState().loadMore()
  await vi.advanceTimersByTimeAsync(0)
  expect(requests.map(({ query }) => query.get('around'))).toEqual(['me', null])
})

test('a page that could not be loaded is loaded when the list is scrolled again', async () => {
  const { setVisibleRows, rowsAt, requests, change, setDown } = await fullyLoaded()
  await emitFromServer('leaderboard.changed', change())
  await vi.advanceTimersByTimeAsync(10_000)
  setDown(true)
  setVisibleRows(3_000, 3_040)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(rowsAt(3_000, 3_001)).toEqual(['p3000'])
  setDown(false)
  requests.length = 0
  setVisibleRows(3_001, 3_041)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(rowCount(requests)).toBe(100)
  expect(rowsAt(3_000, 3_001)).toEqual(['p2999'])
})

test('a list that is scrolled does not keep another one from loading its rows', async () => {
  const { store, setVisibleRows, rowsAt, change } = await fullyLoaded()
  await emitFromServer('leaderboard.changed', change())
  await vi.advanceTimersByTimeAsync(10_000)
  setVisibleRows(3_000, 3_040)
  store.setVisibleRows({ ...defaultFilter, search: 'a' }, 5_000, 5_040)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(rowsAt(3_000, 3_001)).toEqual(['p2999'])
})

test('a pause loads nothing, and its end loads what is visible', async () => {
  const { store, setVisibleRows, rowsAt, requests, change } = await fullyLoaded()
  store.setPaused(true)
  await emitFromServer('leaderboard.changed', change())
  setVisibleRows(2_000, 2_040)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(requests).toEqual([])
  store.setPaused(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(rowCount(requests)).toBe(200)
  expect(rowsAt(2_000, 2_001)).toEqual(['p1999'])
})

test("the user's own rank below the first hundred follows a board that moves all the time, with small requests", async () => {
  const server = startBoard()
  server.moveUser(500)
  const { board, requests, moveUser } = await loaded(defaultFilter, server)
  expect(board().you?.rank).toBe(500)
  requests.length = 0
  for (let rank = 501; rank <= 600; rank += 1) {
    await emitFromServer('leaderboard.changed', moveUser(rank))
    await vi.advanceTimersByTimeAsync(300)
  }
  await vi.advanceTimersByTimeAsync(10_000)
  expect([board().you?.rank, board().next?.name]).toEqual([600, 'Rank 599'])
  expect(requests.length).toBeLessThanOrEqual(6)
  expect(rowCount(requests)).toBe(requests.length)
})

test("the user's own rank is loaded with the board when the request for it has failed and no message follows", async () => {
  const server = startBoard()
  server.moveUser(500)
  const { board, entry, moveUser, setDown } = await loaded(defaultFilter, server)
  await emitFromServer('leaderboard.changed', moveUser(501))
  setDown(true)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(entry.getState().staleSince).toBeDefined()
  setDown(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([board().you?.rank, board().next?.name]).toEqual([501, 'Rank 500'])
  expect(entry.getState().staleSince).toBeUndefined()
})

test("a pause does not load the user's own rank, and its end does", async () => {
  const server = startBoard()
  server.moveUser(500)
  const { store, board, requests, moveUser } = await loaded(defaultFilter, server)
  requests.length = 0
  await emitFromServer('leaderboard.changed', moveUser(501))
  store.setPaused(true)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(requests).toEqual([])
  store.setPaused(false)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(board().you?.rank).toBe(501)
})

test("the user's own rank among the first hundred needs no request, because messages have it", async () => {
  const { requests, moveUser } = await loaded()
  requests.length = 0
  await emitFromServer('leaderboard.changed', moveUser(5))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(requests).toEqual([])
})

test("a message about the user's own rank that arrives during the request for it is newer", async () => {
  const server = startBoard()
  server.moveUser(500)
  const { board, requests, moveUser, hold } = await loaded(defaultFilter, server)
  requests.length = 0
  await emitFromServer('leaderboard.changed', moveUser(501))
  const respond = hold()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(requests).toHaveLength(1)
  const told = { at: '2026-11-20T10:00:06.000Z', epoch: 'e1', rank: 300, totalPoints: 40 }
  await emitFromServer('rank.changed', { ...told, position: '103' })
  respond()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(board().you?.rank).toBe(300)
})

test.each([
  ['a process that lags behind', { position: '90' }],
  ['a log that was put back', { epoch: 'e2' }],
])("the user's own rank does not follow what %s says", async (_from, values) => {
  const server = startBoard()
  server.moveUser(500)
  const { board, requests, moveUser, differ } = await loaded(defaultFilter, server)
  requests.length = 0
  await emitFromServer('leaderboard.changed', moveUser(501))
  differ(values)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([requests.length, board().you?.rank]).toEqual([1, 500])
})
