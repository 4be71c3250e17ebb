import { expect, test } from 'vitest'
import { median, runBenchmark, type Benchmark, type BenchmarkSetup, type Measurement } from './benchmark.ts'

test('one slow round changes neither the figure nor the result', async () => {
  const [report] = await runBenchmark(createBenchmark(rounds(20, 1, 20), rounds(10, 10, 10)), 3)
  expect(report?.results).toEqual([{ size: 10, figure: 20, yardstick: 10, ratio: 2, reached: true }])
})

test('measures the yardstick and the figure alternately', async () => {
  const calls: string[] = []
  const recordCall = (name: string) => async () => calls.push(name)
  await runBenchmark(createBenchmark(recordCall('figure'), recordCall('yardstick')), 2)
  expect(calls).toEqual(['yardstick', 'figure', 'yardstick', 'figure'])
})

test('a figure that doubles from ten to a hundred grows with exponent 0.3', async () => {
  const setUp = async (size: number) => createSetup(rounds(size === 10 ? 1 : 2))
  const [report] = await runBenchmark({ ...createBenchmark(), sizes: [10, 100], setUp }, 1)
  expect(report?.exponent).toBeCloseTo(0.301, 3)
})

test('misses the goal if the ratio exceeds it and lower is better', async () => {
  const [report] = await runBenchmark(
    { ...createBenchmark(rounds(14)), goal: { ratio: 1.3, better: 'lower' } },
    1,
  )
  expect(report?.results[0]?.reached).toBe(false)
})

test('the median of an even number of values is the mean of the two in the middle', () => {
  expect(median([9, 1, 2, 4])).toBe(3)
})

test('closes the setup even after a failed measurement', async () => {
  const closed: number[] = []
  const failing = async (size: number) => ({
    ...createSetup(() => Promise.reject(new Error('no server'))),
    close: async () => void closed.push(size),
  })
  await expect(runBenchmark({ ...createBenchmark(), setUp: failing }, 1)).rejects.toThrow('no server')
  expect(closed).toEqual([10])
})

test('reports each part of a setup with its own growth', async () => {
  const setUp = async (size: number) => ({
    parts: { pages: createMeasurement(rounds(size)), commands: createMeasurement(rounds(30)) },
  })
  const reports = await runBenchmark({ ...createBenchmark(), sizes: [10, 100], setUp }, 1)
  expect(reports).toMatchObject([
    { name: 'twice-pages', results: [{ figure: 10 }, { figure: 100 }], exponent: 1 },
    { name: 'twice-commands', results: [{ figure: 30 }, { figure: 30 }], exponent: 0 },
  ])
})

const createMeasurement = (measure = rounds(20), yardstick = rounds(10)): Measurement => ({
  measure,
  yardstick,
})
const createSetup = (...functions: Parameters<typeof createMeasurement>): BenchmarkSetup =>
  createMeasurement(...functions)

const createBenchmark = (...functions: Parameters<typeof createSetup>): Benchmark => ({
  name: 'twice',
  goal: { ratio: 2, better: 'higher' },
  unit: 'things/s',
  sizes: [10],
  setUp: async () => createSetup(...functions),
})

function rounds(...figures: number[]): () => Promise<number> {
  let round = 0
  return async () => figures[round++ % figures.length] ?? 0
}
