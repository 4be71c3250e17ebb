// Rebuilds all read models in Redis from a log of `size` events, without process start and verification. The log is seeded once; every
// round runs in a new process with an empty Redis. Yardstick: the same writes, pipelined.

import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import type { Benchmark, BenchmarkSetup } from './benchmark.ts'
import { seedReplayLog } from './load/replay-log.ts'
import { runForFigure } from './server/server-process.ts'

export const benchmark: Benchmark = {
  name: 'replay-redis',
  goal: { ratio: 0.6, better: 'higher' },
  unit: 'events/s',
  sizes: [10_000, 100_000],
  setUp,
}

async function setUp(size: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-replay-redis-')))
  await seedReplayLog(folder.path, size)
  const redis = stack.adopt(await startRedisServer(), (server) => server.close())
  const runProgram = (file: string) => async () => {
    await redis.flush()
    return runForFigure(join(import.meta.dirname, file), folder.path, redis.url)
  }
  const resources = stack.move()
  return {
    measure: runProgram('rebuild.ts'),
    yardstick: runProgram('yardsticks/replay-redis.ts'),
    close: () => resources.disposeAsync(),
  }
}
