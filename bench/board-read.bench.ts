// A hundred participants read the first page of a leaderboard with `size` participants. A few of the readers are on that page. The
// leaderboard does not change during the measurement.

import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark, BenchmarkSetup } from './benchmark.ts'
import { communityEvents, participantId, seedEventLog } from './load/seed-community.ts'
import { responsesPerSecond, type LoadRequest } from './load/http-load.ts'
import { authorizationHeaders, startProduct } from './server/product.ts'
import { startServer } from './server/server-process.ts'

export const benchmark: Benchmark = {
  name: 'board-read',
  goal: { ratio: 1.5, better: 'higher' },
  unit: 'answers/s',
  sizes: [1_000, 10_000],
  setUp,
}

const path = '/api/leaderboard/leaderboard?limit=100'
const [connections, callerCount, days] = [16, 100, 10]
/** Maximum responses of a round; fewer at a small size. */
const maxResponses = 4_000

async function setUp(participants: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-board-read-')))
  await seedEventLog(folder.path, communityEvents({ participants, days }))
  const product = stack.use(await startProduct(folder.path))
  const requests = requestsOf(participants)
  const file = join(folder.path, 'body.json')
  await writeFile(file, await (await fetch(product.address + path, requests[0])).text())
  const yardstickServer = stack.use(
    await startServer(join(import.meta.dirname, 'yardsticks/board-read.ts'), { args: [file] }),
  )
  const sendRequests = ({ address }: { address: string }) =>
    responsesPerSecond({ address, connections, requests, status: 200 })
  // Both servers are warmed up before the measurement.
  await sendRequests(yardstickServer)
  await sendRequests(product)
  const resources = stack.move()
  return {
    measure: () => sendRequests(product),
    yardstick: () => sendRequests(yardstickServer),
    close: () => resources.disposeAsync(),
  }
}

function requestsOf(participants: number): LoadRequest[] {
  const onePerCaller = Array.from({ length: callerCount }, (_, index): LoadRequest => {
    const caller = participantId(Math.floor((index * participants) / callerCount))
    // As browsers ask. The yardstick sends the body as it is.
    return { method: 'GET', path, headers: { ...authorizationHeaders(caller), 'accept-encoding': 'gzip' } }
  })
  const responses = Math.min(maxResponses, 8 * participants)
  return Array.from({ length: responses / callerCount }, () => onePerCaller).flat()
}
