import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark, BenchmarkSetup } from './benchmark.ts'
import { seedReplayLog } from './load/replay-log.ts'
import { runForFigure } from './server/server-process.ts'

/**
 * Rebuilds all read models in memory from a log of `size` events, without process start and verification. The log is
 * seeded once; every round runs in a new process. Yardstick: reading and parsing all rows.
 */
export const benchmark: Benchmark = {
  name: 'replay',
  goal: { ratio: 0.3, better: 'higher' },
  unit: 'events/s',
  sizes: [100_000, 1_000_000],
  setUp,
}

async function setUp(size: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-replay-')))
  const count = await seedReplayLog(folder.path, size)
  console.error(`  ${count.toLocaleString('en')} events`)
  const runProgram = (file: string) => () => runForFigure(join(import.meta.dirname, file), folder.path)
  const resources = stack.move()
  return {
    measure: runProgram('rebuild.ts'),
    yardstick: runProgram('yardsticks/replay.ts'),
    close: () => resources.disposeAsync(),
  }
}
