import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark, BenchmarkSetup } from './benchmark.ts'
import { communityEvents, participantId, seedEventLog } from './load/seed-community.ts'
import { startProduct, sessionTokenFor } from './server/product.ts'
import { startServer, type ServerProcess } from './server/server-process.ts'
import { connectWatchers } from './load/watchers.ts'

/**
 * Memory that a server needs for each of `size` idle watchers, each a participant: the heap after a garbage collection,
 * minus the heap before they connected, divided by their number.
 */
export const benchmark: Benchmark = {
  name: 'push-memory',
  goal: { ratio: 1.2, better: 'lower' },
  unit: 'kB',
  sizes: [1_000, 10_000],
  setUp,
}

const message = 'leaderboard.changed'

async function setUp(watchers: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-push-memory-')))
  await seedEventLog(folder.path, communityEvents({ participants: watchers, days: 0, startedDaysAgo: 1 }))
  const payloadFile = join(folder.path, 'payload.json')
  await writeFile(payloadFile, '{}')
  const program = join(import.meta.dirname, 'yardsticks/push.ts')
  const product = stack.use(await startProduct(folder.path))
  const yardstickServer = stack.use(await startServer(program, { args: [payloadFile, message] }))
  const sessions = Array.from({ length: watchers }, (_, number) => sessionTokenFor(participantId(number)))
  const [measure, yardstick] = [await memoryOf(product, sessions), await memoryOf(yardstickServer, sessions)]
  const resources = stack.move()
  return { measure, yardstick, close: () => resources.disposeAsync() }
}

/** Watchers of the warm-up, so that one-time allocations do not count. */
const warmUpWatchers = 100

/**
 * Returns a measurement in kilobytes for each session. Memory that the server keeps after disconnects counts in every
 * round.
 */
async function memoryOf(server: ServerProcess, sessions: readonly string[]): Promise<() => Promise<number>> {
  const withWatchers = async (tokens: readonly string[]): Promise<number> => {
    await using _watchers = await connectWatchers({ address: server.address, message, tokens })
    return (await server.memory()).retained
  }
  await withWatchers(sessions.slice(0, warmUpWatchers))
  const before = (await server.memory()).retained
  return async () => ((await withWatchers(sessions)) - before) / sessions.length / 1_000
}
