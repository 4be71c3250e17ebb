import { expect, test } from 'vitest'
import { boardEntry, boardRows } from '../../../testing/participant-fixtures.ts'
import { compareStandings, placesMoved, shownOrder } from './ceremony.ts'

const { kenji, amara, leila } = boardRows
const entries = (...rows: (typeof kenji)[]) => rows.map(boardEntry)

test('participants without a frozen place come last, and in an order that tells nothing', () => {
  const standings = compareStandings(
    entries(kenji),
    entries({ ...leila, rank: 1 }, { ...amara, rank: 2 }, { ...kenji, rank: 3 }),
  )
  expect(standings.map(({ id }) => id)).toEqual(['leila', 'amara', 'kenji'])
  expect(shownOrder(standings, 0).map(({ id }) => id)).toEqual(['kenji', 'amara', 'leila'])
  expect(standings.map(placesMoved)).toEqual([undefined, undefined, -2])
})

test('every reveal puts one more participant at the final place', () => {
  const ids = Array.from({ length: 30 }, (_, index) => `p${index}`)
  const row = (id: string, rank: number) => boardEntry({ ...kenji, id, name: id, rank })
  const standings = compareStandings(
    ids.toReversed().map((id, index) => row(id, index + 1)),
    ids.map((id, index) => row(id, index + 1)),
  )
  for (let count = 0; count <= ids.length; count += 1) {
    const shown = shownOrder(standings, count)
    expect(shown.slice(ids.length - count).map(({ after }) => after.rank)).toEqual(
      ids.slice(ids.length - count).map((id) => ids.indexOf(id) + 1),
    )
    expect(new Set(shown).size).toBe(ids.length)
  }
})
