import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import { startRedis } from '@thirty/infra/views/redis/spec-redis.ts'
import type { Benchmark, Stage } from './benchmark.ts'
import { communityOf, seed } from './community.ts'
import { figureOf } from './program.ts'

/**
 * Rebuilding all read models in Redis from a log of so many events, without the start of the process and without
 * verifying. The log is made once; every turn has a process of its own and an empty Redis.
 */
export const benchmark: Benchmark = {
  name: 'replay-redis',
  goal: { ratio: 0.8, better: 'higher' },
  unit: 'events/s',
  sizes: [10_000, 100_000],
  open,
}

/** What a participant of the seeded community leaves in the log within thirty days, nearly. */
const eventsEach = 77

async function open(size: number): Promise<Stage> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-replay-redis-')))
  await seed(folder.path, communityOf({ participants: Math.round(size / eventsEach), days: totalDays }))
  const redis = stack.adopt(await startRedis(), (server) => server.close())
  const programOf = (file: string) => async () => {
    await redis.flush()
    return figureOf(join(import.meta.dirname, file), folder.path, redis.url)
  }
  const all = stack.move()
  return {
    measure: programOf('rebuild-redis.ts'),
    yardstick: programOf('yardsticks/replay-redis.ts'),
    close: () => all.disposeAsync(),
  }
}
