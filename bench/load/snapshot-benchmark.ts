import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark, BenchmarkSetup } from '../benchmark.ts'
import { runForFigure } from '../server/server-process.ts'
import { seedReplayLog } from './replay-log.ts'

/**
 * Returns a benchmark in milliseconds that works with snapshots of a large log. `program` and `yardstick` are files in the folder of the
 * benchmarks. Each round is a new process; a process that is not measured makes the snapshots first.
 */
export const snapshotBenchmark = (
  name: string,
  { program, yardstick, goalRatio }: { program: string; yardstick: string; goalRatio: number },
): Benchmark => ({
  name,
  goal: { ratio: goalRatio, better: 'lower' },
  unit: 'ms',
  sizes: [100_000, 1_000_000],
  setUp: async (size): Promise<BenchmarkSetup> => {
    await using stack = new AsyncDisposableStack()
    const folder = stack.use(await mkdtempDisposable(join(tmpdir(), `bench-${name}-`)))
    const count = await seedReplayLog(folder.path, size)
    console.error(`  ${count.toLocaleString('en')} events`)
    const runProgram = (file: string) => () =>
      runForFigure(join(import.meta.dirname, '..', file), folder.path)
    await runProgram(program)()
    const resources = stack.move()
    return {
      measure: runProgram(program),
      yardstick: runProgram(yardstick),
      close: () => resources.disposeAsync(),
    }
  },
})
