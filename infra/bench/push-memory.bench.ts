import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark, BenchmarkSetup } from './benchmark.ts'
import { communityEvents, participantId, seedEventLog } from './load/seed-community.ts'
import { startProduct, sessionTokenFor } from './server/product.ts'
import { startServer, type ServerProcess } from './server/server-process.ts'
import { connectWatchers } from './load/watchers.ts'

/**
 * What a server keeps in memory for each of so many idle watchers, each a participant of their own: everything that a
 * collection leaves, against what it left before anybody came.
 */
export const benchmark: Benchmark = {
  name: 'push-memory',
  goal: { ratio: 1.2, better: 'lower' },
  unit: 'kB',
  sizes: [1_000, 10_000],
  setUp: open,
}

const message = 'leaderboard.changed'

async function open(watchers: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-push-memory-')))
  await seedEventLog(folder.path, communityEvents({ participants: watchers, days: 0, startedDaysAgo: 1 }))
  const frame = join(folder.path, 'frame.json')
  await writeFile(frame, '{}')
  const program = join(import.meta.dirname, 'yardsticks/push.ts')
  const product = stack.use(await startProduct(folder.path))
  const bare = stack.use(await startServer(program, { args: [frame, message] }))
  const people = Array.from({ length: watchers }, (_, at) => sessionTokenFor(participantId(at)))
  const [ofProduct, ofBare] = [await memoryOf(product, people), await memoryOf(bare, people)]
  const all = stack.move()
  return { measure: ofProduct, yardstick: ofBare, close: () => all.disposeAsync() }
}

/** Those who come before anything counts, so that what is made once for all is there. */
const first = 100

/** Kilobytes for each of these people. What the server remembers of them when they have gone counts in every turn. */
async function memoryOf(server: ServerProcess, people: readonly string[]): Promise<() => Promise<number>> {
  const withWatchers = async (watching: readonly string[]): Promise<number> => {
    await using _crowd = await connectWatchers({ address: server.address, message, tokens: watching })
    return (await server.memory()).retained
  }
  await withWatchers(people.slice(0, first))
  const before = (await server.memory()).retained
  return async () => ((await withWatchers(people)) - before) / people.length / 1_000
}
