import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import { startRedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import type { Benchmark, BenchmarkSetup } from './benchmark.ts'
import { communityEvents, seedEventLog } from './load/seed-community.ts'
import { runForFigure } from './server/server-process.ts'

/**
 * Rebuilding all read models in Redis from a log of so many events, without the start of the process and without
 * verifying. The log is made once; every turn has a process of its own and an empty Redis.
 */
export const benchmark: Benchmark = {
  name: 'replay-redis',
  goal: { ratio: 0.8, better: 'higher' },
  unit: 'events/s',
  sizes: [10_000, 100_000],
  setUp: open,
}

/** What a participant of the seeded community leaves in the log within thirty days, nearly. */
const eventsEach = 77

async function open(size: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-replay-redis-')))
  await seedEventLog(
    folder.path,
    communityEvents({ participants: Math.round(size / eventsEach), days: totalDays }),
  )
  const redis = stack.adopt(await startRedisServer(), (server) => server.close())
  const programOf = (file: string) => async () => {
    await redis.flush()
    return runForFigure(join(import.meta.dirname, file), folder.path, redis.url)
  }
  const all = stack.move()
  return {
    measure: programOf('rebuild/rebuild-in-redis.ts'),
    yardstick: programOf('yardsticks/replay-redis.ts'),
    close: () => all.disposeAsync(),
  }
}
