import { globSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { runBenchmark, type Benchmark } from './benchmark.ts'

/** The smallest size at which each benchmark can run. Its figures then say nothing about speed. */
const smallestSizes: Readonly<Record<string, number>> = {
  append: 64,
  'board-read': 50,
  command: 8,
  deploy: 3,
  growth: 160,
  jitter: 3,
  push: 3,
  'push-memory': 100,
  replay: 300,
  'replay-redis': 300,
  restore: 300,
  start: 300,
  web: 10,
  work: 50,
}

// Benchmarks print their progress and details there.
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'table').mockReturnValue()
})

const files = globSync('*.bench.ts', { cwd: import.meta.dirname })

test('every benchmark has a smallest size', () => {
  expect(files).toEqual(expect.arrayContaining(Object.keys(smallestSizes).map((name) => `${name}.bench.ts`)))
  expect(Object.keys(smallestSizes)).toHaveLength(files.length)
})

test.for(files)('%s completes and measures something', { timeout: 240_000 }, async (file) => {
  // Every such file exports one; see benchmark.ts.
  const { benchmark } = (await import(join(import.meta.dirname, file))) as { benchmark: Benchmark }
  const sizes = [smallestSizes[benchmark.name] ?? 0]
  const reports = await runBenchmark({ ...withOnePage(benchmark), sizes }, 1)
  expect(reports.length).toBeGreaterThan(0)
  for (const { name, results } of reports) {
    for (const { figure, yardstick } of results) {
      expect([name, Number.isFinite(figure), Number.isFinite(yardstick)]).toEqual([name, true, true])
      expect(figure * yardstick).not.toBe(0)
    }
  }
})

/** Every page of `web` takes ten seconds, and all are measured in the same way. */
function withOnePage(benchmark: Benchmark): Benchmark {
  if (benchmark.name !== 'web') return benchmark
  return {
    ...benchmark,
    setUp: async (size) => {
      const setup = await benchmark.setUp(size)
      if (!('parts' in setup) || setup.parts['landing'] === undefined)
        throw new Error('web has no landing page.')
      return { ...setup, parts: { landing: setup.parts['landing'] } }
    },
  }
}
