import { expect, test } from 'vitest'
import { moveKeyframes, computeMoves, biggestRisers } from './flip-moves.ts'
import type { RowPosition } from './flip-moves.ts'

const row = (place: number): RowPosition => ({ top: place * 60, left: 0, width: 600, height: 60 })
const standings = (...ids: string[]) => new Map(ids.map((id, at) => [id, row(at)]))
const view = { top: 0, bottom: 600 }

test('highlights the row that rose most', () => {
  expect(biggestRisers(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'])).toEqual(['d'])
})

test('does not count a new row as risen', () => {
  expect(biggestRisers(['a', 'b'], ['new', 'a', 'b'])).toEqual([])
})

test('lifts the row that rises and moves the overtaken rows by one rank each', () => {
  const moves = computeMoves(standings('a', 'b', 'c'), standings('c', 'a', 'b'), new Set(['c']), view)
  expect(moves.map(({ id, distance: by, isLifted: flight }) => ({ id, by, flight }))).toEqual([
    { id: 'c', by: 120, flight: true },
    { id: 'a', by: -60, flight: false },
    { id: 'b', by: -60, flight: false },
  ])
})

test('does not move rows with an unchanged position', () => {
  expect(computeMoves(standings('a', 'b'), standings('a', 'b'), new Set(), view)).toEqual([])
})

test('does not animate rows outside the viewport', () => {
  const moves = computeMoves(standings('a', 'b', 'c'), standings('b', 'a', 'c'), new Set(['b']), {
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
