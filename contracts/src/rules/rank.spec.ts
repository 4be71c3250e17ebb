import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareStandings, rankIndexEntry, rankReason, sortablePosition, type Standing } from './rank.ts'

const standing = fc.record({
  totalPoints: fc.integer({ min: 0, max: 2000 }).map((tenths) => tenths / 10),
  projects: fc.integer({ min: 0, max: 30 }),
  reachedPosition: fc.bigInt({ min: 0n, max: 2n ** 62n }),
  id: fc.uuid(),
})
// Somebody without a project has no points, and somebody with one has some: the scoring rules see to that.
const fair = standing.map((each): Standing => ({
  ...each,
  totalPoints: each.projects === 0 ? 0 : Math.max(each.totalPoints, 0.1),
}))

const byPlace = (left: Standing, right: Standing): number => {
  const [a, b] = [
    rankIndexEntry(left, sortablePosition(left.reachedPosition)),
    rankIndexEntry(right, sortablePosition(right.reachedPosition)),
  ]
  if (a.score !== b.score) return a.score - b.score
  if (a.tiebreaker !== b.tiebreaker) return a.tiebreaker < b.tiebreaker ? -1 : 1
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0
}

test('more points rank first; with the same points, who reached them first', () => {
  const early: Standing = { totalPoints: 42, projects: 5, reachedPosition: 10n, id: 'b' }
  const late: Standing = { ...early, reachedPosition: 11n, id: 'a' }
  const better: Standing = { ...late, totalPoints: 42.1, reachedPosition: 99n }
  expect([late, early, better].toSorted(compareStandings)).toEqual([better, early, late])
  expect(rankReason(42)).toBe('reached 42.0 first')
})

test('nobody reaches zero points: of two without points it is told who has had none for longer', () => {
  expect(rankReason(0)).toBe('without points for longer')
  expect(rankReason(0.5)).toBe('reached 0.5 first')
})

test('who has no project is ranked after all who have one', () => {
  const none: Standing = { totalPoints: 0, projects: 0, reachedPosition: 1n, id: 'a' }
  const one: Standing = { totalPoints: 5, projects: 1, reachedPosition: 2n, id: 'b' }
  expect([none, one].toSorted(compareStandings)).toEqual([one, none])
})

test('the order is total: no two participants share a place', () => {
  fc.assert(
    fc.property(fair, fair, (left, right) => {
      fc.pre(left.id !== right.id)
      expect(compareStandings(left, right)).not.toBe(0)
      expect(Math.sign(compareStandings(left, right))).toBe(-Math.sign(compareStandings(right, left)))
    }),
  )
})

test('a place in the index sorts like the rule', () => {
  fc.assert(
    fc.property(fc.array(fair, { maxLength: 50 }), (standings) => {
      expect(standings.toSorted(byPlace)).toEqual(standings.toSorted(compareStandings))
    }),
  )
})

test('positions as text sort like positions', () => {
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
