import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
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
import type { MemoryUsage } from './server/memory-probe.ts'
import { startProduct } from './server/product.ts'

/**
 * What a command and a page of the board cost among so many participants, against the same among ten thousand. Commands
 * come from 32 connections and pages go to 16, without a pause: the time of one is the time that it takes the server.
 * No page is answered from what is ready, and the first page only asked for after a rating that made it another one.
 */
export const benchmark: Benchmark = {
  name: 'growth',
  goal: { ratio: 2, better: 'lower' },
  unit: 'ms',
  sizes: [100_000, 1_000_000],
  setUp: open,
}

const few = 10_000
const [commanding, asking] = [32, 16]
/** How much is asked for, unless fewer than that take part, as in a test. */
const [commands, pages, firsts] = [3_200, 1_600, 100]
const middleCursors = 400

async function open(participants: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const small = stack.use(await openTown(Math.min(few, participants)))
  const large = stack.use(await openTown(participants))
  const turnsOf = (part: keyof Town['times']) => ({
    measure: large.times[part],
    yardstick: small.times[part],
  })
  const all = stack.move()
  return {
    parts: {
      'hand-in': turnsOf('handIn'),
      rating: turnsOf('rating'),
      'first-page': turnsOf('firstPage'),
      'middle-page': turnsOf('middlePage'),
      'own-page': turnsOf('ownPage'),
    },
    close: () => all.disposeAsync(),
  }
}

/** A product with so many participants, and what takes how many milliseconds there. */
type Town = AsyncDisposable & { times: ReturnType<typeof timesIn> }

async function openTown(participants: number): Promise<Town> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-growth-')))
  const count = await seedEventLog(
    folder.path,
    communityEvents({ participants, days: 1, startedDaysAgo: totalDays, registrationIntervalMs: 1 }),
  )
  const begin = performance.now()
  const product = stack.use(await startProduct(folder.path))
  const ready = performance.now() - begin
  await answer(product.address, firstPageRequests(participants).next().value)
  const first = performance.now() - begin - ready
  tell({ participants, count, ready, first, memory: await product.memory() })
  const cursors = await cursorsInTheMiddle(product.address, participants)
  const times = timesIn({ address: product.address, participants, cursors })
  // Everything is warm before anything counts.
  for (const time of Object.values(times)) await time()
  const all = stack.move()
  return { times, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

type Start = { participants: number; count: number; ready: number; first: number; memory: MemoryUsage }

/** What the start was like, which no ratio says: `ready` and `first` (page) in milliseconds. */
function tell({ participants, count, ready, first, memory }: Start): void {
  const inWords = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 3 })
  console.error(`  ${inWords(participants)} participants with ${inWords(count)} events:`)
  console.error(
    `    ready after ${inWords(ready / 1e3)} s, the first page after another ${inWords(first)} ms`,
  )
  console.error(
    `    ${inWords(memory.retained / 1e6)} MB kept, ${inWords(memory.resident / 1e6)} MB resident`,
  )
}

type Place = { address: string; participants: number; cursors: readonly string[] }

function timesIn({ address, participants, cursors }: Place) {
  const all = {
    handIns: submitRequests(participants),
    ratings: ratingRequests(participants),
    firstPages: firstPageRequests(participants),
    middlePages: cursorPageRequests(cursors, participants),
    ownPages: ownPageRequests(participants),
  }
  const timeOf = async (errands: RequestGenerator, most: number, connections: number, status: number) => {
    const requests = next(errands, Math.min(most, participants))
    return 1_000 / (await responsesPerSecond({ address, connections, requests, status }))
  }
  return {
    handIn: () => timeOf(all.handIns, commands, commanding, 201),
    rating: () => timeOf(all.ratings, commands, commanding, 200),
    firstPage: () => timeOfFirstPage(address, all, Math.min(firsts, participants / 10)),
    middlePage: () => timeOf(all.middlePages, pages, asking, 200),
    ownPage: () => timeOf(all.ownPages, pages, asking, 200),
  }
}

const next = (errands: RequestGenerator, count: number): LoadRequest[] =>
  Array.from({ length: count }, () => errands.next().value)

/** Median of so many pages that are each asked for after a rating. */
async function timeOfFirstPage(
  address: string,
  { ratings: changes, firstPages: asked }: { ratings: RequestGenerator; firstPages: RequestGenerator },
  count: number,
): Promise<number> {
  const times: number[] = []
  while (times.length < count) {
    await answer(address, changes.next().value)
    const start = performance.now()
    await answer(address, asked.next().value)
    times.push(performance.now() - start)
  }
  return median(times)
}

/** Cursors that go on in the middle half of the board, as people who stand there are given them. */
async function cursorsInTheMiddle(address: string, participants: number): Promise<string[]> {
  const found: string[] = []
  for (const own of ownPageRequests(participants)) {
    // What the server answers is true to its schema.
    const { nextCursor, stats } = (await answer(address, own)) as BoardResponse
    const part = (stats.yourRank ?? 0) / participants
    if (nextCursor !== null && part > 0.25 && part < 0.75) found.push(nextCursor)
    if (found.length === Math.min(middleCursors, participants)) break
  }
  return found
}

async function answer(address: string, { path, ...request }: LoadRequest): Promise<unknown> {
  const answered = await fetch(address + path, request)
  if (!answered.ok) throw new Error(`${path} answered ${answered.status}: ${await answered.text()}`)
  return answered.json()
}
