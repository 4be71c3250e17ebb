import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark, BenchmarkSetup } from './benchmark.ts'
import { seedReplayLog } from './load/replay-log.ts'
import { runForFigure } from './server/server-process.ts'

/**
 * Exports a history of `size` events to a file. Every round runs in a new process, which also prints its memory. Yardstick:
 * compressing all rows of the log without reading them.
 */
export const benchmark: Benchmark = {
  name: 'export',
  goal: { ratio: 0.2, better: 'higher' },
  unit: 'events/s',
  sizes: [100_000, 1_000_000],
  setUp,
}

async function setUp(size: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-export-')))
  await seedReplayLog(folder.path, size)
  const runProgram = (program: string) => () =>
    runForFigure(join(import.meta.dirname, program), 'export', folder.path, join(folder.path, 'backup.gz'))
  const resources = stack.move()
  return {
    measure: runProgram('backup-file.ts'),
    yardstick: runProgram('yardsticks/backup-file.ts'),
    close: () => resources.disposeAsync(),
  }
}
