import type { BoardEntry } from '@thirty/contracts/leaderboard/api.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boardEntry, boardResponse, boardRows } from '../../../testing/participant-fixtures.ts'
import { boardFromResponse, type Board } from './board.ts'
import { pagesBetween, replacePage, rowsPerPage, withFirstPage } from './stale-pages.ts'

const isByRank = { isByRank: true }

/** The rows of participants in the order of their ranks. */
const ranked = (ids: readonly number[]): BoardEntry[] =>
  ids.map((id, index) => boardEntry({ ...boardRows.kenji, id: `p${id}`, rank: index + 1 }))

/** A page as the server has it. */
const pageOf = (rows: readonly BoardEntry[], page: number) => ({
  ...boardResponse(),
  data: rows.slice(page * rowsPerPage, (page + 1) * rowsPerPage),
  nextCursor: (page + 1) * rowsPerPage < rows.length ? `after page ${page}` : null,
})
const boardOf = (rows: readonly BoardEntry[]): Board => ({
  ...boardFromResponse(boardResponse(), []),
  rows,
  nextCursor: null,
})
const reloaded = (before: Board, rows: readonly BoardEntry[]) =>
  withFirstPage(before, boardFromResponse(pageOf(rows, 0), []), isByRank)
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const idsOf = ({ rows }: Board) => rows.map(({ id }) => id)

test('names the pages of rows', () => {
  expect(pagesBetween(0, 0)).toEqual([])
  expect(pagesBetween(0, rowsPerPage)).toEqual([0])
  expect(pagesBetween(rowsPerPage - 1, rowsPerPage + 1)).toEqual([0, 1])
})

test('after a change only the first page is fresh, and the list keeps its length and has nobody twice', () => {
  const before = boardOf(ranked(numbers(450)))
  // The last participant has taken rank 50.
  const after = reloaded(before, ranked([...numbers(49), 449, ...numbers(449).slice(49)]))
  expect(after.stalePages).toEqual(new Set([1, 2, 3, 4]))
  expect(after.rows[49]?.id).toBe('p449')
  expect(new Set(idsOf(after)).size).toBe(450)
  expect(after.rows.map(({ rank }) => rank)).toEqual(numbers(450).map((index) => index + 1))
})

test('keeps the objects of rows that have not changed', () => {
  const before = boardOf(ranked(numbers(450)))
  const again = ranked(numbers(450))
  const after = replacePage(reloaded(before, again), 2, pageOf(again, 2), isByRank)
  expect(after.rows.every((row, index) => row === before.rows[index])).toBe(true)
})

test('a list that has become shorter ends where the server says, and one that has become longer has a next page', () => {
  const before = boardOf(ranked(numbers(450)))
  const shorter = ranked(numbers(320))
  expect(replacePage(reloaded(before, shorter), 3, pageOf(shorter, 3), isByRank)).toMatchObject({
    rows: { length: 320 },
    nextCursor: null,
  })
  expect(reloaded(before, ranked(numbers(30))).rows).toHaveLength(30)
  const longer = ranked(numbers(700))
  expect(replacePage(reloaded(before, longer), 4, pageOf(longer, 4), isByRank)).toMatchObject({
    rows: { length: 500 },
    nextCursor: 'after page 4',
  })
})

test('once every page has been loaded again, in any order, the list is that of the server', () => {
  const count = 450
  const order = fc.shuffledSubarray(numbers(count), { minLength: count })
  const pages = fc.shuffledSubarray([1, 2, 3, 4], { minLength: 4 })
  fc.assert(
    fc.property(order, pages, (newOrder, loadOrder) => {
      const latest = ranked(newOrder)
      let board = reloaded(boardOf(ranked(numbers(count))), latest)
      for (const page of loadOrder) {
        board = replacePage(board, page, pageOf(latest, page), isByRank)
        expect(new Set(idsOf(board)).size).toBe(count)
      }
      expect(board.rows).toEqual(latest)
      expect(board.stalePages).toEqual(new Set())
    }),
    { numRuns: 30 },
  )
})
