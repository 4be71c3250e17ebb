// Memory of the server for each idle watcher of the leaderboard: what remains after a garbage collection while `size` participants watch,
// less what remains without them.

import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark, BenchmarkSetup } from './benchmark.ts'
import { communityEvents, participantId, seedEventLog } from './load/seed-community.ts'
import { connectWatchers } from './load/watchers.ts'
import { sessionTokenFor, startProduct } from './server/product.ts'
import { startServer, type ServerProcess } from './server/server-process.ts'

export const benchmark: Benchmark = {
  name: 'push-memory',
  goal: { ratio: 1.05, better: 'lower' },
  unit: 'bytes',
  sizes: [10_000],
  setUp,
}

const message = 'leaderboard.changed'

async function setUp(watchers: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-push-memory-')))
  await seedEventLog(folder.path, communityEvents({ participants: watchers, days: 2 }))
  const product = stack.use(await startProduct(folder.path))
  const payloadFile = join(folder.path, 'payload.json')
  await writeFile(payloadFile, '{}')
  const program = join(import.meta.dirname, 'yardsticks/push.ts')
  const yardstickServer = stack.use(await startServer(program, { args: [payloadFile, message] }))
  const tokens = Array.from({ length: watchers }, (_, number) => sessionTokenFor(participantId(number)))

  const bytesPerWatcher = async ({ address, ask }: ServerProcess) => {
    const { retained: before } = await ask('memory')
    await using _watching = await connectWatchers({ address, message, tokens })
    const { retained: after } = await ask('memory')
    return (after - before) / watchers
  }
  // The first connections compile and cache what all further ones use.
  for (const server of [product, yardstickServer]) await bytesPerWatcher(server)
  const resources = stack.move()
  return {
    measure: () => bytesPerWatcher(product),
    yardstick: () => bytesPerWatcher(yardstickServer),
    close: () => resources.disposeAsync(),
  }
}
