import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import type { Benchmark, BenchmarkSetup } from './benchmark.ts'
import { communityEvents, seedEventLog, type Append } from './load/seed-community.ts'
import { runForFigure } from './server/server-process.ts'

/**
 * Rebuilding all read models in memory from a log of so many events: reading and taking in, without the start of the
 * process and without verifying. The log is made once; every turn has a process of its own.
 */
export const benchmark: Benchmark = {
  name: 'replay',
  goal: { ratio: 0.5, better: 'higher' },
  unit: 'events/s',
  sizes: [100_000, 1_000_000],
  setUp: open,
}

/** What a participant of the seeded community leaves in the log within thirty days, nearly. */
const eventsEach = 77

async function open(size: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-replay-')))
  const participants = Math.round(size / eventsEach)
  const count = await seedEventLog(
    folder.path,
    withProgress(communityEvents({ participants, days: totalDays })),
  )
  console.error(`  ${count.toLocaleString('en')} events of ${participants.toLocaleString('en')} participants`)
  const programOf = (file: string) => () => runForFigure(join(import.meta.dirname, file), folder.path)
  const all = stack.move()
  return {
    measure: programOf('rebuild/rebuild-in-memory.ts'),
    yardstick: programOf('yardsticks/replay.ts'),
    close: () => all.disposeAsync(),
  }
}

function* withProgress(appends: Iterable<Append>): Generator<Append> {
  let count = 0
  for (const append of appends) {
    if (++count % 100_000 === 0) console.error(`  ${count.toLocaleString('en')} appends made`)
    yield append
  }
}
