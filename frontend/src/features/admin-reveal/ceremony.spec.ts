import { expect, test } from 'vitest'
import { boardEntry, boardRows } from '../../../testing/participant-fixtures.ts'
import { compareStandings, placesMoved, revealSteps, shownOrder } from './ceremony.ts'

const { kenji, amara, leila } = boardRows
const entries = (...rows: (typeof kenji)[]) => rows.map(boardEntry)

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

test('it begins with the whole frozen leaderboard: without participants who joined later, and with participants who are no longer ranked', () => {
  const standings = compareStandings(
    entries({ ...kenji, rank: 1 }, { ...amara, rank: 2 }),
    entries({ ...leila, rank: 1 }, { ...kenji, rank: 2 }),
  )
  expect(shownOrder(standings, 0).map(({ id, before }) => [id, before?.rank])).toEqual([
    ['kenji', 1],
    ['amara', 2],
  ])
  expect(idsOf(shownOrder(standings, 1))).toEqual(['kenji'])
  expect(idsOf(shownOrder(standings, 2))).toEqual(['leila', 'kenji'])
  expect(standings.map(placesMoved)).toEqual([undefined, -1, undefined])
})

test('every reveal puts one more participant at the final place', () => {
  const ids = Array.from({ length: 30 }, (_, index) => `p${index}`)
  const row = (id: string, rank: number) => boardEntry({ ...kenji, id, name: id, rank })
  const standings = compareStandings(
    ids.toReversed().map((id, index) => row(id, index + 1)),
    ids.map((id, index) => row(id, index + 1)),
  )
  expect(idsOf(shownOrder(standings, 0))).toEqual(ids.toReversed())
  for (let count = 0; count <= ids.length; count += 1) {
    const shown = shownOrder(standings, count)
    expect(shown.slice(ids.length - count).map(({ after }) => after?.rank)).toEqual(
      ids.slice(ids.length - count).map((id) => ids.indexOf(id) + 1),
    )
    // Those whose place is secret keep their frozen order.
    const frozenRanks = shown.slice(0, ids.length - count).map(({ before }) => before?.rank ?? 0)
    expect(frozenRanks).toEqual(frozenRanks.toSorted((a, b) => a - b))
    expect(new Set(shown).size).toBe(ids.length)
  }
})

test.each([
  [5, 5, [0, 1, 2, 3, 4, 5]],
  [5, 2, [0, 3, 4, 5]],
  [5, 1, [0, 4, 5]],
  [1, 1, [0, 1]],
])('of %i participants, %i stops make these steps', (total, stops, steps) => {
  expect(revealSteps(total, stops)).toEqual(steps)
})
