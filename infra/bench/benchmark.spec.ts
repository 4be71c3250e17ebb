import { expect, test } from 'vitest'
import { median, take } from './benchmark.ts'
import type { Benchmark } from './benchmark.ts'

test('one slow round changes neither figure nor verdict', async () => {
  const report = await take({ ...twice, measure: rounds(20, 1, 20), yardstick: rounds(10, 10, 10) }, 3)
  expect(report.results).toEqual([{ size: 10, figure: 20, yardstick: 10, ratio: 2, reached: true }])
})

test('figure and yardstick take turns', async () => {
  const turns: string[] = []
  const turn = (who: string) => async () => turns.push(who)
  await take({ ...twice, measure: turn('figure'), yardstick: turn('yardstick') }, 2)
  expect(turns).toEqual(['yardstick', 'figure', 'yardstick', 'figure'])
})

test('a figure that doubles from ten to a hundred grows with exponent 0.3', async () => {
  const measure = async (size: number) => (size === 10 ? 1 : 2)
  const { exponent } = await take({ ...twice, sizes: [10, 100], measure }, 1)
  expect(exponent).toBeCloseTo(0.301, 3)
})

test('where less is better, more than the goal is missed', async () => {
  const report = await take({ ...twice, goal: { ratio: 1.3, better: 'lower' }, measure: rounds(14) }, 1)
  expect(report.results[0]?.reached).toBe(false)
})

test('the median of an even number lies between the two in the middle', () => {
  expect(median([9, 1, 2, 4])).toBe(3)
})

const twice: Benchmark = {
  name: 'twice',
  goal: { ratio: 2, better: 'higher' },
  unit: 'things/s',
  sizes: [10],
  measure: rounds(20),
  yardstick: rounds(10),
}

function rounds(...figures: number[]) {
  let round = 0
  return async () => figures[round++ % figures.length] ?? 0
}
