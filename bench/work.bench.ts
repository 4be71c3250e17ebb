// Processor time that the main thread needs for a submission, an official rating and the first page of a leaderboard of `size`
// participants, compared to a submission that bare Express receives and does not store. Other work of the machine changes it less than a
// number of requests per second.

import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import type { Benchmark, BenchmarkSetup } from './benchmark.ts'
import { responsesPerSecond } from './load/http-load.ts'
import {
  firstPageRequests,
  ratingRequests,
  submitRequests,
  type RequestGenerator,
} from './load/request-generators.ts'
import { communityEvents, seedEventLog } from './load/seed-community.ts'
import { jwtSecret, startProduct } from './server/product.ts'
import { startServer, type ServerProcess } from './server/server-process.ts'

export const benchmark: Benchmark = {
  name: 'work',
  goal: { ratio: 2, better: 'lower' },
  unit: 'µs',
  sizes: [1_000],
  setUp,
}

const connections = 32
/** Most requests of a round on each connection. A small size has fewer: a project takes about fifteen ratings by one admin. */
const maxRequests = 20
const warmUpRounds = 6

async function setUp(participants: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-work-')))
  await seedEventLog(
    folder.path,
    communityEvents({ participants, days: 1, startedDaysAgo: totalDays, registrationIntervalMs: 1 }),
  )
  const product = stack.use(await startProduct(folder.path))
  const bare = stack.use(
    await startServer(join(import.meta.dirname, 'yardsticks/command.ts'), { args: [jwtSecret] }),
  )
  const count = connections * Math.min(maxRequests, Math.floor(participants / 50))
  /** Returns a function that measures the microseconds of the main thread for each of the next requests. */
  const timeOf = (server: ServerProcess, generator: RequestGenerator, status: number) => async () => {
    const requests = Array.from({ length: count }, () => generator.next().value)
    const before = await server.ask('mainThread')
    await responsesPerSecond({ address: server.address, connections, requests, status })
    return ((await server.ask('mainThread')) - before) / count
  }
  const yardstick = timeOf(bare, submitRequests(participants), 201)
  const parts = {
    submission: { yardstick, measure: timeOf(product, submitRequests(participants), 201) },
    rating: { yardstick, measure: timeOf(product, ratingRequests(participants), 200) },
    'board-page': { yardstick, measure: timeOf(product, firstPageRequests(participants), 200) },
  }
  for (let round = 0; round < warmUpRounds; round++)
    for (const { yardstick, measure } of Object.values(parts)) {
      await yardstick()
      await measure()
    }
  const resources = stack.move()
  return { parts, close: () => resources.disposeAsync() }
}
