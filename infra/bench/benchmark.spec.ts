import { expect, test } from 'vitest'
import { median, runBenchmark } from './benchmark.ts'
import type { Benchmark, BenchmarkSetup, Measurement } from './benchmark.ts'

test('one slow round changes neither figure nor verdict', async () => {
  const [report] = await runBenchmark(twice(rounds(20, 1, 20), rounds(10, 10, 10)), 3)
  expect(report?.results).toEqual([{ size: 10, figure: 20, yardstick: 10, ratio: 2, reached: true }])
})

test('figure and yardstick take turns', async () => {
  const taken: string[] = []
  const turn = (who: string) => async () => taken.push(who)
  await runBenchmark(twice(turn('figure'), turn('yardstick')), 2)
  expect(taken).toEqual(['yardstick', 'figure', 'yardstick', 'figure'])
})

test('a figure that doubles from ten to a hundred grows with exponent 0.3', async () => {
  const open = async (size: number) => stage(rounds(size === 10 ? 1 : 2))
  const [report] = await runBenchmark({ ...twice(), sizes: [10, 100], setUp: open }, 1)
  expect(report?.exponent).toBeCloseTo(0.301, 3)
})

test('where less is better, more than the goal is missed', async () => {
  const [report] = await runBenchmark({ ...twice(rounds(14)), goal: { ratio: 1.3, better: 'lower' } }, 1)
  expect(report?.results[0]?.reached).toBe(false)
})

test('the median of an even number lies between the two in the middle', () => {
  expect(median([9, 1, 2, 4])).toBe(3)
})

test('whatever was set up is taken down, also after a failure', async () => {
  const closed: number[] = []
  const failing = async (size: number) => ({
    ...stage(() => Promise.reject(new Error('no server'))),
    close: async () => void closed.push(size),
  })
  await expect(runBenchmark({ ...twice(), setUp: failing }, 1)).rejects.toThrow('no server')
  expect(closed).toEqual([10])
})

test('what was set up once is reported in its parts, each with its own growth', async () => {
  const open = async (size: number) => ({
    parts: { pages: turns(rounds(size)), commands: turns(rounds(30)) },
  })
  const reports = await runBenchmark({ ...twice(), sizes: [10, 100], setUp: open }, 1)
  expect(reports).toMatchObject([
    { name: 'twice-pages', results: [{ figure: 10 }, { figure: 100 }], exponent: 1 },
    { name: 'twice-commands', results: [{ figure: 30 }, { figure: 30 }], exponent: 0 },
  ])
})

const turns = (measure = rounds(20), yardstick = rounds(10)): Measurement => ({ measure, yardstick })
const stage = (...both: Parameters<typeof turns>): BenchmarkSetup => turns(...both)

const twice = (...both: Parameters<typeof stage>): Benchmark => ({
  name: 'twice',
  goal: { ratio: 2, better: 'higher' },
  unit: 'things/s',
  sizes: [10],
  setUp: async () => stage(...both),
})

function rounds(...figures: number[]): () => Promise<number> {
  let round = 0
  return async () => figures[round++ % figures.length] ?? 0
}
