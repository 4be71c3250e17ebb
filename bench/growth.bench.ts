// Server time of a command and of a leaderboard page with `size` participants, compared to ten thousand participants. Commands are sent on
// 32 connections and page requests on 16, without pauses. No page comes from a cache: the first page is requested only after a rating that
// changed it.

import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BoardResponse } from '@thirty/contracts/leaderboard/api.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { median, type Benchmark, type BenchmarkSetup } from './benchmark.ts'
import { communityEvents, seedEventLog } from './load/seed-community.ts'
import {
  firstPageRequests,
  submitRequests,
  ownPageRequests,
  cursorPageRequests,
  ratingRequests,
  type RequestGenerator,
} from './load/request-generators.ts'
import { responsesPerSecond, type LoadRequest } from './load/http-load.ts'
import type { MemoryUsage } from './server/process-probe.ts'
import { startProduct } from './server/product.ts'

export const benchmark: Benchmark = {
  name: 'growth',
  goal: { ratio: 2, better: 'lower' },
  unit: 'ms',
  sizes: [100_000, 1_000_000],
  setUp,
}

const yardstickParticipants = 10_000
const [commandConnections, pageConnections] = [32, 16]
/** Requests of a round, unless there are fewer participants. */
const [commands, pages, firstPages] = [3_200, 1_600, 100]
const maxCursors = 400

async function setUp(participants: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const small = stack.use(await startSeededProduct(Math.min(yardstickParticipants, participants)))
  // A test has so few participants that one product is enough.
  const large =
    participants > yardstickParticipants ? stack.use(await startSeededProduct(participants)) : small
  const measurementOf = (part: keyof SeededProduct['times']) => ({
    measure: large.times[part],
    yardstick: small.times[part],
  })
  const resources = stack.move()
  return {
    parts: {
      submission: measurementOf('submission'),
      rating: measurementOf('rating'),
      'first-page': measurementOf('firstPage'),
      'middle-page': measurementOf('middlePage'),
      'own-page': measurementOf('ownPage'),
    },
    close: () => resources.disposeAsync(),
  }
}

/** A product with a seeded community, and measurements of it in milliseconds. */
type SeededProduct = AsyncDisposable & { times: ReturnType<typeof measurementsOf> }

async function startSeededProduct(participants: number): Promise<SeededProduct> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-growth-')))
  const eventCount = await seedEventLog(
    folder.path,
    communityEvents({ participants, days: 1, startedDaysAgo: totalDays, registrationIntervalMs: 1 }),
  )
  const start = performance.now()
  const product = stack.use(await startProduct(folder.path))
  const readyMs = performance.now() - start
  await send(product.address, firstPageRequests(participants).next().value)
  const firstPageMs = performance.now() - start - readyMs
  printStart({ participants, eventCount, readyMs, firstPageMs, memory: await product.ask('memory') })
  const cursors = await cursorsInTheMiddle(product.address, participants)
  const times = measurementsOf({ address: product.address, participants, cursors })
  // Warm-up.
  for (const time of Object.values(times)) await time()
  const resources = stack.move()
  return { times, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

type Start = {
  participants: number
  eventCount: number
  readyMs: number
  firstPageMs: number
  memory: MemoryUsage
}

/** Prints how long the start took. The ratios do not include it. */
function printStart({ participants, eventCount, readyMs, firstPageMs, memory }: Start): void {
  const format = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 3 })
  console.error(`  ${format(participants)} participants with ${format(eventCount)} events:`)
  console.error(
    `    ready after ${format(readyMs / 1e3)} s, the first page after another ${format(firstPageMs)} ms`,
  )
  console.error(`    ${format(memory.retained / 1e6)} MB heap, ${format(memory.resident / 1e6)} MB resident`)
}

type Target = { address: string; participants: number; cursors: readonly string[] }

function measurementsOf({ address, participants, cursors }: Target) {
  const generators = {
    submissions: submitRequests(participants),
    ratings: ratingRequests(participants),
    firstPages: firstPageRequests(participants),
    middlePages: cursorPageRequests(cursors, participants),
    ownPages: ownPageRequests(participants),
  }
  const timeOf = async (
    generator: RequestGenerator,
    maxRequests: number,
    connections: number,
    status: number,
  ) => {
    const requests = take(generator, Math.min(maxRequests, participants))
    return 1_000 / (await responsesPerSecond({ address, connections, requests, status }))
  }
  return {
    submission: () => timeOf(generators.submissions, commands, commandConnections, 201),
    rating: () => timeOf(generators.ratings, commands, commandConnections, 200),
    firstPage: () => timeOfFirstPage(address, generators, Math.min(firstPages, participants / 10)),
    middlePage: () => timeOf(generators.middlePages, pages, pageConnections, 200),
    ownPage: () => timeOf(generators.ownPages, pages, pageConnections, 200),
  }
}

const take = (generator: RequestGenerator, count: number): LoadRequest[] =>
  Array.from({ length: count }, () => generator.next().value)

/** Returns the median time of `count` first pages, each requested after a rating. */
async function timeOfFirstPage(
  address: string,
  { ratings, firstPages }: { ratings: RequestGenerator; firstPages: RequestGenerator },
  count: number,
): Promise<number> {
  const times: number[] = []
  while (times.length < count) {
    await send(address, ratings.next().value)
    const start = performance.now()
    await send(address, firstPages.next().value)
    times.push(performance.now() - start)
  }
  return median(times)
}

/** Returns cursors in the middle half of the leaderboard. */
async function cursorsInTheMiddle(address: string, participants: number): Promise<string[]> {
  const cursors: string[] = []
  for (const own of ownPageRequests(participants)) {
    // Safe: the server's responses conform to the schema.
    const { nextCursor, stats } = (await send(address, own)) as BoardResponse
    const relativeRank = (stats.yourRank ?? 0) / participants
    if (nextCursor !== null && relativeRank > 0.25 && relativeRank < 0.75) cursors.push(nextCursor)
    if (cursors.length >= Math.min(maxCursors, participants / 10)) break
  }
  return cursors
}

async function send(address: string, { path, ...request }: LoadRequest): Promise<unknown> {
  const response = await fetch(address + path, request)
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
