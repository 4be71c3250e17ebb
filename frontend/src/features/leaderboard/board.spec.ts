import type { BoardRow } from '@thirty/contracts/api/leaderboard.ts'
import { expect, test } from 'vitest'
import { boardAnswer, entry, frame, leilaThird, maya, rows } from '../../shared/participant-fixtures.ts'
import type { BoardView } from './api.ts'
import { boardOf, changed, changesBetween, gapAbove, ownPlace, podium, withPage } from './board.ts'
import type { Board } from './board.ts'

const natural: BoardView = { sort: 'totalPoints', order: 'desc', search: '', around: 'top' }
const board: Board = boardOf(boardAnswer(), podium(boardAnswer().data))
const ids = (of: Board) => of.rows.map((row) => row.id)
const change = (of: Board, ...words: Parameters<typeof frame>) =>
  changed(of, frame(...words), natural, maya._id)

test('rows that changed take their new places, and the podium with them', () => {
  const after = change(board, leilaThird)
  expect(after.stale).toBe(false)
  expect(ids(after.board)).toEqual(['kenji', 'amara', 'leila', 'rafael', 'maya'])
  expect(after.board.top.map((row) => row.id)).toEqual(['kenji', 'amara', 'leila'])
  expect(after.board.you?.rank).toBe(5)
  expect(after.board.position).toBe('101')
})

test('the same change taken twice changes nothing more', () => {
  const once = change(board, leilaThird).board
  expect(change(once, leilaThird).board.rows).toEqual(once.rows)
})

test('rows that did not change stay the same objects, so that they are not painted again', () => {
  const after = change(board, leilaThird).board
  expect(after.rows[0]).toBe(board.rows[0])
})

test('who left the first hundred leaves the list', () => {
  const { board: after, stale } = changed(board, { ...frame([]), left: ['leila'] }, natural, maya._id)
  expect(ids(after)).toEqual(['kenji', 'amara', 'rafael', 'maya'])
  expect(stale).toBe(false)
})

test('a hole in the ranks means that a message was missed, and the board is fetched again', () => {
  expect(change(board, [{ ...rows.leila, rank: 3, totalPoints: 125 }]).stale).toBe(true)
})

test('somebody new on the board stands in it', () => {
  const noah = { ...rows.leila, id: 'noah', rank: 6, totalPoints: 3 }
  expect(ids(change(board, [noah]).board).at(-1)).toBe('noah')
})

test('of a part of the board, nobody beyond it comes in', () => {
  const part: Board = { ...board, nextCursor: 'next' }
  const noah = { ...rows.leila, id: 'noah', rank: 6, totalPoints: 3 }
  expect(ids(change(part, [noah]).board)).not.toContain('noah')
})

test('in another order rows move by what they are sorted by', () => {
  const view: BoardView = { ...natural, sort: 'streak', order: 'asc' }
  const after = changed(board, frame([{ ...rows.kenji, streak: 1 }]), view, maya._id)
  expect(ids(after.board)[0]).toBe('kenji')
  expect(after.stale).toBe(false)
})

test('a search is fetched again when somebody appears who fits it', () => {
  const view: BoardView = { ...natural, search: 'noah' }
  const found: Board = { ...board, rows: [] }
  const noah = { ...rows.leila, id: 'noah', name: 'Noah Fischer', rank: 6 }
  expect(changed(found, frame([noah]), view, maya._id).stale).toBe(true)
  expect(changed(found, frame([{ ...noah, name: 'Nóah' }]), view, maya._id).stale).toBe(true)
  expect(changed(found, frame([rows.kenji]), view, maya._id).stale).toBe(false)
})

test('a search is fetched again when somebody who was found has another name', () => {
  const view: BoardView = { ...natural, search: 'noah ' }
  const noah = { ...rows.leila, name: 'Noah', username: 'noah_f' }
  const found: Board = { ...board, rows: [entry(noah)] }
  const isStale = (row: BoardRow) => changed(found, frame([row]), view, maya._id).stale
  expect(isStale({ ...noah, totalPoints: 105 })).toBe(false)
  expect(isStale({ ...noah, username: null })).toBe(false)
  expect(isStale({ ...noah, name: 'Deleted participant', username: null })).toBe(true)
})

test('a further page replaces rows that moved between the two calls', () => {
  const first: Board = { ...board, rows: board.rows.slice(0, 4), nextCursor: 'next' }
  const page = {
    ...boardAnswer([
      { ...rows.maya, rank: 5 },
      { ...rows.leila, rank: 6 },
    ]),
    nextCursor: null,
  }
  expect(ids(withPage(first, page))).toEqual(['kenji', 'amara', 'rafael', 'maya', 'leila'])
})

test('the gap to the next place is told by the row above, or by what the server said', () => {
  expect(gapAbove(board)).toEqual({ name: rows.rafael.name, points: 10 })
  expect(gapAbove({ ...board, rows: [] })).toEqual({ name: rows.rafael.name, points: 10 })
  expect(gapAbove({ ...board, you: entry(rows.kenji) })).toBeUndefined()
})

test('a new own place comes with the gap to the neighbour above', () => {
  const stamp = { position: '102', at: '2026-11-20T10:00:06.000Z' }
  const after = ownPlace(
    { ...board, rows: [] },
    { ...stamp, rank: 3, totalPoints: 121, behind: { name: 'Amara', points: 9 } },
  )
  expect(after.you).toMatchObject({ rank: 3, totalPoints: 121 })
  expect(gapAbove(after)).toEqual({ name: 'Amara', points: 9 })
})

test('who has handed in nothing is not on the podium', () => {
  expect(podium([rows.kenji, { ...rows.amara, projectsSubmitted: 0 }]).map((row) => row.id)).toEqual([
    'kenji',
  ])
})

test('changes that wait are counted by row', () => {
  expect(changesBetween(board, change(board, leilaThird).board)).toBe(3)
  expect(changesBetween(board, board)).toBe(0)
})
