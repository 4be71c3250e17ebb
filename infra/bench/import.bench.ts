import { mkdir, mkdtempDisposable, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark, BenchmarkSetup } from './benchmark.ts'
import { seedReplayLog } from './load/replay-log.ts'
import { runForFigure } from './server/server-process.ts'

/**
 * Verifies a file with `size` events and imports it into an empty log, to the listing of its backup. Every round runs in a new
 * process, which also prints its memory. Yardstick: storing the lines of the file in a table without any checks.
 */
export const benchmark: Benchmark = {
  name: 'import',
  goal: { ratio: 0.1, better: 'higher' },
  unit: 'events/s',
  sizes: [100_000, 1_000_000],
  setUp,
}

async function setUp(size: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-import-')))
  const [origin, target, file] = ['origin', 'target', 'backup.gz'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ]
  await seedReplayLog(origin, size)
  await runForFigure(join(import.meta.dirname, 'backup-file.ts'), 'export', origin, file)
  await rm(origin, { recursive: true })
  const runProgram = (program: string) => async () => {
    await rm(target, { recursive: true, force: true })
    await mkdir(target)
    return runForFigure(join(import.meta.dirname, program), 'import', target, file)
  }
  const resources = stack.move()
  return {
    measure: runProgram('backup-file.ts'),
    yardstick: runProgram('yardsticks/backup-file.ts'),
    close: () => resources.disposeAsync(),
  }
}
