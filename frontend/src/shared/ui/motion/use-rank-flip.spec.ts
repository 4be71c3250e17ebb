import { expect, test } from 'vitest'
import { moveKeyframes, computeMoves, biggestRisers, type RowPosition } from './use-rank-flip.ts'

const rowAt = (index: number): RowPosition => ({ top: index * 60, left: 0, width: 600, height: 60 })
const positions = (...ids: string[]) => new Map(ids.map((id, index) => [id, rowAt(index)]))
const viewport = { top: 0, bottom: 600 }

test('highlights the row that rose by the most ranks', () => {
  expect(biggestRisers(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'])).toEqual(['d'])
})

test('does not count a new row as risen', () => {
  expect(biggestRisers(['a', 'b'], ['new', 'a', 'b'])).toEqual([])
})

test('lifts the row that rises and moves the overtaken rows by one rank each', () => {
  const moves = computeMoves(positions('a', 'b', 'c'), positions('c', 'a', 'b'), new Set(['c']), viewport)
  expect(moves.map(({ id, distance, isLifted }) => ({ id, distance, isLifted }))).toEqual([
    { id: 'c', distance: 120, isLifted: true },
    { id: 'a', distance: -60, isLifted: false },
    { id: 'b', distance: -60, isLifted: false },
  ])
})

test('does not move rows with an unchanged position', () => {
  expect(computeMoves(positions('a', 'b'), positions('a', 'b'), new Set(), viewport)).toEqual([])
})

test('does not animate rows outside the viewport', () => {
  const moves = computeMoves(positions('a', 'b', 'c'), positions('b', 'a', 'c'), new Set(['b']), {
    top: 6000,
    bottom: 6600,
  })
  expect(moves).toEqual([])
})

test('animates a rise within 900 ms', () => {
  const frames = moveKeyframes({ distance: 120, isLifted: true })
  expect(frames.map(({ offset }) => Math.round(Number(offset) * 900))).toEqual([0, 160, 640, 900])
  expect(frames.at(1)?.transform).toBe('translateY(120px) scale(1.02)')
  expect(frames.at(-1)?.transform).toBe('none')
})
