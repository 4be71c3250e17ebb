import { standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import type { BoardRow } from '@thirty/contracts/leaderboard/api.ts'
import { expect, test } from 'vitest'
import {
  boardResponse,
  boardEntry,
  leaderboardUpdate,
  leilaThird,
  maya,
  boardRows,
} from '../../../testing/participant-fixtures.ts'
import {
  defaultFilter,
  boardFromResponse,
  applyBoardUpdate,
  countChanges,
  formatPointsBehind,
  gapToNextRank,
  applyRankUpdate,
  selectTopThree,
  appendPage,
  type Board,
  type BoardFilter,
} from './board.ts'

const board: Board = boardFromResponse(boardResponse(), selectTopThree(boardResponse().data))
const ids = (list: Board) => list.rows.map((row) => row.id)
const applyChange = (list: Board, ...update: Parameters<typeof leaderboardUpdate>) =>
  applyBoardUpdate(list, leaderboardUpdate(...update), defaultFilter, maya._id)

test('moves changed rows to their new ranks and updates the podium', () => {
  const after = applyChange(board, leilaThird)
  expect(after.stale).toBe(false)
  expect(ids(after.board)).toEqual(['kenji', 'amara', 'leila', 'rafael', 'maya'])
  expect(after.board.topThree.map((row) => row.id)).toEqual(['kenji', 'amara', 'leila'])
  expect(after.board.you?.rank).toBe(5)
  expect(after.board.position).toBe('101')
})

test('changes nothing when the same update is applied twice', () => {
  const once = applyChange(board, leilaThird).board
  expect(applyChange(once, leilaThird).board.rows).toEqual(once.rows)
})

test('keeps the objects of unchanged rows, so that they do not render again', () => {
  const after = applyChange(board, leilaThird).board
  expect(after.rows[0]).toBe(board.rows[0])
})

test('removes a row that left the top hundred', () => {
  const { board: after, stale } = applyBoardUpdate(
    board,
    { ...leaderboardUpdate([]), left: ['leila'] },
    defaultFilter,
    maya._id,
  )
  expect(ids(after)).toEqual(['kenji', 'amara', 'rafael', 'maya'])
  expect(stale).toBe(false)
})

test('takes a participant who left off the podium', () => {
  const next = [
    { ...boardRows.amara, rank: 1 },
    { ...boardRows.rafael, rank: 2 },
  ]
  const update = { ...leaderboardUpdate(next), left: ['kenji'] }
  const { board: after } = applyBoardUpdate(board, update, defaultFilter, maya._id)
  expect(after.topThree.map((row) => row.id)).toEqual(['amara', 'rafael'])
})

test('a row that takes the rank of another after a missed message does not make the list longer', () => {
  const page: Board = { ...board, nextCursor: 'next' }
  const { board: after, stale } = applyChange(page, [{ ...boardRows.rafael, id: 'noah' }])
  expect([after.rows.length, stale]).toEqual([page.rows.length, true])
})

test('reloads the board when a gap in the ranks shows that a message was missed', () => {
  expect(applyChange(board, [{ ...boardRows.leila, rank: 3, totalPoints: 125 }]).stale).toBe(true)
})

test('adds a new participant to the board', () => {
  const noah = { ...boardRows.leila, id: 'noah', rank: 6, totalPoints: 3 }
  expect(ids(applyChange(board, [noah]).board).at(-1)).toBe('noah')
})

test('ignores rows below the loaded part of the board', () => {
  const partialBoard: Board = { ...board, nextCursor: 'next' }
  const noah = { ...boardRows.leila, id: 'noah', rank: 6, totalPoints: 3 }
  expect(ids(applyChange(partialBoard, [noah]).board)).not.toContain('noah')
})

test('moves rows by the column that sorts the list', () => {
  const filter: BoardFilter = { ...defaultFilter, sort: 'streak', order: 'asc' }
  const after = applyBoardUpdate(
    board,
    leaderboardUpdate([{ ...boardRows.kenji, streak: 1 }]),
    filter,
    maya._id,
  )
  expect(ids(after.board)[0]).toBe('kenji')
  expect(after.stale).toBe(false)
})

test('reloads a search when a new row matches it', () => {
  const filter: BoardFilter = { ...defaultFilter, search: 'noah' }
  const searchResult: Board = { ...board, rows: [] }
  const noah = { ...boardRows.leila, id: 'noah', name: 'Noah Fischer', rank: 6 }
  expect(applyBoardUpdate(searchResult, leaderboardUpdate([noah]), filter, maya._id).stale).toBe(true)
  expect(
    applyBoardUpdate(searchResult, leaderboardUpdate([{ ...noah, name: 'Nóah' }]), filter, maya._id).stale,
  ).toBe(true)
  expect(applyBoardUpdate(searchResult, leaderboardUpdate([boardRows.kenji]), filter, maya._id).stale).toBe(
    false,
  )
})

test('reloads a search when a listed participant changes the name', () => {
  const filter: BoardFilter = { ...defaultFilter, search: 'noah ' }
  const noah = { ...boardRows.leila, name: 'Noah', username: 'noah_f' }
  const searchResult: Board = { ...board, rows: [boardEntry(noah)] }
  const isStale = (row: BoardRow) =>
    applyBoardUpdate(searchResult, leaderboardUpdate([row]), filter, maya._id).stale
  expect(isStale({ ...noah, totalPoints: 105 })).toBe(false)
  expect(isStale({ ...noah, username: null })).toBe(false)
  expect(isStale({ ...noah, name: 'Deleted participant', username: null })).toBe(true)
})

test('a search keeps a row that the server found by its name in another language', () => {
  const filter: BoardFilter = { ...defaultFilter, search: 'Deleted' }
  const deleted = { ...boardRows.leila, name: 'Gelöschtes Konto', username: null }
  const searchResult: Board = { ...board, rows: [boardEntry(deleted)] }
  const update = leaderboardUpdate([{ ...deleted, totalPoints: 105 }])
  const after = applyBoardUpdate(searchResult, update, filter, maya._id)
  expect(after.stale).toBe(false)
  expect(after.board.rows.map((row) => row.totalPoints)).toEqual([105])
})

test('replaces rows that moved between the requests for two pages', () => {
  const first: Board = { ...board, rows: board.rows.slice(0, 4), nextCursor: 'next' }
  const page = {
    ...boardResponse([
      { ...boardRows.maya, rank: 5 },
      { ...boardRows.leila, rank: 6 },
    ]),
    nextCursor: null,
  }
  expect(ids(appendPage(first, page))).toEqual(['kenji', 'amara', 'rafael', 'maya', 'leila'])
})

test("computes the gap to the next rank from the row above or the server's value", () => {
  expect(gapToNextRank(board)).toEqual({ name: boardRows.rafael.name, points: 10 })
  expect(gapToNextRank({ ...board, rows: [] })).toEqual({ name: boardRows.rafael.name, points: 10 })
  expect(gapToNextRank({ ...board, you: boardEntry(boardRows.kenji) })).toBeUndefined()
})

test("updates the user's own rank with the gap to the participant above", () => {
  const envelope = { position: '102', epoch: 'e1', at: '2026-11-20T10:00:06.000Z' }
  const after = applyRankUpdate(
    { ...board, rows: [] },
    { ...envelope, rank: 3, totalPoints: 121, behind: { ...standIn('deletedPerson', 'name'), points: 9 } },
  )
  expect(after.you).toMatchObject({ rank: 3, totalPoints: 121 })
  expect(gapToNextRank(after)).toEqual({ ...standIn('deletedPerson', 'name'), points: 9 })
  expect(applyRankUpdate(after, { ...envelope, rank: 1, totalPoints: 150 }).next).toBeNull()
})

test.each([
  [0.1, 0.2, 0.3],
  [1_654.3, 0.6, 1_654.9],
  [64.1, 8.3, 72.4],
])('the points of the participant above have one decimal: %d and %d are %d', (own, gap, above) => {
  const told = { position: '102', epoch: 'e1', at: '2026-11-20T10:00:06.000Z', rank: 3, totalPoints: own }
  const after = applyRankUpdate(board, { ...told, behind: { name: 'Ana Example', points: gap } })
  expect(after.next?.totalPoints).toBe(above)
})

test('keeps participants without a submission off the podium', () => {
  expect(
    selectTopThree([boardRows.kenji, { ...boardRows.amara, projectsSubmitted: 0 }]).map((row) => row.id),
  ).toEqual(['kenji'])
})

test('counts the changed rows', () => {
  expect(countChanges(board.rows, applyChange(board, leilaThird).board.rows)).toBe(3)
  expect(countChanges(board.rows, board.rows)).toBe(0)
})

test.for([
  [24, '24 points behind Ana'],
  [1, '1 point behind Ana'],
  [0.5, '0.5 points behind Ana'],
  [1_024, '1,024 points behind Ana'],
  [0, 'level with Ana'],
] as const)('formats a gap of %d as "%s"', ([gap, text]) => {
  expect(formatPointsBehind(gap, 'Ana')).toBe(text)
})
