import { expect, test } from 'vitest'
import { SortedEntries } from './sorted-entries.ts'

/** Numbers in a shuffled order that is the same every time. */
function* shuffled(count: number): Generator<number> {
  for (let index = 0; index < count; index++) yield (index * 7919) % count
}

test('ranks a hundred thousand entries across many blocks', () => {
  const entries = [...shuffled(100_000)].map((score) => ({ score, tiebreaker: '', id: `p${score}` }))
  const sorted = new SortedEntries(entries.slice(0, 50_000))
  for (const entryToRank of entries.slice(50_000)) sorted.add(entryToRank)
  expect(sorted.size).toBe(100_000)
  for (const score of [0, 1, 511, 512, 1023, 1024, 54_321, 99_999]) {
    expect(sorted.rankOf({ score, tiebreaker: '', id: `p${score}` })).toBe(score)
    expect(sorted.slice(score, score + 1)[0]?.score).toBe(score)
  }
  expect(sorted.countBetween(10_000, 19_999)).toBe(10_000)
  for (const entryToRank of entries) if (entryToRank.score % 2 === 1) sorted.remove(entryToRank)
  expect(sorted.size).toBe(50_000)
  expect(sorted.rankOf({ score: 60_000, tiebreaker: '', id: 'p60000' })).toBe(30_000)
  for (const entryToRank of entries) sorted.remove(entryToRank)
  expect(sorted.slice(0, 10)).toEqual([])
})
