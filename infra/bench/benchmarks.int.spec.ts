import { globSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { runBenchmark, type Benchmark } from './benchmark.ts'

/** The least that each can be opened with. What it measures then says nothing about speed. */
const least: Readonly<Record<string, number>> = {
  append: 640,
  'board-read': 200,
  command: 320,
  growth: 320,
  push: 10,
  'push-memory': 150,
  replay: 2_000,
  'replay-redis': 2_000,
}

// Benchmarks say there how they get on.
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())

const files = globSync('*.bench.ts', { cwd: import.meta.dirname })

test('every benchmark has a smallest size', () => {
  expect(files).toEqual(expect.arrayContaining(Object.keys(least).map((name) => `${name}.bench.ts`)))
  expect(Object.keys(least)).toHaveLength(files.length)
})

test.for(files)('%s runs to its end, and measures something', { timeout: 180_000 }, async (file) => {
  // Every such file exports one; see benchmark.ts.
  const { benchmark } = (await import(join(import.meta.dirname, file))) as { benchmark: Benchmark }
  const reports = await runBenchmark({ ...benchmark, sizes: [least[benchmark.name] ?? 0] }, 1)
  expect(reports.length).toBeGreaterThan(0)
  for (const { name, results } of reports) {
    for (const { figure, yardstick } of results) {
      expect([name, Number.isFinite(figure), Number.isFinite(yardstick)]).toEqual([name, true, true])
      expect(figure * yardstick).not.toBe(0)
    }
  }
})
