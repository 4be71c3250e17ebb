// New, valid submissions on 32 connections in a community of `size` participants. Each includes token, schema, decision, durable append,
// read models and response. At most a thousand participants submit, at any size.

import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import type { Benchmark, BenchmarkSetup } from './benchmark.ts'
import { communityEvents, seedEventLog } from './load/seed-community.ts'
import { submitRequest, jsonHeadersFor } from './load/request-generators.ts'
import { responsesPerSecond, type LoadRequest } from './load/http-load.ts'
import { jwtSecret, startProduct } from './server/product.ts'
import { startServer } from './server/server-process.ts'

export const benchmark: Benchmark = {
  name: 'command',
  goal: { ratio: 0.5, better: 'higher' },
  unit: 'commands/s',
  sizes: [1_000, 10_000],
  setUp,
}

const connections = 32
/** Maximum participants who submit, and commands of a round; fewer at a small size. */
const [maxSubmitters, maxCommands] = [1_000, 3_200]
/** Rounds before the measurement. */
const warmUpRounds = 4

async function setUp(participants: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-command-')))
  await seedEventLog(folder.path, communityEvents({ participants, days: 0, startedDaysAgo: totalDays }))
  const product = stack.use(await startProduct(folder.path))
  const yardstickServer = stack.use(
    await startServer(join(import.meta.dirname, 'yardsticks/command.ts'), { args: [jwtSecret] }),
  )
  const submitters = Math.min(maxSubmitters, participants)
  const commands = Math.min(maxCommands, 4 * submitters)
  const submissions = createSubmissions(submitters)
  const sendCommands = ({ address }: { address: string }, requests: readonly LoadRequest[]) =>
    responsesPerSecond({ address, connections, requests, status: 201 })
  // Both servers are warmed up: the compiler would otherwise use a core during the measurement.
  let requests: LoadRequest[] = []
  for (let round = 0; round < warmUpRounds; round++) {
    requests = submissions.splice(0, commands)
    await sendCommands(yardstickServer, requests)
    await sendCommands(product, requests)
  }
  const resources = stack.move()
  return {
    // `runBenchmark` runs the yardstick first; both use the same requests.
    yardstick: () => sendCommands(yardstickServer, (requests = submissions.splice(0, commands))),
    measure: () => sendCommands(product, requests),
    close: () => resources.disposeAsync(),
  }
}

/** Returns the submissions of all days by all submitters. */
function createSubmissions(submitters: number): LoadRequest[] {
  const headers = Array.from({ length: submitters }, (_, number) => jsonHeadersFor(number))
  return Array.from({ length: totalDays * submitters }, (_, index): LoadRequest => {
    const number = index % submitters
    return submitRequest(number, 1 + Math.floor(index / submitters), headers[number])
  })
}
