import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rankIndexEntry, rankReason, sortablePosition } from './rank.ts'

type RankedScore = { totalPoints: number; projects: number; reachedPosition: bigint; id: string }

/** The rules of the leaderboard in the simplest way. */
const compareStandings = (left: RankedScore, right: RankedScore): number =>
  Number(right.projects > 0) - Number(left.projects > 0) ||
  right.totalPoints - left.totalPoints ||
  Number(left.reachedPosition - right.reachedPosition) ||
  (left.id < right.id ? -1 : 1)

const standing = fc.record({
  // So few that many are equal.
  totalPoints: fc.nat({ max: 3 }).map((tenths) => tenths / 10),
  projects: fc.nat({ max: 2 }),
  reachedPosition: fc.bigInt({ min: 0n, max: 2n ** 62n }),
  id: fc.uuid(),
})
// By the scoring rules, nobody has points without a project. A project is worth nothing if its weights are 0.
const possibleStanding = standing.map((generated): RankedScore => ({
  ...generated,
  totalPoints: generated.projects === 0 ? 0 : generated.totalPoints,
}))

const byIndexEntry = (left: RankedScore, right: RankedScore): number => {
  const [a, b] = [
    rankIndexEntry(left, sortablePosition(left.reachedPosition)),
    rankIndexEntry(right, sortablePosition(right.reachedPosition)),
  ]
  if (a.score !== b.score) return a.score - b.score
  if (a.tiebreaker !== b.tiebreaker) return a.tiebreaker < b.tiebreaker ? -1 : 1
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0
}

test('says why a participant is ranked above another one with the same points', () => {
  expect([42, 0.5, 0].map((points) => rankReason(points).message)).toEqual([
    'reached 42.0 first',
    'reached 0.5 first',
    'without points for longer',
  ])
})

test('the index sorts like the rules of the leaderboard, in which no two participants share a rank', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(possibleStanding, { maxLength: 50, selector: ({ id }) => id }),
      (generated) => {
        // Some reached the same points with the same event.
        const standings = generated.flatMap((each) => [each, { ...each, id: `${each.id}-2` }])
        expect(standings.toSorted(byIndexEntry)).toEqual(standings.toSorted(compareStandings))
        expect(standings.toReversed().toSorted(compareStandings)).toEqual(
          standings.toSorted(compareStandings),
        )
      },
    ),
  )
})

test('positions as text sort like numbers', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 63n }),
      fc.bigInt({ min: 0n, max: 2n ** 63n }),
      (left, right) => {
        expect(sortablePosition(left) < sortablePosition(right)).toBe(left < right)
      },
    ),
  )
})
