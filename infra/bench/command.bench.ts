import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import type { Benchmark, BenchmarkSetup } from './benchmark.ts'
import { communityEvents, seedEventLog } from './load/seed-community.ts'
import { submitRequest, jsonHeadersFor } from './load/submit-request.ts'
import { responsesPerSecond, type LoadRequest } from './load/http-load.ts'
import { jwtSecret, startProduct } from './server/product.ts'
import { startServer } from './server/server-process.ts'

/**
 * Hand-ins on 32 connections, every one new and valid, among so many participants: token, schema, decision, durable
 * append, all read models, answer. A thousand of the participants hand in, whatever the size.
 */
export const benchmark: Benchmark = {
  name: 'command',
  goal: { ratio: 0.7, better: 'higher' },
  unit: 'commands/s',
  sizes: [1_000, 10_000],
  setUp: open,
}

const connections = 32
/** How many hand in, at most, and how often in a turn: fewer where fewer take part, as in a test. */
const [mostSubmitters, mostCommands] = [1_000, 3_200]
/** Turns of both before the first that counts. */
const warmUp = 4

async function open(participants: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-command-')))
  await seedEventLog(folder.path, communityEvents({ participants, days: 0, startedDaysAgo: totalDays }))
  const product = stack.use(await startProduct(folder.path))
  const bare = stack.use(
    await startServer(join(import.meta.dirname, 'yardsticks/command.ts'), { args: [jwtSecret] }),
  )
  const submitters = Math.min(mostSubmitters, participants)
  const commands = Math.min(mostCommands, 4 * submitters)
  const submissions = submissionsOf(submitters)
  const commandsTo = ({ address }: { address: string }, requests: readonly LoadRequest[]) =>
    responsesPerSecond({ address, connections, requests, status: 201 })
  // Both are warm before anything counts: code that is still being compiled would take a core of its own.
  let requests: LoadRequest[] = []
  for (let turn = 0; turn < warmUp; turn++) {
    requests = submissions.splice(0, commands)
    await commandsTo(bare, requests)
    await commandsTo(product, requests)
  }
  const all = stack.move()
  return {
    // The yardstick has its turn first, with the same requests.
    yardstick: () => commandsTo(bare, (requests = submissions.splice(0, commands))),
    measure: () => commandsTo(product, requests),
    close: () => all.disposeAsync(),
  }
}

/** What there is to hand in: all days of all who do. */
function submissionsOf(submitters: number): LoadRequest[] {
  const headers = Array.from({ length: submitters }, (_, number) => jsonHeadersFor(number))
  return Array.from({ length: totalDays * submitters }, (_, at): LoadRequest => {
    const number = at % submitters
    return submitRequest(number, 1 + Math.floor(at / submitters), headers[number])
  })
}
